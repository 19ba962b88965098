/** The part of Papa Parse that the tests use as an oracle. */
declare module 'papaparse' {
  type Options = { delimiter: string; newline: string; skipEmptyLines: boolean }
  const Papa: { parse<Row>(text: string, options: Options): { data: Row[] } }
  export default Papa
}
