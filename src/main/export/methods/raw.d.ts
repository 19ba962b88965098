/** A file as text, which the build adds to the bundle. */
declare module '*?raw' {
  const text: string
  export default text
}
