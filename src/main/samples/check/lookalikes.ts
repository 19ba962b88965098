import type { Problem } from '../../../shared/domain/importing.ts'
import { lazy } from '../../../shared/lazy.ts'
import { warning } from './finding.ts'

const beyondAscii = /[^ -~]/
/** Signs that choose how the character before them is drawn, in some scripts rightly so. */
export const selector = /\p{Variation_Selector}/u
/** What nobody sees. U+2800 is a braille sign without dots. */
const invisible = /(?!\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u
/** Scripts whose letters are written joined or apart by a sign that nobody sees, as in Persian “علی\u200Cرضا”. */
const joined =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
const letter = `[${joined.replaceAll(/\S+/g, '\\p{Script_Extensions=$&}').replaceAll(' ', '')}]`
const picture = '\\p{Extended_Pictographic}'
const sign = `(?<=(?=[\\p{L}\\p{M}])${letter})[\u200C\u200D](?=(?=[\\p{L}\\p{M}])${letter})`
const bond = `(?<=${picture}[\uFE0F\\p{Emoji_Modifier}]?)\u200D(?=${picture})`
/** What joins or parts the letters of a word, or makes one picture of several: not seen either, and rightly there. */
export const joinerPattern = lazy(() => new RegExp(`${sign}|${bond}`, 'u'))
const allJoiners = lazy(() => new RegExp(joinerPattern(), 'gu'))
/** The first of those characters that nobody sees and nobody means. */
export const firstInvisible = (text: string): string | undefined =>
  (invisible.exec(text) && invisible.exec(text.replaceAll(allJoiners(), '')))?.[0]

/** A space that looks like the usual one, which the wide one of Chinese and Japanese does not. */
export const unusualSpace = /(?![ \u3000])\p{Zs}/u
const invisibleCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const spaces = /\p{Zs}/gu

/** The characters that are seen of a name, each in one spelling. */
const toVisibleForm = (name: string): string =>
  name.replaceAll(invisibleCharacters, '').replaceAll(spaces, ' ').normalize('NFC')

const noNames: readonly string[] = []

/** `U+200B` for the first character of a text. */
export const codePoint = (text: string): string =>
  `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Other names that look like this one and that somebody may have given: as it is seen, decomposed, with fixed spaces. */
export function lookalikes(name: string): readonly string[] {
  if (!beyondAscii.test(name) && !name.includes(' ')) return noNames
  const visibleForm = toVisibleForm(name)
  const all = new Set([visibleForm, visibleForm.normalize('NFD'), visibleForm.replaceAll(' ', '\u00A0')])
  all.delete(name)
  return [...all]
}

/** More of them are a habit of the file, and no slip. */
const maxNames = 10_000

type LookalikeName = { row: number; name: string; visibleForm: string }

/**
 * Watches the names of a file for those that look the same and are not: they would be two samples. `rowOf`: the line of
 * an order of just this name.
 */
export function createLookalikeWatch(column: string | null, rowOf: (name: string) => number | null) {
  const names: LookalikeName[] = []
  return {
    observe(row: number, name: string): void {
      if (!beyondAscii.test(name) || names.length === maxNames) return
      const visibleForm = toVisibleForm(name)
      if (visibleForm !== name) names.push({ row, name, visibleForm })
    },
    findings(): Problem[] {
      const firstByForm = new Map<string, LookalikeName>()
      return names.flatMap((one) => {
        const first = firstByForm.get(one.visibleForm)
        if (!first) firstByForm.set(one.visibleForm, one)
        const other = rowOf(one.visibleForm) ?? (first && first.name !== one.name ? first.row : null)
        if (other === null || other === one.row) return []
        const { row, name } = one
        return [
          { row, column, value: name, ...warning('same-look', lookalikeMessage(`that on line ${other}`)) },
        ]
      })
    },
  }
}

/** What is said of a name that looks like another one. */
export const lookalikeMessage = (other: string): string =>
  `The name looks the same as ${other}, but is written with other characters, so that they are two samples. If they are one, type both names anew; they are sent as they stand.`
