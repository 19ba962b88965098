import { createHash } from 'node:crypto'
import { fold } from '../fold.ts'

/** The contract takes keys of up to 300 characters. */
const maxKeyLength = 200
const longKeyPrefixLength = 150

/** As `fold` writes the letters themselves. `eta` and the two-letter names are left out: they are parts of words. */
const greekNames: Record<string, string> = {
  alpha: 'a',
  beta: 'b',
  gamma: 'g',
  delta: 'd',
  epsilon: 'e',
  zeta: 'z',
  theta: 'th',
  kappa: 'k',
  lambda: 'l',
  sigma: 's',
  omega: 'o',
}
const greekName = new RegExp(Object.keys(greekNames).join('|'), 'g')

/**
 * What names of one pathway have in common: letters and digits, blind to case, accents, dashes and how a Greek letter
 * is written, so `NF_KB`, `NF-kB` and `NF-κB` give `nfkb`. Digits stay apart where they are (`ERK1/2` is not `ERK12`),
 * and signs behind a word count (`CD4+` is not `CD4-`; a minus is `!` in the key).
 * A name without a letter or digit has its `ownKey`.
 */
export function pathwayKey(name: string): string {
  const letters = withSigns(fold(name))
    .replace(/(?<!\p{N})[^\p{L}\p{N}+!]+|[^\p{L}\p{N}+!]+(?!\p{N}|[^\p{L}\p{N}+!])/gu, '')
    .replace(/[^\p{L}\p{N}+!]+/gu, '.')
  if (letters === '') return ownKey(name)
  return letters.length > maxKeyLength ? shortened(letters) : withGreekLetters(letters)
}

/** A plus right behind a letter or digit, and a dash that joins it to nothing; other ones are separators. */
const withSigns = (folded: string): string =>
  folded.replace(/(?<=[\p{L}\p{N}])-(?![\p{L}\p{N}])/gu, '!').replace(/(?<![\p{L}\p{N}])[+!]/gu, ' ')

/** The key that stands for one name as it is written and can be that of no other: folded keys hold no `=`. */
export function ownKey(name: string): string {
  const key = `=${name.toWellFormed()}`
  return key.length > maxKeyLength ? shortened(key) : key
}

function shortened(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return `${key.slice(0, longKeyPrefixLength).toWellFormed()}~${digest}`
}

/** Until none is left, so that a key is its own key. */
function withGreekLetters(text: string): string {
  const changed = text.replace(greekName, (name) => greekNames[name] ?? name)
  return changed === text ? text : withGreekLetters(changed)
}
