/** A typo is looked for in the first letters of a word: it keeps the table small, and the re-ranking sees the rest. */
const comparedLetters = 7
/** Shorter words have too many neighbours. */
const minLetters = 4

/** 37 bits of two mixed FNV-like hashes: a safe integer, with next to no collisions among some millions. */
export function hashOf(text: string): number {
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
    high ^= high >>> 13
  }
  return ((low >>> 0) % 0x200000) * 0x10000 + ((high >>> 0) & 0xffff)
}

/** Words in which typos are forgiven: codes and numbers differ by one character on purpose. */
export const forgivesTypos = (word: string): boolean => word.length >= minLetters && /^[a-z]+$/.test(word)

export const startOf = (word: string): string => word.slice(0, comparedLetters)

/**
 * The beginning of a word and all that is left of it without one letter, hashed. Words one edit apart share one of
 * them (the symmetric delete of SymSpell).
 */
export function deleteHashes(word: string): number[] {
  const start = startOf(word)
  const variants = new Set([start])
  for (let at = 0; at < start.length; at++) variants.add(start.slice(0, at) + start.slice(at + 1))
  return [...variants].map(hashOf)
}

/** Whether one letter more, less, other, or two swapped, and nothing else, makes `b` of `a`. */
function isOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (a.length !== b.length)
    return a.length > b.length ? hasSameTail(a, at + 1, b, at) : hasSameTail(a, at, b, at + 1)
  if (at === a.length) return false
  if (hasSameTail(a, at + 1, b, at + 1)) return true
  return a[at] === b[at + 1] && a[at + 1] === b[at] && hasSameTail(a, at + 2, b, at + 2)
}

/** Of these places on; both ends are of one length. */
function hasSameTail(a: string, fromA: number, b: string, fromB: number): boolean {
  for (let at = a.length - 1, other = b.length - 1; at >= fromA && other >= fromB; at--, other--)
    if (a.charCodeAt(at) !== b.charCodeAt(other)) return false
  return true
}

/** How far a typed word is from a word or, worse, from its beginning: 0 to 2 for near ones, 9 for others. */
export function typoCost(typed: string, word: string): number {
  if (word === typed) return 0
  if (word.startsWith(typed)) return 0.5
  if (isOneEdit(typed, word)) return 1
  const { length } = typed
  if (word.length < length) return 9
  for (const end of [length, length - 1, length + 1]) if (isOneEdit(typed, word.slice(0, end))) return 2
  return 9
}
