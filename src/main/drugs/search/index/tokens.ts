import { isAscii, latinOfGreek, spellingVariants } from '../../../../shared/format/fold.ts'

/** Longer words are cut, both in the index and in queries. */
const maxTokenLength = 60
const maxKeyLength = 200
/** More words than any name has; a pasted page must not create a huge condition. */
const maxWords = 32
export const maxQueryLength = 500
/** Characters that only separate: two names are equal if they differ only in these. */
const separators = /[\s\-_.,;:()[\]{}/\\'"`|<>!?]+/u
const separatorsAll = new RegExp(separators, 'gu')
/** Scripts without spaces are indexed in pairs of characters. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
/** A meaningful sign (`%`, `_`, `®`) is a word of its own. */
const signs = /[^\p{L}\p{M}\p{N}\s\-.,;:()[\]{}/\\'"`|<>!?]/gu
const asciiSigns = /[^a-zA-Z0-9\s\-.,;:()[\]{}/\\'"`|<>!?]/g
const privateUse = 0xe000

/** Returns the key that all spellings of a name share: `TGF-β 1` gives `tgfb1`. */
export const keyOf = (folded: string): string =>
  folded.replace(separatorsAll, '').slice(0, maxKeyLength) || folded.slice(0, maxKeyLength)

/** Returns the keys of a name: with Latin letters for Greek ones, then with the names of the letters. */
export const keysOf = (name: string): string[] => [
  ...new Set(
    spellingVariants(name)
      .map(keyOf)
      .filter((key) => key !== ''),
  ),
]

/** Returns the distinct trigrams, as the tokenizer “trigram” produces them. */
export function gramsOf(key: string): Set<string> {
  const letters = Array.from(key)
  return new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))
}

/** A part of a word: letters and digits (`text`), or a sign or pair of unspaced characters (`whole`). */
export type Part = { token: string; kind: 'text' | 'whole' }

// The FTS5 tokenizer “ascii” treats every non-ASCII character as a letter, so an ASCII sign is mapped to one.
const signToken = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  return code < 0x80 ? String.fromCodePoint(privateUse + code) : sign
}

function partsOf(word: string): Part[] {
  return isAscii(word) ? partsOfAscii(word) : partsOfAll(word)
}

const partsOfAscii = (word: string): Part[] =>
  word
    .replace(asciiSigns, (sign) => ` ${signToken(sign)} `)
    .split(separators)
    .filter((text) => text !== '')
    .map((text) => ({
      token: text.slice(0, maxTokenLength),
      kind: text.charCodeAt(0) < privateUse ? 'text' : 'whole',
    }))

function partsOfAll(word: string): Part[] {
  const spaced = word.replace(signs, (sign) => ` ${signToken(sign)} `).replace(unspaced, (run) => ` ${run} `)
  return spaced
    .split(separators)
    .filter((text) => text !== '')
    .flatMap((text): Part[] => {
      if (text.search(unspaced) === 0) return pairs(text).map((token) => ({ token, kind: 'whole' }))
      const kind = /^[\p{L}\p{N}]/u.test(text) ? 'text' : 'whole'
      return [{ token: text.slice(0, maxTokenLength), kind }]
    })
}

function pairs(run: string): string[] {
  const letters = Array.from(run)
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

const joined = (parts: readonly Part[]): string =>
  parts
    .filter(({ kind }) => kind === 'text')
    .map(({ token }) => token)
    .join('')
    .slice(0, maxTokenLength)

/** Returns the distinct words that find a text. Callers should cut long texts, because a description has no limit. */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const folded of spellingVariants(text))
    for (const word of folded.split(' ')) {
      const parts = partsOf(word)
      for (const { token } of parts) tokens.add(token)
      if (parts.length > 1 && joined(parts) !== '') tokens.add(joined(parts))
      for (const run of isAscii(word) ? [] : (word.match(unspaced) ?? []))
        for (const letter of run) tokens.add(letter)
    }
  return tokens
}

/** One word of a query with its alternative spellings. All parts of a spelling must match. */
export type QueryWord = { text: string; spellings: Part[][] }

/** Returns the distinct words of a query, without words that are only separators. */
export function toQueryWords(text: string): QueryWord[] {
  const words = new Map<string, QueryWord>()
  for (const spelled of text.slice(0, maxQueryLength).split(/\s+/)) {
    if (words.size >= maxWords) break
    const folded = spellingVariants(spelled).filter((spelling) => spelling !== '')
    const spellings = folded.flatMap(spellingsOf)
    const first = folded[0]
    if (first !== undefined && spellings.length > 0) words.set(first, { text: keyOf(first), spellings })
  }
  return [...words.values()]
}

function spellingsOf(folded: string): Part[][] {
  const parts = partsOf(folded)
  if (parts.length === 0) return []
  const spellings = [parts]
  const together = joined(parts)
  if (parts.length > 1 && parts.every(({ kind }) => kind === 'text'))
    spellings.push([{ token: together, kind: 'text' }])
  // `TGF-beta` also finds `TGFb`.
  const latin = together.replace(
    /(alpha|beta|gamma|delta|kappa)(b?\d*)$/,
    (_, name, rest) => `${latinOfGreek.get(name)}${rest}`,
  )
  if (latin !== together && latin.length > 2) spellings.push([{ token: latin, kind: 'text' }])
  return spellings
}

/** Prefixes up to this length have an FTS5 index. */
const maxIndexedPrefixLength = 5
export const isLong = (token: string): boolean => token.length > maxIndexedPrefixLength
/** Sorts after every string that starts with the same prefix. */
export const lastCharacter = '\u{10ffff}'

/** Typos are matched on this many first letters, which keeps the table small; ranking compares the whole word. */
const comparedLetters = 7
/** Shorter words have too many neighbors. */
const minLetters = 4

/** Returns 37 bits of two mixed FNV-like hashes: a safe integer, with almost no collisions among millions of words. */
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

/** True for words that accept typos. Codes and numbers do not, because they differ by one character on purpose. */
export const allowsTypos = (word: string): boolean => word.length >= minLetters && /^[a-z]+$/.test(word)

export const startOf = (word: string): string => word.slice(0, comparedLetters)

/** Returns hashes of a word's start and of all variants with one letter deleted (the symmetric delete of SymSpell). */
export function deleteHashes(word: string): number[] {
  const start = startOf(word)
  const variants = new Set([start])
  for (let at = 0; at < start.length; at++) variants.add(start.slice(0, at) + start.slice(at + 1))
  return [...variants].map(hashOf)
}

/** True if `b` is `a` with one letter inserted, deleted or replaced, or two neighbors swapped. */
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

/** True if both strings are equal from these positions on; the rests have the same length. */
function hasSameTail(a: string, fromA: number, b: string, fromB: number): boolean {
  for (let at = a.length - 1, other = b.length - 1; at >= fromA && other >= fromB; at--, other--)
    if (a.charCodeAt(at) !== b.charCodeAt(other)) return false
  return true
}

/** Returns the cost of a typed word for a word or its prefix: 0 to 2 for near words, 9 for others. */
export function typoCost(typed: string, word: string): number {
  if (word === typed) return 0
  if (word.startsWith(typed)) return 0.5
  if (isOneEdit(typed, word)) return 1
  const { length } = typed
  if (word.length < length) return 9
  for (const end of [length, length - 1, length + 1]) if (isOneEdit(typed, word.slice(0, end))) return 2
  return 9
}
