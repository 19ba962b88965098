/** The part of Papa Parse that the benchmarks use as a peer. */
declare module 'papaparse' {
  type StreamOptions<Row> = {
    delimiter: string
    skipEmptyLines: boolean
    chunk: (results: { data: Row[] }) => void
    complete: () => void
    error: (error: Error) => void
  }
  const Papa: {
    unparse(rows: readonly (readonly unknown[])[]): string
    parse<Row>(stream: NodeJS.ReadableStream, options: StreamOptions<Row>): void
  }
  export default Papa
}
