import { indexOfMark, withNamesAbove } from '../tableRow.ts'
import { namesAnyField } from './headerWords.ts'
import { normalizedHeaderNames, normalizeHeader, synonyms, weakNames } from './synonyms.ts'

/** One of the first records of a file. `line`: physical line where it starts, or row of the sheet. */
export type SampleRow = { cells: string[]; line: number }

/**
 * The position of the table in a file. `quality`: how well its rows fit the header, to compare ways to read the file.
 */
type Layout = {
  headerLine: number
  width: number
  /** True if the header has one cell less than the rows, because the rows begin with row names. */
  rowNames: boolean
  quality: number
  /** Names in the header that columns of samples usually have. */
  knownNameCount: number
  /** Cells of the header are empty below a name of the row above. */
  hasNamesAbove: boolean
}

/** A preamble longer than this is not looked past. */
const maxPreambleRows = 50
/** Rows below a header that show whether it is one. */
const comparedRows = 100

export const isBlank = (cell: string): boolean => cell.trim() === ''
export const countFilled = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => (isBlank(cell) ? count : count + 1), 0)

/** The first filled cell, without outer spaces. */
export const firstText = (cells: readonly string[]): string =>
  cells.find((cell) => !isBlank(cell))?.trim() ?? ''

const isSeparatorRow = (cells: readonly string[]): boolean =>
  /^sep=/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')

/** Returns the rows that have text. Drops a `sep=` line at the top. */
const filledRows = (rows: readonly SampleRow[]): SampleRow[] =>
  rows.filter(({ cells, line }) => countFilled(cells) > 0 && (line > 1 || !isSeparatorRow(cells)))

/** The name in a line such as `[Header]`, which begins a section of a sheet; null for any other. */
export function sectionName(cells: readonly string[]): string | null {
  const first = cells[0] ?? ''
  if (first.charCodeAt(0) !== 91) return null
  const name = /^\[(\p{L}[^[\]]*)\]\s*$/u.exec(first)?.[1] ?? null
  return name !== null && cells.every((cell, index) => index === 0 || isBlank(cell)) ? name : null
}

const knownNames = new Set(Object.values(synonyms).flat().map(normalizeHeader))
for (const name of weakNames) knownNames.delete(normalizeHeader(name))
/** Columns that name the sample or its donor: beside them no row needs a name of its own. */
const identifyingNames = new Set(
  [synonyms.client_reference, synonyms.donor_id].flatMap((names = []) => names.map(normalizeHeader)),
)

const isNumber = (cell: string): boolean => /\d/.test(cell) && /^[\s\d.,+-]*$/.test(cell)

const startsHashed = (cells: readonly string[]): boolean => cells[0]?.trimStart().startsWith('#') ?? false

/** The number of cells that most records have; the larger of two that are as common. */
function usualWidth(rows: readonly SampleRow[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width] = [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0] ?? [0]
  return width
}

export const sectionAbove = (rows: readonly SampleRow[], headerLine: number): string | null =>
  rows
    .filter(({ line }) => line < headerLine)
    .map(({ cells }) => sectionName(cells))
    .findLast((name) => name !== null) ?? null

/** The rows of the section that holds samples; all rows of a file without sections. */
function dataSection(rows: readonly SampleRow[]): readonly SampleRow[] {
  const starts = rows.flatMap(({ cells }, index) => {
    const name = sectionName(cells)
    return name === null ? [] : [{ name, index }]
  })
  const sections = starts
    .map(({ name, index }, position) => ({ name, rows: rows.slice(index + 1, starts[position + 1]?.index) }))
    .filter((section) => section.rows.length > 0)
  const isOfData = sections.filter(({ name }) => /data$/i.test(name))
  const hasSamples = isOfData.find((one) =>
    one.rows[0]?.cells.some((cell) => /^sample.?(id|name)$/i.test(cell)),
  )
  return (hasSamples ?? isOfData[0])?.rows ?? rows
}

/**
 * Finds the header: the record whose column names the rows below fit best, so titles, comments and foreign sections
 * above it are skipped. `headerLine`: the header line chosen by the user. `endsOpen`: rows may omit empty cells at
 * their end. Returns null if there are no records.
 */
export function detectLayout(
  rows: readonly SampleRow[],
  { endsOpen = false, headerLine }: { endsOpen?: boolean; headerLine?: number | undefined } = {},
): Layout | null {
  const records = filledRows(rows)
  const [first] = records
  if (!first) return null
  // A file of failed rows: most rows may have one cell more than the header.
  const atFirst = { headerLine: first.line, rowNames: false, hasNamesAbove: false, knownNameCount: 0 }
  if (headerLine === undefined && records.some(({ cells }) => indexOfMark(cells) >= 0))
    return { ...atFirst, width: first.cells.length, quality: 1 }
  const at = records.findIndex(({ line }) => line === headerLine)
  const table = at < 0 ? dataSection(records) : records.slice(at)
  const usual = usualWidth(table)
  const numbers = numericCounts(table)
  let best: (Layout & { score: number }) | null = null
  for (const [index, { cells: own, line }] of table.slice(0, at < 0 ? maxPreambleRows : 1).entries()) {
    const above = table[index - 1]
    const hasNamesAbove = above !== undefined && above.line === line - 1 && areNamesAbove(above.cells, own)
    const cells = hasNamesAbove ? withNamesAbove(own, above.cells) : own
    const names = trimBlankEnd(cells)
    const filled = countFilled(names)
    const knownCount = countKnown(names)
    const isSparse = filled <= names.length / 2 && !(filled > 0 && filled === names.length - 1)
    // Below a few names of columns, tables beside the samples make the rows wider.
    if (at < 0 && isSparse && knownCount < 2) continue
    // In a list of ids, one that looks different from the others is no header.
    const isListed = usual === 1 && names.length === 1 && knownCount === 0
    if (at < 0 && isListed && table.slice(0, index).some(isRecord)) continue
    const below = table.slice(index + 1, index + 1 + comparedRows).filter(isRecord)
    const next = below[0]?.cells ?? []
    const isLowerRow = areNamesAbove(cells, next) && typeContrast(next, numbers, table.length) > 0
    const isNextNamed = isLowerRow || countKnown(next) > Math.max(1, knownCount)
    const isNextHeader =
      isNextNamed || countKnown(next) > knownCount || typeContrast(next, numbers, table.length) > 0
    // A title of one cell has a cell less than the rows of two columns as well.
    const mayHaveRowNames =
      !isNextHeader && below[0]?.line === line + 1 && (names.length > 1 || knownCount > 0)
    const fit = fitOf(cells, names, below, { endsOpen, mayHaveRowNames })
    const width = names.length + (fit.rowNames ? 1 : 0)
    const score =
      4 * fit.mean +
      Math.min(3, knownCount) +
      1.5 * typeContrast(fit.rowNames ? ['', ...names] : names, numbers, table.length) +
      (names.filter(isNumber).length < filled / 2 ? 0.5 : 0) -
      (table
        .slice(0, index)
        .some(
          (row, at) =>
            row.cells.length === usual && isData(row) && !isProse(table, at) && !isUpperHeader(row, cells),
        )
        ? 1.5
        : 0) -
      (isProse(table, index) ? 1.5 : 0) -
      (isNextNamed || (isNextHeader && (below[0]?.line ?? line) > line + 1) ? 1.5 : 0) -
      hashPenalty(table, index)
    if (best && score <= best.score) continue
    const quality =
      (1 + fit.mean * below.length) / (1 + below.length + table.slice(0, index).filter(isRecord).length)
    best = {
      headerLine: line,
      width,
      rowNames: fit.rowNames && !hasNamesAbove,
      quality,
      knownNameCount: knownCount,
      hasNamesAbove,
      score,
    }
  }
  return best ?? { ...atFirst, width: usual, quality: 0 }
}

/** Returns how the header is laid out. Empty if the user chose another header line than the one detected. */
export const headerShape = (
  layout: Layout | null,
  headerLine: number,
): { rowNames?: true; namesAbove?: true } =>
  layout?.headerLine === headerLine
    ? { ...(layout.rowNames && { rowNames: true }), ...(layout.hasNamesAbove && { namesAbove: true }) }
    : {}

/** Finds the first row of a file without a header, as wide as most rows, below titles and comments. */
export function firstDataLine(rows: readonly SampleRow[]): number | undefined {
  const table = dataSection(filledRows(rows)).filter(isRecord)
  const usual = usualWidth(table)
  return table.find(({ cells }) => countFilled(cells) * 2 > usual)?.line
}

export function trimBlankEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => !isBlank(cell))
  return cells.slice(0, last + 1)
}

const isUpperHeader = ({ cells }: SampleRow, lower: readonly string[]): boolean => {
  const known = countKnown(cells)
  const isUpper = known < countKnown(lower) || areNamesAbove(cells, lower)
  return known > 0 && isUpper && !cells.some(isNumber)
}

/** A header of two rows: the upper one has names of columns above empty cells of the lower one. */
const areNamesAbove = (upper: readonly string[], lower: readonly string[]): boolean =>
  countFilled(upper) > 1 &&
  countFilled(lower) > 1 &&
  countKnown(lower) > 0 &&
  upper.some((name, index) => isKnownName(name) && isBlank(lower[index] ?? ''))

/** True unless the row is a comment, whose width differs from the table's. */
const isRecord = ({ cells }: SampleRow): boolean => !(startsHashed(cells) && countFilled(cells) === 1)
const isData = ({ cells }: SampleRow): boolean =>
  !startsHashed(cells) && countFilled(cells) > cells.length / 2

/** True if the whole name is a usual column name for samples. */
export const isUsualName = (name: string): boolean =>
  normalizedHeaderNames(name).some((one) => knownNames.has(one))
/** True for a name that columns of samples usually have, or that is made of their words. */
export const isKnownName = (name: string): boolean => isUsualName(name) || namesAnyField(name)
/** True for a column name that identifies the sample or its donor. */
export const isIdentifyingName = (name: string): boolean =>
  normalizedHeaderNames(name).some((one) => identifyingNames.has(one))
const countKnown = (names: readonly string[]): number => names.filter(isKnownName).length

/** A delimiter with a blank behind it is a sign of punctuation where the next row has none: a title, and no header. */
function isProse(table: readonly SampleRow[], index: number): boolean {
  const [cells = [], next = []] = [table[index]?.cells, table[index + 1]?.cells]
  const isSpaced = (cell: string, at: number): boolean => at > 0 && /^\s+\S/.test(cell)
  return cells.some(isSpaced) && !next.some(isSpaced)
}

/** Rates signs of a comment that a header beginning with # lacks: a blank after the #, or another such line below. */
function hashPenalty(table: readonly SampleRow[], index: number): number {
  const cells = table[index]?.cells ?? []
  if (!startsHashed(cells)) return 0
  const next = table[index + 1]?.cells ?? []
  const isBlock = startsHashed(next) && !/^#q2:/i.test(next[0] ?? '')
  return (/^\s*#\s/.test(cells[0] ?? '') ? 0.5 : 0) + (isBlock ? 1 : 0)
}

function numericCounts(table: readonly SampleRow[]): number[] {
  const counts: number[] = []
  for (const { cells } of table)
    for (const [column, cell] of cells.entries())
      counts[column] = (counts[column] ?? 0) + (isNumber(cell) ? 1 : 0)
  return counts
}

/** From 1, where each column of numbers has a name above it, to -1, where this row has numbers there like the others. */
function typeContrast(cells: readonly string[], counts: readonly number[], rows: number): number {
  let columns = 0
  let contrast = 0
  for (const [column, count] of counts.entries()) {
    const isOne = isNumber(cells[column] ?? '')
    if (rows < 3 || count - (isOne ? 1 : 0) < 0.7 * (rows - 2)) continue
    columns += 1
    if (isOne) contrast -= 1
    else if (!isBlank(cells[column] ?? '')) contrast += 1
  }
  return columns === 0 ? 0 : contrast / columns
}

/** Rates how well the rows fit a header, from 0 to 1. `names`: its cells without empty ones at the end. */
function fitOf(
  cells: readonly string[],
  names: readonly string[],
  below: readonly SampleRow[],
  { endsOpen, mayHaveRowNames }: { endsOpen: boolean; mayHaveRowNames: boolean },
): { mean: number; rowNames: boolean } {
  if (below.length === 0) return { mean: 0.5, rowNames: false }
  const rowNames = mayHaveRowNames && cells.length === names.length && haveRowNames(names, below, endsOpen)
  const fitting = below.reduce((sum, row) => {
    const count = row.cells.length
    if (rowNames && count === cells.length + 1) return sum + 0.95
    if (count >= cells.length) {
      if (row.cells.slice(names.length).every(isBlank)) return sum + 1
      // Columns without a name: those of a table, or what pads a title.
      if (row.cells.slice(cells.length).every(isBlank)) return sum + 0.7
      return count === cells.length + 1 ? sum + 0.5 : sum
    }
    if (count >= names.length || endsOpen) return sum + 1
    return count > 1 ? sum + 0.6 : sum
  }, 0)
  return { mean: fitting / below.length, rowNames }
}

/**
 * Nearly all rows have a cell more than the header, and begin with something that tells them apart. In a workbook, where
 * a remark without a header is common, all of them do, and none of the columns names the samples.
 */
function haveRowNames(names: readonly string[], below: readonly SampleRow[], endsOpen: boolean): boolean {
  const longer = below.filter((row) => row.cells.length === names.length + 1)
  if (longer.length < below.length * (endsOpen ? 1 : 0.8) || names.some(isBlank)) return false
  const isNamed = names.some(isIdentifyingName)
  if (endsOpen && isNamed) return false
  const firsts = longer.map(({ cells }) => (cells[0] ?? '').trim())
  if (firsts.includes('') || new Set(firsts).size < firsts.length) return false
  if (longer.every(({ cells }) => isBlank(cells.at(-1) ?? ''))) return false
  if (areRowNumbers(firsts)) return true
  // A decimal comma between commas gives each row a cell more as well.
  const isSplit = longer.every(({ cells }) => cells.slice(-2).every((cell) => /^\s*[+-]?\d+\s*$/.test(cell)))
  return !isSplit && !isNamed
}

/** 0, 1, 2 … or 1, 2, 3 …: numbers of rows that a program wrote, and no names. */
export function areRowNumbers(cells: readonly string[]): boolean {
  const start = Number(cells[0])
  return (start === 0 || start === 1) && cells.every((cell, index) => cell.trim() === String(start + index))
}

/**
 * Returns the first column and the title of each table if several tables with (nearly) the same header are placed side
 * by side, with or without blank columns between them. Empty for a single table.
 */
export function findTables(
  rows: readonly SampleRow[],
  headerLine: number,
): { tablesAt?: number[]; tableTitles?: string[] } {
  const at = rows.findIndex(({ line }) => line === headerLine)
  const header = rows[at]?.cells ?? []
  const names = trimBlankEnd(header).map(normalizeHeader)
  const starts = names.flatMap((name, index) => (name !== '' && name === names[0] ? [index] : []))
  const [, second] = starts
  if (second === undefined) return {}
  const own = trimBlankEnd(names.slice(0, second))
  const isTable = (start: number, index: number): boolean => {
    const part = trimBlankEnd(names.slice(start, starts[index + 1]))
    const shared = part.filter((name) => own.includes(name)).length
    // Without a blank column between them, a column that comes twice is no second table.
    const isApart = start === 0 || names[start - 1] === ''
    return part.join('\n') === own.join('\n') || (isApart && !part.includes('') && shared > 1)
  }
  if (own.length < 2 || own.includes('') || !starts.every(isTable)) return {}
  if (!header.slice(0, second).some(isIdentifyingName)) return {}
  const titles = starts.map((start) => rows[at - 1]?.cells[start]?.trim() ?? '')
  const areTitles = new Set(titles).size === titles.length && !titles.includes('')
  return { tablesAt: starts, ...(areTitles ? { tableTitles: titles } : {}) }
}
