import { foldings, isAscii } from '../searchText.ts'

/** Longer words are cut, in the index as in a query. */
const maxTokenLength = 60
const maxKeyLength = 200
/** More words than any name has; a pasted page must not become an endless condition. */
const maxWords = 32
/** Characters of a question that count. */
export const maxQueryLength = 500
/** What only separates: a name is the same with it, without it, or with another of them. */
const separators = /[\s\-_.,;:()[\]{}/\\'"`|<>!?]+/u
const separatorsAll = new RegExp(separators, 'gu')
/** Scripts written without spaces are taken character by character, in pairs. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
/** A sign that means something (`%`, `_`, `®`) is a word of its own. */
const signs = /[^\p{L}\p{M}\p{N}\s\-.,;:()[\]{}/\\'"`|<>!?]/gu
const asciiSigns = /[^a-zA-Z0-9\s\-.,;:()[\]{}/\\'"`|<>!?]/g
const privateUse = 0xe000
const greekNames: Record<string, string> = { alpha: 'a', beta: 'b', gamma: 'g', delta: 'd', kappa: 'k' }

/** A name by which two spellings of it are one: `TGF-β 1` gives `tgfb1`. */
export const keyOf = (folded: string): string =>
  folded.replace(separatorsAll, '').slice(0, maxKeyLength) || folded.slice(0, maxKeyLength)

/** The keys of a name: with Latin letters for Greek ones, then with their names. */
export const keysOf = (name: string): string[] => [
  ...new Set(
    foldings(name)
      .map(keyOf)
      .filter((key) => key !== ''),
  ),
]

/** All parts of three letters, as the tokenizer “trigram” makes them; each once. */
export function gramsOf(key: string): Set<string> {
  const letters = Array.from(key)
  return new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))
}

/** A word in its parts: letters and digits (`text`), pairs of unspaced characters and signs (`whole`). */
export type Part = { token: string; kind: 'text' | 'whole' }

// The FTS5 tokenizer “ascii” takes every character above ASCII for a letter, so a sign has to become one.
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

/** The words by which a text is found; each once. `text` may be cut by the caller: a description has no limit. */
export function tokensOf(text: string): Set<string> {
  const tokens = new Set<string>()
  for (const folded of foldings(text))
    for (const word of folded.split(' ')) {
      const parts = partsOf(word)
      for (const { token } of parts) tokens.add(token)
      if (parts.length > 1 && joined(parts) !== '') tokens.add(joined(parts))
      for (const run of isAscii(word) ? [] : (word.match(unspaced) ?? []))
        for (const letter of run) tokens.add(letter)
    }
  return tokens
}

/** One word of a query in every way it may be written; in each way all parts must be found. */
export type QueryWord = { text: string; spellings: Part[][] }

/** The words of a query, each once; a word of separators alone asks for nothing. */
export function toQueryWords(text: string): QueryWord[] {
  const words = new Map<string, QueryWord>()
  for (const spelled of text.slice(0, maxQueryLength).split(/\s+/)) {
    if (words.size >= maxWords) break
    const folded = foldings(spelled).filter((spelling) => spelling !== '')
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
  // `TGF-beta` asks for what others write `TGFb`.
  const latin = together.replace(
    /(alpha|beta|gamma|delta|kappa)(b?\d*)$/,
    (_, name, rest) => `${greekNames[name]}${rest}`,
  )
  if (latin !== together && latin.length > 2) spellings.push([{ token: latin, kind: 'text' }])
  return spellings
}

/** Up to here the tables of words have an index of their own for beginnings. */
const maxIndexedPrefixLength = 5
export const isLong = (token: string): boolean => token.length > maxIndexedPrefixLength
/** Sorts after all that begins with what stands before it. */
export const lastCharacter = '\u{10ffff}'
