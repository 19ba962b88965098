/** The part of Papa Parse that the tests use as an oracle, and the benchmarks as a peer. */
declare module 'papaparse' {
  type Options = { delimiter: string; newline: string; skipEmptyLines: boolean }
  type StreamOptions<Row> = {
    delimiter: string
    skipEmptyLines: boolean
    chunk: (results: { data: Row[] }) => void
    complete: () => void
    error: (error: Error) => void
  }
  const Papa: {
    parse<Row>(text: string, options: Options): { data: Row[] }
    unparse(rows: readonly (readonly unknown[])[]): string
    parse<Row>(stream: NodeJS.ReadableStream, options: StreamOptions<Row>): void
  }
  export default Papa
}
