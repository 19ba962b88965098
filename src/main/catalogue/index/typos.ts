/** A typo is looked for in the first letters of a word: it keeps the table small, and the re-ranking sees the rest. */
const lettersLooked = 7
/** Shorter words have too many neighbours. */
const leastLetters = 4

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
export const forgivesTypos = (word: string): boolean => word.length >= leastLetters && /^[a-z]+$/.test(word)

/**
 * The beginning of a word and all that is left of it without one letter, hashed. Words one edit apart share one of
 * them (the symmetric delete of SymSpell).
 */
export function deleteHashes(word: string): number[] {
  const start = word.slice(0, lettersLooked)
  const variants = new Set([start])
  for (let at = 0; at < start.length; at++) variants.add(start.slice(0, at) + start.slice(at + 1))
  return [...variants].map(hashOf)
}

/** One letter more, less, other, or two swapped: 0, 1 or, for anything further apart, 2. */
function editsBetween(a: string, b: string): 0 | 1 | 2 {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > 1) return 2
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from++
  const restA = a.slice(from)
  const restB = b.slice(from)
  if (restA.slice(1) === restB.slice(1)) return 1
  if (restA.slice(1) === restB || restA === restB.slice(1)) return 1
  const swapped =
    restA.length > 1 && restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return swapped ? 1 : 2
}

/** How far a typed word is from a word or, worse, from its beginning: 0 to 2 for near ones, 9 for others. */
export function typoCost(typed: string, word: string): number {
  if (word === typed) return 0
  if (word.startsWith(typed)) return 0.5
  if (editsBetween(typed, word) === 1) return 1
  const { length } = typed
  const starts = [word.slice(0, length), word.slice(0, length - 1), word.slice(0, length + 1)]
  return starts.some((start) => editsBetween(typed, start) === 1) ? 2 : 9
}
