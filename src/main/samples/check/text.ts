import { fromInert } from '../../../shared/domain/csvLine.ts'
import { hashIfPlain, maxTextLength, noHash } from './fastCheck.ts'
import { type Checked, type Finding, noFindings, refusedCell, warning } from './finding.ts'
import { codePoint, firstInvisible, joinerPattern, selector, unusualSpace } from './lookalikes.ts'

/** What a spreadsheet shows where a formula failed. */
const errorValue = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!)$/
/** What a cell may not hold: control characters with tab and line breaks, lone halves of characters. */
const control = /[\p{Cc}\p{Cs}]/u
/** What most cells are: printable ASCII of a usual length, without outer spaces or an apostrophe to think about. */
const plain = /^[!"$-&(-~](?:[ -~]{0,498}[!-~])?$/

/**
 * The text of a cell as it can be sent: outer spaces go with a warning, an empty cell sends nothing, and what could
 * not be seen or was not read right is refused.
 */
export function checkText(cell: string): Checked {
  if (plain.test(cell)) return { value: cell, findings: noFindings }
  const trimmed = cell.trim()
  if (trimmed === '') return { findings: noFindings }
  if (trimmed.includes('\uFFFD'))
    return refusedCell(
      'encoding',
      'Some characters could not be read (shown as �). Choose another encoding, or save the file as UTF-8.',
    )
  const controlMatch = control.exec(trimmed)
  if (controlMatch) return refusedCell('control-character', controlMessage(controlMatch[0]))
  const invisible = firstInvisible(trimmed)
  if (invisible !== undefined)
    return refusedCell(
      'invisible-character',
      `The cell holds a character that nobody sees (${codePoint(invisible)}), as web pages and chats leave in what is copied. Type the value anew.`,
    )
  if (errorValue.test(trimmed))
    return refusedCell(
      'error-value',
      `“${trimmed}” is the error of a formula, not a value. Correct the formula, or leave the cell empty.`,
    )
  if (trimmed.length > maxTextLength)
    return refusedCell(
      'too-long',
      `The cell has ${trimmed.length} characters; up to ${maxTextLength} can be sent. Shorten it.`,
    )
  // Our own CSV files have an apostrophe before what would be a formula, and Excel shows the text without.
  const value = fromInert(trimmed)
  return { value, findings: textWarnings(cell, trimmed, value) }
}

function textWarnings(cell: string, trimmed: string, value: string): Finding[] {
  const findings: Finding[] = []
  if (cell !== trimmed)
    findings.push(warning('spaces', 'Spaces before or after the value are left out. Nothing is needed.'))
  if (value !== trimmed)
    findings.push(
      warning(
        'inert-formula',
        'The leading apostrophe only keeps a spreadsheet from running the text; it is left out.',
      ),
    )
  const invisibleMatch = selector.exec(value) ?? joinerPattern().exec(value)
  if (invisibleMatch) findings.push(warning('invisible-character', invisibleMessage(invisibleMatch[0])))
  return findings
}

const invisibleMessage = (character: string): string =>
  `The value holds a character that nobody sees (${codePoint(character)}) and that tells it from others that look the same. If it is not meant, type the value anew; it is sent as it stands.`

const controlMessage = (character: string): string =>
  /[\r\n]/.test(character)
    ? 'The cell holds a line break, which an order cannot. Write the value on one line.'
    : 'The cell holds a tab or another control character. Type the value anew.'

/** How spreadsheets in English, German and Chinese show a day that they made of a name. */
const month = 'jan|feb|mar|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez'
const dayLike = new RegExp(
  `^(?:\\d{1,2}-(?:${month})(?:-\\d{2}|-\\d{4})?|(?:${month})-(?:\\d{2}|\\d{4})|\\d{1,2}\\. ?(?:${month})|\\d{1,2}月\\d{1,2}日)$`,
  'i',
)
const rounded = /^[+-]?\d+(?:[.,]\d+)?e[+-]\d+$/i
const manyDigits = /^\d{16,}$/

/**
 * What a spreadsheet has probably done to a text: turned it into a date, a rounded number or 16 digits with a made-up
 * end. It is said and never repaired, since nobody but its owner knows what stood there.
 */
function spreadsheetDamage(text: string): readonly Finding[] {
  if (dayLike.test(text))
    return [
      warning(
        'excel-date',
        `“${text}” looks like a name that a spreadsheet has turned into a date (as SEPT2 becomes 2-Sep). Check it; it is sent as it stands.`,
      ),
    ]
  if (rounded.test(text))
    return [
      warning(
        'excel-exponent',
        `“${text}” looks like a name or long number that a spreadsheet has rounded. Check it; it is sent as it stands.`,
      ),
    ]
  if (!manyDigits.test(text)) return noFindings
  return [
    warning(
      'excel-digits',
      `“${text}” has ${text.length} digits; spreadsheets keep 15 and set the others to 0. Check the last ones.`,
    ),
  ]
}

/** A text field: what can be sent, with what a spreadsheet has probably done to it. */
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

export const missingReference = 'The name of the sample is missing. Give each sample a name of its own.'
