/** A file as text, which the build puts into the bundle. */
declare module '*?raw' {
  const text: string
  export default text
}
