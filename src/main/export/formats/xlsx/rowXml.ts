import type { TableColumn } from '../../../../shared/domain/exporting.ts'
import type { Cell } from '../../table.ts'
import { assertFinite, cannotHold } from '../columns.ts'
import { style } from './parts.ts'

/** Limits of Excel: rows with the header, and characters in a cell. */
const maxRows = 1_048_576
export const maxCharacters = 32_767
const instead = 'Export the table as CSV or Parquet, which hold any length.'

/** `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(0x41 + ((rest - 1) % 26)) + letters
  return letters
}

/**
 * Writes the row of a number (1 is the header) as XML. Texts are text cells, in the style that is given them; missing
 * values have no cell, an empty text has one. Throws `rejected` for what Excel would cut off.
 */
export function createRowWriter(
  columns: readonly TableColumn[],
): (cells: readonly Cell[], rowNumber: number, textStyle?: number) => string {
  const letters = columns.map((_, index) => columnLetters(index))
  return (cells, rowNumber, textStyle = style.text) => {
    if (rowNumber > maxRows)
      throw cannotHold('The table has more rows than the 1,048,576 of a sheet of Excel.', {
        field: 'format',
        instead,
      })
    let xml = `<row r="${rowNumber}">`
    for (let index = 0; index < letters.length; index++) {
      const cell = cells[index] ?? null
      if (cell === null) continue
      const start = `<c r="${letters[index]}${rowNumber}"`
      if (typeof cell === 'number') {
        assertFinite(cell)
        // In the same letters as String writes it, in little more than half the time.
        xml += `${start}><v>${JSON.stringify(cell)}</v></c>`
      } else if (typeof cell === 'boolean') xml += `${start} t="b"><v>${cell ? 1 : 0}</v></c>`
      else {
        if (cell.length > maxCharacters) throw tooManyCharacters(cell, columns[index]?.name ?? '', rowNumber)
        xml += `${start} t="inlineStr" s="${textStyle}"><is>${textXml(cell)}</is></c>`
      }
    }
    return `${xml}</row>`
  }
}

function tooManyCharacters(text: string, column: string, rowNumber: number) {
  const where = rowNumber === 1 ? 'The header' : `Row ${rowNumber - 1}`
  const name = column.length > 60 ? `${column.slice(0, 60)}…` : column
  return cannotHold(
    `${where} of the column “${name}” has ${text.length} characters; a cell of Excel holds at most 32,767.`,
    { field: name, row: rowNumber - 1, instead },
  )
}

const textXml = (text: string): string =>
  isPlain(text) ? `<t>${text}</t>` : `<t xml:space="preserve">${escapeXml(text)}</t>`

/** Whether a text can stand in XML as it is; a loop, since it is asked for each text of the table. */
function isPlain(text: string): boolean {
  const last = text.length - 1
  for (let index = 0; index <= last; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || code === 0x26 || code === 0x3c || code === 0x3e || code >= 0xfffe) return false
    if (code === 0x5f && text.charCodeAt(index + 1) === 0x78) return false
  }
  return last < 0 || (text.charCodeAt(0) > 0x20 && text.charCodeAt(last) > 0x20)
}

const escapes = /_(?=x[0-9A-Fa-f]{4}_)|[&<>\uFFFE\uFFFF]|(?![\t\n\u007F-\u009F])\p{Cc}/gu
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * What XML cannot hold is written as `_xHHHH_` (ECMA-376, part 1, 22.9.2.19), and so is the underscore of a text that
 * looks like it; the carriage return too, which a reader of XML would take for a line feed.
 */
const escapeXml = (text: string): string =>
  text.replace(
    escapes,
    (character) =>
      named[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
