import { fold, latinOfGreek } from '../../format/fold.ts'

/** The contract takes keys of up to 300 characters; what is longer is shortened by its digest, and loses no letters here. */
export const maxKeyLength = 200

/** `eta` and the two-letter names are left out: they are parts of words. */
const greekName = /alpha|beta|gamma|delta|epsilon|zeta|theta|kappa|lambda|sigma|omega/g

/**
 * What names of one pathway have in common: letters and digits, blind to case, accents, dashes and how a Greek letter
 * is written, so `NF_KB`, `NF-kB` and `NF-κB` give `nfkb`. Digits stay apart where they are (`ERK1/2` is not `ERK12`),
 * and signs behind a word count (`CD4+` is not `CD4-`; a minus is `!` here). Two names with one result are one pathway,
 * unless a person said otherwise. A name without a letter or digit has its `exactPathwayName`.
 */
export function normalizePathwayName(name: string): string {
  const letters = withSigns(fold(name))
    .replace(/(?<!\p{N})[^\p{L}\p{N}+!]+|[^\p{L}\p{N}+!]+(?!\p{N}|[^\p{L}\p{N}+!])/gu, '')
    .replace(/[^\p{L}\p{N}+!]+/gu, '.')
  if (letters === '') return exactPathwayName(name)
  return letters.length > maxKeyLength ? letters : withGreekLetters(letters)
}

/** One name as it is written, which no normalized name can be: those hold no `=`. */
export const exactPathwayName = (name: string): string => `=${name.toWellFormed()}`

/** A plus right behind a letter or digit, and a dash that joins it to nothing; other ones are separators. */
const withSigns = (folded: string): string =>
  folded.replace(/(?<=[\p{L}\p{N}])-(?![\p{L}\p{N}])/gu, '!').replace(/(?<![\p{L}\p{N}])[+!]/gu, ' ')

/** Until none is left, so that a normalized name is its own. */
function withGreekLetters(text: string): string {
  const changed = text.replace(greekName, (name) => latinOfGreek.get(name) ?? name)
  return changed === text ? text : withGreekLetters(changed)
}
