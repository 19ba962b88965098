import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { unzipSync } from 'fflate'
import type { CellValue, Sheet } from 'hucre/xlsx'
import { type Failure, fileFailure, rejected } from '../../../../shared/contract/failures.ts'
import type {
  Problem,
  ReadAs,
  ReadingChoice,
  ReadingNote,
  SheetChoice,
} from '../../../../shared/domain/samples/importing.ts'
import { columnLetters } from '../../../../shared/format/numbers.ts'
import { joinMessages, type Message, message, shortList } from '../../../../shared/words/message.ts'
import { note, warning } from '../finding.ts'
import { type CellNote, readingNote, type TableRow } from '../tableRow.ts'
import { createCellText } from './cellText.ts'
import { inspectSheet, type MissingTexts } from './sheetParts.ts'

/** The limits of a workbook. Unpacked and parsed, it must fit into the memory of a small computer. */
const limits = { fileBytes: 100_000_000, unpackedBytes: 250_000_000, cells: 2_500_000 }
/** The ratio above which a part of at least this size is a zip bomb. Repeated numbers pack to a twentieth. */
const packing = { times: 60, fromBytes: 2_000_000 }

/** `missing`: cells whose text is not in the workbook. */
export type Workbook = { sheets: SheetChoice[]; sheet: Sheet; missing: MissingTexts }

/**
 * One sheet of a workbook with all that is known of its cells: the named one, or the first that is visible. Throws
 * `file` for what is no sound workbook or too large, `rejected` for a sheet that it does not have.
 */
export async function readWorkbook(
  path: string,
  bytes: Uint8Array,
  sheetName: string | undefined,
): Promise<Workbook> {
  const toFailure = createFileFailure(path)
  await rejectManyCells(bytes, checkArchive(bytes, toFailure), toFailure)
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx')
  const readIn = async (
    range: string | null,
  ): Promise<{ sheets: SheetChoice[]; sheet: Sheet | undefined }> => {
    const sheets: SheetChoice[] = []
    let found = false
    const choose = ({ name, hidden, veryHidden }: ListedSheet) => {
      const isHidden = hidden === true || veryHidden === true
      sheets.push({ name, hidden: isHidden })
      if (found || (sheetName === undefined ? isHidden : name !== sheetName)) return false
      found = true
      return true
    }
    const bounds = range === null ? {} : { range }
    const [sheet] = (await readXlsx(bytes, { sheets: choose, readStyles: true, ...bounds })).sheets
    return { sheets, sheet: found ? sheet : undefined }
  }
  const damagedFailure = (error: unknown) => toFailure(message('files.damagedNoWorkbookOpen'), null, error)
  const result = await readIn(null).catch(async (error: unknown) => {
    const [, name] = /^Sheet "(.*)" spans /s.exec(error instanceof Error ? error.message : '') ?? []
    if (name === undefined) throw damagedFailure(error)
    const used = createUsedRange()
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: name })) used.add(index, values)
    rejectTooManyCells(used, toFailure)
    return readIn(used.range())
  })
  if (!result.sheet) throw sheetNotFound(sheetName, result.sheets)
  const missing = inspectSheet(path, bytes, result.sheet.name)
  const used = createUsedRange()
  for (const [index, values] of result.sheet.rows.entries()) used.add(index, values)
  for (const row of missing.keys()) used.addRow(row - 1)
  rejectTooManyCells(used, toFailure)
  return { sheets: result.sheets, sheet: { ...result.sheet, rows: used.cut(result.sheet.rows) }, missing }
}

type ListedSheet = { name: string; hidden?: boolean; veryHidden?: boolean }

const isFilled = (value: CellValue | undefined): boolean =>
  value !== null && value !== undefined && value !== ''

/** Returns the number of cells up to the last one with a value. */
export const usedWidth = (values: readonly CellValue[]): number => values.findLastIndex(isFilled) + 1

/** Tracks the extent of the cells with a value. Cells that are only formatted may be anywhere. */
function createUsedRange() {
  let rows = 0
  let width = 0
  return {
    add(index: number, values: readonly CellValue[]): void {
      const last = usedWidth(values)
      if (last === 0) return
      rows = Math.max(rows, index + 1)
      width = Math.max(width, last)
    },
    addRow: (index: number) => void (rows = Math.max(rows, index + 1)),
    count: () => ({ rows, width }),
    range: () => `A1:${columnLetters(Math.max(0, width - 1))}${Math.max(1, rows)}`,
    cut: (all: CellValue[][]) =>
      all.slice(0, rows).map((values) => (values.length > width ? values.slice(0, width) : values)),
  }
}

function rejectTooManyCells(used: ReturnType<typeof createUsedRange>, toFailure: ToFileFailure): void {
  const { rows, width } = used.count()
  if (rows * width <= limits.cells) return
  const farthest = `${columnLetters(width - 1)}${rows}`
  throw toFailure(message('files.rowsCellsFarMore', { rows, width, farthest }))
}

const howToShrink = message('files.deleteEmptyRowsColumns')

type ArchivePart = { name: string; size: number; originalSize: number }

/** `remedy`: a sentence that follows. */
type ToFileFailure = (what: Message, remedy?: Message | null, cause?: unknown) => Failure

const createFileFailure = (path: string): ToFileFailure => {
  const name = basename(path)
  return (what, remedy = null, cause) =>
    fileFailure(joinMessages([message('shared.quotedThen', { name, text: what }), remedy]), name, cause)
}

/** Throws `file` for a file that is too large, before it is read. */
export function rejectLargeFile(path: string, sizeBytes: number): void {
  if (sizeBytes > limits.fileBytes)
    throw createFileFailure(path)(
      message('files.mbMoreReadOnce', { sizeBytes: Math.round(sizeBytes / 1e6) }),
      howToShrink,
    )
}

/** Looks at the list of parts before any is unpacked, since a small file may unpack to fill the memory. */
function checkArchive(bytes: Uint8Array, toFailure: ToFileFailure): ArchivePart[] {
  const parts: ArchivePart[] = []
  try {
    unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        parts.push({ name, size, originalSize })
        return false
      },
    })
  } catch (error) {
    throw toFailure(message('files.damagedListPartsCannot'), null, error)
  }
  const names = new Set(parts.map(({ name }) => name))
  if (names.has('xl/workbook.bin')) throw toFailure(message('files.binaryWorkbookXlsbNot'))
  if (names.has('mimetype') && !names.has('[Content_Types].xml'))
    throw toFailure(message('files.opendocumentFileOdsNot'))
  if (names.has('Index/Document.iwa')) throw toFailure(message('files.appleNumbersFileNot'))
  if (names.has('word/document.xml')) throw toFailure(message('files.wordDocumentAskTable'))
  if (![...names].some((name) => /^\/?xl\//i.test(name)))
    throw toFailure(message('files.archiveWithoutWorkbookUnpack'))
  const unpacked = parts.reduce((sum, { originalSize }) => sum + originalSize, 0)
  // A part that hides its size is not bounded by it when it is unpacked.
  const hidesSize = parts.some(({ size, originalSize }) => originalSize === 0 && size > 2)
  const isPacked = (size: number, originalSize: number) =>
    originalSize > packing.fromBytes && originalSize > packing.times * size
  const isBomb =
    isPacked(bytes.length, unpacked) || parts.some((part) => isPacked(part.size, part.originalSize))
  if (unpacked > limits.unpackedBytes || hidesSize || isBomb)
    throw toFailure(message('files.unpacksMbMoreMore', { unpacked: Math.round(unpacked / 1e6) }), howToShrink)
  return parts
}

/** Below this size of a part its cells are read in some seconds, however many there are. */
const minCountedBytes = 40_000_000

/** Counts the cells of large sheets while they are unpacked in pieces, before all of them are taken into the memory. */
async function rejectManyCells(
  bytes: Uint8Array,
  parts: readonly ArchivePart[],
  toFailure: ToFileFailure,
): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (const { name, size, originalSize } of parts) {
    if (originalSize < minCountedBytes || !/worksheets\/[^/]*$/.test(name)) continue
    const at = findPackedData(file, name)
    if (at === null) continue
    let cells = 0
    try {
      for await (const chunk of Readable.from([file.subarray(at, at + size)]).pipe(createInflateRaw())) {
        cells += countCells(chunk as Buffer)
        if (cells > limits.cells) break
      }
    } catch {
      // The reader reports parts that cannot be unpacked.
    }
    if (cells > limits.cells) throw toFailure(message('files.more25Million'), howToShrink)
  }
}

/** Finds the packed bytes of a part, which follow its header in the archive. */
function findPackedData(file: Buffer, name: string): number | null {
  for (let at = file.indexOf(name); at >= 0; at = file.indexOf(name, at + 1)) {
    const header = at - 30
    if (header < 0 || file.readUInt32LE(header) !== 0x04034b50) continue
    return at + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28)
  }
  return null
}

function countCells(xml: Buffer): number {
  let count = 0
  for (let at = xml.indexOf('<c'); at >= 0; at = xml.indexOf('<c', at + 2))
    if (xml[at + 2] === 0x20 || xml[at + 2] === 0x3e) count += 1
  return count
}

function sheetNotFound(sheetName: string | undefined, sheets: readonly SheetChoice[]): Failure {
  const names = sheets.map(({ name }) => `“${name}”`).join(', ')
  const text =
    sheetName === undefined
      ? message('files.workbookNoVisibleSheet', {
          names: names === '' ? message('files.thereIsNone') : names,
        })
      : message('files.workbookNoSheetChoose', { sheetName, names })
  return rejected(text, [{ field: 'sheet', message: message('check.notKnown') }])
}

/** More merged cells than a user makes by hand. A sheet merged as a whole would fill the memory with notes. */
const maxMergedCells = 100_000

/** A cell of a merged range other than its first. `from`: the row whose value it has. */
type MergedCell = { from: number; note: CellNote }

/**
 * Finds merged cells. The file has a value for the first cell only. A cell merged down a column gets that value; a cell
 * merged across columns is read as empty.
 */
function mergedCells({ merges = [], rows }: Sheet, width: number): Map<number, Map<number, MergedCell>> {
  const found = new Map<number, Map<number, MergedCell>>()
  let count = 0
  for (const { startRow, startCol, endRow, endCol } of merges)
    for (let row = startRow; row <= Math.min(endRow, rows.length - 1); row++)
      for (let cell = startCol; cell <= Math.min(endCol, width - 1); cell++) {
        if (row === startRow && cell === startCol) continue
        if (++count > maxMergedCells) return found
        const first = `${columnLetters(startCol)}${startRow + 1}`
        const takesValue = cell === startCol && rows[row]?.some(isFilled) === true
        const finding = takesValue
          ? note('merged-cell', message('files.cellMergedValueOthers', { first }))
          : warning('merged-cell', message('files.cellMergedWhereValue', { first }))
        const ofRow = found.get(row) ?? new Map<number, MergedCell>()
        ofRow.set(cell, { from: takesValue ? startRow : row, note: { cell, ...finding } })
        found.set(row, ofRow)
      }
  return found
}

/** The rows of a sheet as text, each as wide as the widest; `row` is the number that the spreadsheet shows. */
export function* toTableRows(sheet: Sheet, decimal: ',' | '.', missing: MissingTexts): Generator<TableRow> {
  const width = sheet.rows.reduce((most, row) => Math.max(most, row.length), 0)
  const merged = mergedCells(sheet, width)
  const toCellText = createCellText(decimal)
  for (const [index, values] of sheet.rows.entries()) {
    const cells: string[] = []
    const notes: CellNote[] = []
    const ofRow = merged.get(index)
    for (let at = 0; at < width; at++) {
      const from = ofRow?.get(at)?.from ?? index
      const value = (from === index ? values : sheet.rows[from])?.[at] ?? null
      const { text, note: finding } = toCellText(value, sheet.cells?.get(`${from},${at}`))
      cells.push(text)
      if (finding) notes.push({ ...finding, cell: at })
    }
    for (const merge of ofRow?.values() ?? []) notes.push(merge.note)
    const row = index + 1
    const cell = missing.get(row)
    const fault = cell === undefined ? null : ({ rule: 'missing-text', line: row, cell } as const)
    yield { row, cells, fault, notes: notes.length > 0 ? notes : null }
  }
}

/** Finds the rows below the header, counted from 1, that consist of formulas without results. */
function findRowsWithoutResults({ rows, cells }: Sheet, headerRow: number): number[] {
  const found = new Set<number>()
  for (const [reference, { formula, value }] of cells ?? []) {
    const index = Number.parseInt(reference, 10)
    if (formula === undefined || value !== null || index < headerRow) continue
    if (!rows[index]?.some(isFilled)) found.add(index + 1)
  }
  return [...found].sort((a, b) => a - b)
}

const maxListedRows = 10

/** Warns about hidden columns, which are read like the others. */
export function hiddenColumns(sheet: Sheet, header: TableRow, columns: readonly string[]): Problem[] {
  const hidden = columns.filter((_, index) => sheet.columns?.[index]?.hidden === true)
  return hidden.map((column) => ({
    row: header.row,
    column,
    value: null,
    ...warning('hidden-column', message('files.columnHiddenWorkbookRead', { column })),
  }))
}

/** Rows that the workbook marks, by their index: those hidden or filtered out, and those struck through. */
export function markedRows({ rows, rowDefs, cells }: Sheet): { hidden: Set<number>; struck: Set<number> } {
  const hidden = [...(rowDefs ?? [])].flatMap(([index, row]) =>
    row.hidden === true && rows[index]?.some(isFilled) ? [index] : [],
  )
  const struckCells = new Map<number, number[]>()
  for (const [reference, { style }] of cells ?? []) {
    const [row = 0, column = 0] = reference.split(',').map(Number)
    if (style?.font?.strikethrough !== true || !isFilled(rows[row]?.[column])) continue
    struckCells.set(row, [...(struckCells.get(row) ?? []), column])
  }
  // The first cell is most often the name: striking it alone is enough.
  const struck = [...struckCells].flatMap(([row, columns]) => {
    const values = rows[row] ?? []
    const isNameStruck = columns.includes(values.findIndex(isFilled))
    return isNameStruck || columns.length * 2 >= values.filter(isFilled).length ? [row] : []
  })
  return { hidden: new Set(hidden), struck: new Set(struck) }
}

/** The marks of rows, each with the option that decides whether such rows are read. */
const rowMarks = [
  {
    mark: 'hidden',
    option: 'hiddenRows',
    format: (values: MarkedValues) => message('files.rowsHiddenFilteredOut', values),
  },
  {
    mark: 'struck',
    option: 'struckRows',
    format: (values: MarkedValues) => message('files.rowsStruckThroughWorkbook', values),
  },
] as const
type MarkedValues = ReturnType<typeof listRows>

const listRows = (rows: readonly number[]) => ({ count: rows.length, lines: shortList(rows, maxListedRows) })

/** Questions about rows of a sheet that are left out, or that the workbook marks as perhaps not meant. */
export function rowQuestions(sheet: Sheet, readAs: ReadAs): ReadingNote[] {
  const marked = markedRows(sheet)
  const lost = findRowsWithoutResults(sheet, readAs.headerLine)
  const lostChoices: ReadingChoice[] = [{ label: message('files.leaveOut'), options: { omitRows: true } }]
  const lostNote = (): ReadingNote =>
    readingNote('formula-without-value', message('files.rowsHoldNothingFormulas', listRows(lost)), {
      rows: lost,
      severity: 'warning',
      ...(!readAs.omitRows && { choices: lostChoices }),
    })
  const questions = rowMarks.flatMap(({ mark, option, format }): ReadingNote[] => {
    const rows = [...marked[mark]]
      .map((index) => index + 1)
      .filter((row) => row > readAs.headerLine && row <= (readAs.endLine ?? sheet.rows.length))
      .sort((a, b) => a - b)
    if (rows.length === 0) return []
    const choices: ReadingChoice[] = [
      { label: message('files.readSamples'), options: { [option]: 'include' } },
      { label: message('files.leaveOut'), options: { [option]: 'omit' } },
    ]
    const sentence = withAnswer(format(listRows(rows)), readAs[option])
    return [
      readingNote(`${mark}-rows`, sentence, {
        rows,
        severity: 'warning',
        ...(!readAs[option] && { choices }),
      }),
    ]
  })
  return [...(lost.length > 0 ? [lostNote()] : []), ...questions]
}

const withAnswer = (text: Message, answer: 'include' | 'omit' | undefined): Message =>
  joinMessages([
    text,
    answer === undefined
      ? message('files.chooseWhetherReadLeave')
      : answer === 'omit'
        ? message('files.leftOutChose')
        : message('files.readLikeOthersChose'),
  ])
