import { createHash } from 'node:crypto'

/** The same chunks; `sha256` is that of all that have gone through, in hexadecimal. */
export function hash(source: AsyncIterable<string | Uint8Array>) {
  const sum = createHash('sha256')
  async function* chunks() {
    for await (const chunk of source) {
      sum.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), sha256: () => sum.digest('hex') }
}
