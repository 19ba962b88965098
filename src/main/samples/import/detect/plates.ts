import { Failure } from '../../../../shared/contract/failures.ts'
import type {
  ReadAs,
  ReadingChoice,
  ReadingNote,
  ReadOptions,
} from '../../../../shared/domain/samples/importing.ts'
import { columnLetters } from '../../../../shared/format/numbers.ts'
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { formatCount, readingNote, type TableReading, type TableRow } from '../tableRow.ts'
import { isBlank, isIdentifyingName, isKnownName, type SampleRow, trimBlankEnd } from './detectLayout.ts'

/** Columns of a microplate -> its rows: 6 to 1536 wells. */
const plateRows: ReadonlyMap<number, number> = new Map([
  [3, 2],
  [4, 3],
  [6, 4],
  [8, 6],
  [12, 8],
  [24, 16],
  [48, 32],
])
/** Plates of fewer columns have to be whole: a small table may look like a part of one. */
const minPartialColumns = 6

/** The cells of one plate. `top`, `left`: of its first well; `line`: its first line, which has the column numbers if there are any. */
type Block = {
  line: number
  top: number
  left: number
  rows: number
  columns: number
  /** Letters run across and numbers down. */
  isTurned: boolean
  name: string
}

/** Words that some programs write before the letter or number of a row or column. */
const labelWord = /^(?:row|col(?:umn)?|zeile|reihe|spalte|ligne|rangée|colonne|fila|columna|行|列|第)\.?\s*/iu
const labelOf = (cell = ''): string =>
  cell
    .trim()
    .replace(labelWord, '')
    .replace(/[行列]$/u, '')

const isNumbered = (cell: string | undefined, number: number): boolean => {
  const text = labelOf(cell)
  return /^0?\d{1,2}(?:\.0)?$/.test(text) && Number(text) === number
}
const isLettered = (cell: string | undefined, number: number): boolean =>
  labelOf(cell).toUpperCase() === columnLetters(number - 1)

type IsLabel = typeof isNumbered

/** Counts consecutive labels, starting at a cell. */
function countAcross(cells: readonly string[], from: number, isLabel: IsLabel): number {
  let count = 0
  while (isLabel(cells[from + count], count + 1)) count += 1
  return count
}
function countDown(rows: readonly SampleRow[], from: number, column: number, isLabel: IsLabel): number {
  let count = 0
  while (isLabel(rows[from + count]?.cells[column], count + 1)) count += 1
  return count
}

const isWhole = (columns: number, rows: number): boolean => plateRows.get(columns) === rows
const isPlate = (columns: number, rows: number): boolean =>
  isWhole(columns, rows) || (columns >= minPartialColumns && rows > 1 && rows < (plateRows.get(columns) ?? 0))

/** The plate whose labels begin at a cell of a row; null for none. */
function plateAt(rows: readonly SampleRow[], index: number, column: number): Omit<Block, 'name'> | null {
  const { cells = [], line = 1 } = rows[index] ?? {}
  const withHeader = { line, top: index + 1, left: column }
  const numbers = countAcross(cells, column, isNumbered)
  if (numbers > 2) {
    const letters = column > 0 ? countDown(rows, index + 1, column - 1, isLettered) : 0
    if (isPlate(numbers, letters)) return { ...withHeader, rows: letters, columns: numbers, isTurned: false }
    const height = plateRows.get(numbers) ?? 0
    const below = rows.slice(index + 1, index + 1 + height)
    const isGrid = column === 0 && numbers >= minPartialColumns && rows.length === index + 1 + height
    if (isGrid && below.every((row) => row.cells.length === numbers))
      return { ...withHeader, rows: height, columns: numbers, isTurned: false }
  }
  const letters = column > 0 ? countAcross(cells, column, isLettered) : 0
  if (letters > 1) {
    const count = countDown(rows, index + 1, column - 1, isNumbered)
    if (isPlate(count, letters)) return { ...withHeader, rows: count, columns: letters, isTurned: true }
  }
  // Labels of rows alone.
  const labels = isLettered(cells[column], 1) ? countDown(rows, index, column, isLettered) : 0
  const width = cells.length - column - 1
  if (labels > 1 && width >= minPartialColumns && isWhole(width, labels))
    return { line, top: index, left: column + 1, rows: labels, columns: width, isTurned: false }
  return null
}

/** A table that is nothing but the cells of one plate, which look alike and are all different. */
function bareGrid(rows: readonly SampleRow[]): Block | null {
  const [first] = rows
  const columns = first?.cells.length ?? 0
  if (!first || columns < 12 || !isWhole(columns, rows.length)) return null
  const cells = rows.flatMap((row) => row.cells.map((cell) => cell.trim()))
  const isGrid =
    rows.every((row) => row.cells.length === columns) && first.cells.every((cell) => /\d/.test(cell))
  if (!isGrid || new Set(cells).size < cells.length * 0.9) return null
  return { line: first.line, top: 0, left: 0, rows: rows.length, columns, isTurned: false, name: '' }
}

/** Words in the corner of a plate that label its rows and columns, rather than name the plate. */
const cornerWord = /\b(?:row|col|column|well)s?\b|[\\/]|zeile|spalte|ligne|colonne/iu

/** The text in the corner of a plate, or above it. */
function nameOf(rows: readonly SampleRow[], index: number, block: Omit<Block, 'name'>): string {
  const corner = rows[index]?.cells[block.left - 1]?.trim() ?? ''
  if (block.top > index && /\p{L}{2}/u.test(corner) && !cornerWord.test(corner)) return corner
  const above = rows[index - 1]
  if (!above || above.line < block.line - 2) return ''
  const texts = above.cells
    .slice(Math.max(0, block.left - 1), block.left + block.columns)
    .filter((cell) => !isBlank(cell))
  const [text = ''] = texts
  return texts.length === 1 && !/^(?!plate)[\p{L} ]+:/iu.test(text) ? text.trim() : ''
}

/**
 * The plates that a sheet is made of: rows A, B, … and columns 1, 2, … with a sample in each well. Null for an ordinary
 * table, and for a sheet with a table of samples beside its plates. `rows`: those with text.
 */
export function findPlates(rows: readonly SampleRow[]): Block[] | null {
  const blocks: Block[] = []
  const used = new Set<number>()
  for (let index = 0; index < rows.length; index++) {
    let height = 0
    const { cells = [] } = rows[index] ?? {}
    for (let column = 0; column < cells.length; column++) {
      const found = plateAt(rows, index, column)
      if (!found) continue
      blocks.push({ ...found, name: nameOf(rows, index, found) })
      height = Math.max(height, found.top + found.rows - index)
      column = found.left + found.columns - 1
    }
    for (let at = index; at < index + height; at++) used.add(at)
    if (height > 0) index += height - 1
  }
  const grid = blocks.length === 0 ? bareGrid(rows) : null
  if (grid) return [grid]
  const isHeader = ({ cells }: SampleRow, index: number): boolean =>
    !used.has(index) && cells.some(isIdentifyingName) && cells.filter(isKnownName).length > 1
  return blocks.length === 0 || rows.some(isHeader) ? null : blocks
}

const emptyWord =
  /^(?:empty|blank|none|unused|no sample|leer|vide|vacío|vuoto|vazio|leeg|空|空白|空孔|n\/?a|-|–|—|x|\.)$/iu
const controlWord =
  /^(?:(?:neg(?:ative)?|pos(?:itive)?)\.?(?: ?(?:control|ctrl|ctl))?|ntc|nrt|no[ -]template(?: control)?|h2o|water|wasser|eau|buffer|puffer|pbs|te|media|medium|standards?|std\.?|cal(?:ibrator)?|ladder|marker|qc|pool(?:ed)?(?: qc)?)[ _-]?\d*$/iu
const decimalNumber = /^[+-]?\d*[.,]\d+(?:e[+-]?\d+)?$/i

type Well = { well: string; text: string; row: number; block: Block }

/** Wells are numbered by their line and column: 2003 is the third cell of line 2. */
const rowsPerLine = 1000

function* wellsOf(rows: readonly SampleRow[], block: Block): Generator<Well> {
  for (let down = 0; down < block.rows; down++)
    for (let across = 0; across < block.columns; across++) {
      const { cells = [], line = 1 } = rows[block.top + down] ?? {}
      const [letter, number] = block.isTurned ? [across, down] : [down, across]
      const text = (cells[block.left + across] ?? '').trim()
      const row = line * rowsPerLine + block.left + across + 1
      yield { well: `${columnLetters(letter)}${number + 1}`, text, row, block }
    }
}

/** Measurements, and no names: decimals, or the same numbers again and again. */
function areMeasurements(wells: readonly Well[]): boolean {
  const texts = wells.map(({ text }) => text).filter((text) => text !== '')
  const decimals = texts.filter((text) => decimalNumber.test(text)).length
  const numbers = texts.filter((text) => decimalNumber.test(text) || /^[+-]?\d+$/.test(text))
  return (
    decimals * 2 > texts.length ||
    (numbers.length * 1.1 > texts.length && new Set(numbers).size * 2 < numbers.length)
  )
}

export const isPlateMap = ({ plate }: ReadAs): boolean => plate === 'samples' || plate === 'all'

/** A header that the user named is one of a table. */
export const asksForPlates = ({ plate, headerLine, noHeader }: ReadOptions): boolean =>
  plate !== 'no' && headerLine === undefined && !noHeader

/** A plate map is read from its first line on. */
export const ofWholeFile = <T extends ReadAs>(readAs: T): T =>
  isPlateMap(readAs) ? { ...readAs, headerLine: 1, noHeader: true } : readAs

/** Reads the wells of plates as rows. `chosen`: the user's choice. Throws `file` for plates of measurements. */
export function createPlateReader(fileName: string, { plate }: ReadAs, chosen: ReadOptions['plate']) {
  let notes: ReadingNote[] = []
  async function* read(readings: AsyncIterable<TableReading>): AsyncGenerator<TableReading> {
    const records: SampleRow[] = []
    for await (const { rows } of readings)
      records.push(...rows.map(({ row, cells }) => ({ line: row, cells: trimBlankEnd(cells) })))
    const all = findPlates(records) ?? []
    const isLayered = all.length > 1 && all.every(({ name }) => isKnownName(name))
    const blocks = isLayered ? all : all.filter((block) => !areMeasurements([...wellsOf(records, block)]))
    if (blocks.length === 0) throw measurements(fileName, all[0]?.line ?? 1)
    const wells = blocks.flatMap((block) => [...wellsOf(records, block)])
    const filled = wells.filter(({ text }) => text !== '' && !emptyWord.test(text))
    const controls = isLayered ? [] : filled.filter(({ text }) => controlWord.test(text))
    const samples = plate === 'all' ? filled : filled.filter((well) => !controls.includes(well))
    const header = toRow(blocks[0]?.line ?? 1, [])
    const table = isLayered ? layeredRows(blocks, filled) : plateRowsOf(blocks, samples)
    notes = [
      wellsNote(table.rows.length, blocks, all.length - blocks.length),
      ...(controls.length > 0 ? [controlsNote(controls, chosen)] : []),
    ]
    yield { header: { ...header, cells: table.columns }, rows: table.rows }
  }
  return { read, notes: () => notes }
}

const toRow = (row: number, cells: string[]): TableRow => ({ row, cells, fault: null, notes: null })

function plateRowsOf(blocks: readonly Block[], wells: readonly Well[]) {
  const named = blocks.length > 1 || blocks.some(({ name }) => name !== '')
  const nameOf = (block: Block): string => block.name || `Plate ${blocks.indexOf(block) + 1}`
  return {
    columns: [...(named ? ['Plate'] : []), 'Well', 'Sample'],
    rows: wells.map(({ row, well, text, block }) =>
      toRow(row, [...(named ? [nameOf(block)] : []), well, text]),
    ),
  }
}

/** Combines plates that describe the same wells, such as one of samples and one of treatments. */
function layeredRows(blocks: readonly Block[], wells: readonly Well[]) {
  const byWell = new Map<string, { row: number; cells: string[] }>()
  for (const { well, text, row, block } of wells) {
    const found = byWell.get(well) ?? { row, cells: [well, ...blocks.map(() => '')] }
    found.cells[blocks.indexOf(block) + 1] = text
    byWell.set(well, found)
  }
  return {
    columns: ['Well', ...blocks.map(({ name }) => name)],
    rows: [...byWell.values()].map(({ row, cells }) => toRow(row, cells)),
  }
}

const measurements = (name: string, line: number) =>
  new Failure('file', message('files.plateMeasurementsLineNo', { name, line }), { name, line })

function wellsNote(count: number, blocks: readonly Block[], left: number): ReadingNote {
  const line = blocks[0]?.line ?? 1
  const text = message('files.filePlateMapWells', { count: formatCount(count), line })
  const all = left === 0 ? text : joinMessages([text, message('files.platesMeasurementsNotRead', { left })])
  return readingNote('plate-map', all, { count, undo: { plate: 'no' } })
}

function controlsNote(controls: readonly Well[], chosen: ReadOptions['plate']): ReadingNote {
  const words = [...new Set(controls.map(({ text }) => text))].slice(0, 5).join(', ')
  const choices: ReadingChoice[] = [
    { label: message('files.leaveOut'), options: { plate: 'samples' } },
    { label: message('files.readSamples'), options: { plate: 'all' } },
  ]
  return readingNote(
    'plate-controls',
    message('files.wellsSeemHoldControls', { count: formatCount(controls.length), words }),
    { rows: controls.map(({ row }) => row), severity: 'warning', ...(chosen === undefined && { choices }) },
  )
}
