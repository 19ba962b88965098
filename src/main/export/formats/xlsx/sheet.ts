import type { TableColumn } from '../../../../shared/domain/exporting.ts'
import type { Cell } from '../../table.ts'
import { sheetStart, style } from './parts.ts'
import { columnLetters, createRowWriter } from './rowXml.ts'

export type Sheet = {
  columns: readonly TableColumn[]
  pages: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}

/** About so many characters are packed at once, whatever the size of the pages. */
const charactersAWrite = 64 * 1024

/** Widths are judged by so many rows, and lie between these bounds, in characters. */
const sampledRows = 100
const narrowest = 8
const widest = 60

function widthOf(name: string, index: number, rows: readonly (readonly Cell[])[]): number {
  const lengths = rows.slice(0, sampledRows).map((row) => String(row[index] ?? '').length)
  // The arrow of the filter takes the room of three.
  return Math.min(widest, Math.max(narrowest, name.length + 3, ...lengths.map((length) => length + 1)))
}

const isOfTexts = ({ type }: TableColumn): boolean => type === 'text' || type === 'time'

/** The header stays in sight; columns of texts are formatted as text also where they are empty. */
function startXml(columns: readonly TableColumn[], rows: readonly (readonly Cell[])[]): string {
  const widths = columns.map((column, index) => {
    const kind = isOfTexts(column) ? style.text : style.plain
    return `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column.name, index, rows)}" style="${kind}" customWidth="1"/>`
  })
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  return `${sheetStart}<sheetViews>${view}</sheetViews><cols>${widths.join('')}</cols><sheetData>`
}

/** A filter over everything, and no green corners at texts that look like numbers: they are meant as texts. */
function endXml(columns: number, rows: number): string {
  const range = `A1:${columnLetters(columns - 1)}${rows}`
  return `</sheetData><autoFilter ref="${range}"/><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

/** The XML of a sheet in pieces. Throws what the writer of its rows throws. */
export async function* sheetXml({ columns, pages }: Sheet): AsyncGenerator<string> {
  const toRow = createRowWriter(columns)
  const names = columns.map(({ name }) => name)
  const start = (rows: readonly (readonly Cell[])[]): string =>
    startXml(columns, rows) + toRow(names, 1, style.header)
  let rowNumber = 1
  let xml: string | null = null
  for await (const page of pages) {
    xml ??= start(page)
    for (const row of page) {
      rowNumber += 1
      xml += toRow(row, rowNumber)
      if (xml.length < charactersAWrite) continue
      yield xml
      xml = ''
    }
  }
  xml ??= start([])
  yield xml + endXml(columns.length, rowNumber)
}
