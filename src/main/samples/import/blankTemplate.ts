import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { toMarkedCsvText } from '../../../shared/format/csvLine.ts'

/** Wide enough for the longest name of the default form. */
const columnWidth = 18

/**
 * An empty table with these columns. Those of the workbook are text throughout, so that a spreadsheet changes no name
 * into a day and keeps leading zeros.
 */
export async function* writeBlankTemplate(
  columns: readonly string[],
  format: 'csv' | 'xlsx',
): AsyncGenerator<string | Uint8Array> {
  if (format === 'csv') {
    yield* toMarkedCsvText([columns])
    return
  }
  const { writeXlsx } = await import('hucre/xlsx')
  const isText = { numFmt: '@', width: columnWidth }
  const sheet = { name: 'Samples', columns: columns.map(() => isText), rows: [[...columns]] }
  yield withTextColumns(await writeXlsx({ sheets: [sheet] }))
}

const sheetPath = 'xl/worksheets/sheet1.xml'

/** Applies the text format to whole columns, because the user fills in the empty cells. */
function withTextColumns(workbook: Uint8Array): Uint8Array {
  const parts = unzipSync(workbook)
  const xml = strFromU8(parts[sheetPath] ?? new Uint8Array())
  // The first cell has the format that all columns should have.
  const style = /<c r="A1"[^>]* s="(\d+)"/.exec(xml)?.[1]
  if (style === undefined) throw new Error('The empty workbook has no format for text.')
  const styled = xml.replaceAll('<col ', `<col style="${style}" `)
  return zipSync({ ...parts, [sheetPath]: strToU8(styled) })
}
