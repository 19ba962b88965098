/** A 32-bit hash of a text (FNV-1a with a final mix): the same in every process and on every machine. */
export function hash(text: string): number {
  let h = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    h ^= text.charCodeAt(at)
    h = Math.imul(h, 0x01000193)
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A number in (0, 1) that belongs to the text. */
export const uniform = (text: string): number => (hash(text) + 0.5) / 2 ** 32

/** A draw from the standard normal distribution that belongs to the text (Box–Muller). */
export const normal = (text: string): number =>
  Math.sqrt(-2 * Math.log(uniform(`${text}|u`))) * Math.cos(2 * Math.PI * uniform(`${text}|v`))

/** `digits` lower-case letters and digits that belong to the text; 5 bits each, without those easily mistaken. */
export function token(text: string, digits: number): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  return Array.from({ length: digits }, (_, at) => alphabet[hash(`${at}|${text}`) % 32]).join('')
}

export const round = (value: number, decimals: number): number => {
  const rounded = Number(value.toFixed(decimals))
  return rounded === 0 ? 0 : rounded
}
