import { escapeFormula, unescapeFormula } from '../../../../shared/format/csvLine.ts'
import { lazy } from '../../../../shared/lazy.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { type Checked, type FileRule, type Finding, noFindings, refusedCell, warning } from '../finding.ts'
import { shorten } from '../tableRow.ts'
import { hashIfPlain, maxTextLength, noHash } from './fastCheck.ts'

/** Splits a list of words for cells and headers, in lower case, in the languages of the labs that we support. */
export const wordList = (text: string): readonly string[] => text.trim().split(/\s*,\s*/)

const beyondAscii = /[^ -~]/
/** Signs that select how the character before them is drawn. Some scripts need them. */
const selector = /\p{Variation_Selector}/u
/** Invisible characters. U+2800 is a braille sign without dots. */
const invisible = /(?!\p{Variation_Selector})[\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u
/** Scripts that join or separate letters with an invisible sign, as in Persian “علی\u200Cرضا”. */
const joined =
  'Arabic Syriac Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
const letter = `[${joined.replaceAll(/\S+/g, '\\p{Script_Extensions=$&}').replaceAll(' ', '')}]`
const picture = '\\p{Extended_Pictographic}'
const sign = `(?<=(?=[\\p{L}\\p{M}])${letter})[\u200C\u200D](?=(?=[\\p{L}\\p{M}])${letter})`
const emojiJoiner = `(?<=${picture}[\uFE0F\\p{Emoji_Modifier}]?)\u200D(?=${picture})`
/** Signs that join or separate letters, or combine several emoji into one. They are invisible but legitimate. */
const joinerPattern = lazy(() => new RegExp(`${sign}|${emojiJoiner}`, 'u'))
const allJoiners = lazy(() => new RegExp(joinerPattern(), 'gu'))
/** Returns the first invisible character that is not legitimate. */
const firstInvisible = (text: string): string | undefined =>
  (invisible.exec(text) && invisible.exec(text.replaceAll(allJoiners(), '')))?.[0]

/** A space that looks like the usual one, unlike the wide space of Chinese and Japanese. */
const unusualSpace = /(?![ \u3000])\p{Zs}/u
const invisibleCharacters = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const spaces = /\p{Zs}/gu

/** The characters that are seen of a name, each in one spelling. */
const toVisibleForm = (name: string): string =>
  name.replaceAll(invisibleCharacters, '').replaceAll(spaces, ' ').normalize('NFC')

const noNames: readonly string[] = []

/** `U+200B` for the first character of a text. */
const codePoint = (text: string): string =>
  `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/**
 * Returns other names that look like this one and may be in use: its visible form, decomposed, or with no-break spaces.
 */
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

/** Watches the names of a file for those that look the same. `rowOf`: the line of an order of just this name. */
export function createLookalikeRule(column: string | null, rowOf: (name: string) => number | null): FileRule {
  const names: LookalikeName[] = []
  return {
    observe(row, _cells, { client_reference: name }) {
      if (name === undefined || !beyondAscii.test(name)) return true
      const visibleForm = toVisibleForm(name)
      if (visibleForm !== name) names.push({ row, name, visibleForm })
      return names.length < maxNames
    },
    problems() {
      const firstByForm = new Map<string, LookalikeName>()
      return names.flatMap((one) => {
        const first = firstByForm.get(one.visibleForm)
        if (!first) firstByForm.set(one.visibleForm, one)
        const other = rowOf(one.visibleForm) ?? (first && first.name !== one.name ? first.row : null)
        if (other === null || other === one.row) return []
        const { row, name } = one
        return [
          {
            row,
            column,
            value: name,
            ...warning('same-look', lookalikeMessage(message('check.thatOnLine', { other }))),
          },
        ]
      })
    },
  }
}

/** A column with more values is no list of a few groups. */
const maxSpellings = 200

/**
 * Watches a column of groups, tissues or treatments for two values that differ only in case, spaces, hyphens or
 * underscores: “ctrl”, “Ctrl”.
 */
export function createSpellingRule(column: string, index: number): FileRule {
  const isRecent = createRecentTexts()
  const seen = new Set<string>()
  const firstByFolded = new Map<string, string>()
  const pairs: { row: number; first: string; value: string }[] = []
  return {
    observe(row, cells) {
      const cell = cells[index] ?? ''
      if (isRecent(cell) || seen.has(cell)) return true
      seen.add(cell)
      const value = cell.trim()
      const folded = value
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[\p{Zs}_-]+/gu, ' ')
      const first = firstByFolded.get(folded)
      if (first === undefined) firstByFolded.set(folded, value)
      else if (first !== value) pairs.push({ row, first, value })
      return seen.size < maxSpellings
    },
    problems: () =>
      pairs.map(({ row, first, value }) => ({
        row,
        column,
        value,
        ...warning('similar-values', message('check.differCaseSpacesHyphens', { value, first, column })),
      })),
  }
}

const recentTexts = 64

/** Returns a function that reports whether it saw a text recently. It is cheaper than a set for the few values of a column. */
function createRecentTexts(): (text: string) => boolean {
  const texts = Array.from<string | null>({ length: recentTexts }).fill(null)
  return (text) => {
    const { length } = text
    const slot = (length * 7 + text.charCodeAt(0) * 5 + text.charCodeAt(length - 1)) & (recentTexts - 1)
    if (texts[slot] === text) return true
    texts[slot] = text
    return false
  }
}

export const lookalikeMessage = (other: Message): Message => message('check.nameLooksSameWritten', { other })

/** A number, with or without a sign. Spreadsheets read it as a number too, not as a formula. */
const signedNumber = /^[+-]?\d+(?:[.,]\d+)?$/

/** Watches a column of names for those that a spreadsheet reads as formulas. */
export function createFormulaRule(column: string, index: number): FileRule {
  let count = 0
  let first: { row: number; value: string } | null = null
  return {
    observe(row, cells) {
      const cell = cells[index] ?? ''
      // Most names begin with a letter or digit.
      if (cell.charCodeAt(0) > 64) return true
      const name = cell.trim()
      const isInert = name.startsWith("'") || escapeFormula(name) === name
      if (isInert || signedNumber.test(name)) return true
      count += 1
      first ??= { row, value: name }
      return true
    },
    problems() {
      if (first === null) return []
      const name = shorten(first.value)
      const text = message('samples.namesColumnBeginFormulas', { count, name })
      return [{ ...first, column, ...warning('formula-name', text) }]
    },
  }
}

/** The values a spreadsheet shows for a failed formula. */
const errorValue = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!)$/
/** Characters that a cell must not have: control characters including tabs and line breaks, and lone surrogates. */
const control = /[\p{Cc}\p{Cs}]/u
/**
 * The form of most cells: printable ASCII of a usual length, without outer spaces or an apostrophe that needs a check.
 */
const plain = /^[!"$-&(-~](?:[ -~]{0,498}[!-~])?$/

/**
 * Checks a text and returns it as it will be sent: trims outer spaces with a warning, sends nothing for an empty cell,
 * and refuses text that is invisible or was decoded wrongly.
 */
export function checkText(cell: string): Checked {
  if (plain.test(cell)) return { value: cell, findings: noFindings }
  const trimmed = cell.trim()
  if (trimmed === '') return { findings: noFindings }
  if (trimmed.includes('\uFFFD')) return refusedCell('encoding', message('check.someCharactersCouldNot'))
  const controlMatch = control.exec(trimmed)
  if (controlMatch) return refusedCell('control-character', controlMessage(controlMatch[0]))
  const invisible = firstInvisible(trimmed)
  if (invisible !== undefined)
    return refusedCell(
      'invisible-character',
      message('check.cellContainsInvisibleCharacter', { invisible: codePoint(invisible) }),
    )
  if (errorValue.test(trimmed))
    return refusedCell('error-value', message('check.formulaErrorNotValue', { trimmed }))
  if (trimmed.length > maxTextLength)
    return refusedCell(
      'too-long',
      message('check.cellCharactersUpSent', { count: trimmed.length, maxTextLength }),
    )
  // Our own CSV files have an apostrophe before what would be a formula, and Excel shows the text without.
  const value = unescapeFormula(trimmed)
  return { value, findings: textWarnings(cell, trimmed, value) }
}

function textWarnings(cell: string, trimmed: string, value: string): Finding[] {
  const findings: Finding[] = []
  if (cell !== trimmed) findings.push(warning('spaces', message('check.pathclockRemovesSpacesBefore')))
  if (value !== trimmed)
    findings.push(warning('inert-formula', message('check.leadingApostrophePreventsSpreadsheet')))
  const invisibleMatch = selector.exec(value) ?? joinerPattern().exec(value)
  if (invisibleMatch) findings.push(warning('invisible-character', invisibleMessage(invisibleMatch[0])))
  return findings
}

const invisibleMessage = (character: string): Message =>
  message('check.valueContainsInvisibleCharacter', { character: codePoint(character) })

const controlMessage = (character: string): Message =>
  /[\r\n]/.test(character) ? message('check.cellLineBreakWrite') : message('check.cellTabAnotherControl')

/** The forms in which English, German and Chinese spreadsheets show a day that they made from a name. */
const month = 'jan|feb|mar|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez'
const dayLike = new RegExp(
  `^(?:\\d{1,2}-(?:${month})(?:-\\d{2}|-\\d{4})?|(?:${month})-(?:\\d{2}|\\d{4})|\\d{1,2}\\. ?(?:${month})|\\d{1,2}月\\d{1,2}日)$`,
  'i',
)
const rounded = /^[+-]?\d+(?:[.,]\d+)?e[+-]\d+$/i
const manyDigits = /^\d{16,}$/

/**
 * Finds the likely damage by a spreadsheet: a text turned into a date, a rounded number, or 16 digits with a false end.
 * Damage is reported and never repaired, since only the owner can tell the original text.
 */
function spreadsheetDamage(text: string): readonly Finding[] {
  if (dayLike.test(text)) return [warning('excel-date', message('check.looksLikeNameSpreadsheet', { text }))]
  if (rounded.test(text)) return [warning('excel-exponent', message('check.looksLikeNameLong', { text }))]
  if (!manyDigits.test(text)) return noFindings
  return [warning('excel-digits', message('check.digitsSpreadsheetsStore15', { text, count: text.length }))]
}

/** Checks a text field and adds warnings about likely damage by a spreadsheet. */
export function checkName(cell: string): Checked {
  if (hashIfPlain(cell) !== noHash) return { value: cell, findings: noFindings }
  const checked = checkText(cell)
  if (typeof checked.value !== 'string') return checked
  const damage = spreadsheetDamage(checked.value)
  return damage.length === 0 ? checked : { ...checked, findings: [...checked.findings, ...damage] }
}

/** The name of the sample, which must be there. */
export function checkReference(cell: string): Checked {
  const checked = checkName(cell)
  if (typeof checked.value !== 'string')
    return checked.findings.length > 0 ? checked : refusedCell('required', missingReference)
  const space = unusualSpace.exec(checked.value)
  if (!space) return checked
  return {
    ...checked,
    findings: [...checked.findings, warning('invisible-character', invisibleMessage(space[0]))],
  }
}

export const missingReference = message('check.sampleNoNameGive')
