import type { Problem, ReadingNote } from '../../../../shared/domain/samples/importing.ts'
import { type Message, message } from '../../../../shared/words/message.ts'
import { error, warning } from '../finding.ts'
import { columnName, faultMessage, readingNote, shorten, type TableRow } from '../tableRow.ts'
import { areRowNumbers, isKnownName } from './detectLayout.ts'

/** Of one kind; more are counted. */
const maxProblemsPerRule = 100

/** The name given to an unnamed first column of row names. */
export const rowName = 'Row name'

/** Matches the name that pandas and R give to an unnamed first column. */
const isUnnamed = (header: string): boolean => /^(Unnamed: ?0|\.\.\.1)?$/.test(header.trim())

/**
 * Gives each column of a header a unique name and reports the changes that this took. `preview`: the first rows, of
 * `rowCount`. `isShort`: the header has one cell less than the rows; `isNumbered`: the file has no header, and the
 * columns are numbered.
 */
export function nameColumns(
  { row, cells, fault }: TableRow,
  preview: readonly TableRow[] = [],
  {
    isShort = false,
    isNumbered = false,
    rowCount = preview.length,
  }: { isShort?: boolean; isNumbered?: boolean; rowCount?: number } = {},
): { columns: string[]; problems: Problem[]; notes: ReadingNote[] } {
  const hasRowNames = namesRows(cells, preview)
  const problems: Problem[] = []
  const countsByRule = new Map<string, number>()
  const addProblem = (column: string, rule: string, text: Message) => {
    const count = (countsByRule.get(rule) ?? 0) + 1
    countsByRule.set(rule, count)
    if (count <= maxProblemsPerRule) problems.push({ row, column, value: column, ...warning(rule, text) })
  }
  const columns: string[] = []
  const usedNames = new Set<string>()
  const counts = new Map<string, number>()
  cells.forEach((cell, index) => {
    const isRowName = index === 0 && hasRowNames
    const name = isRowName ? rowName : cell.trim() || columnName(index)
    const column = toUniqueName(name, usedNames, counts)
    usedNames.add(column)
    columns.push(column)
    if (cell.trim() === '' && !isRowName)
      addProblem(column, 'unnamed-column', message('samples.columnNoNameName', { index: index + 1 }))
    else if (column !== name)
      addProblem(column, 'repeated-column', message('samples.standsTwiceHeaderLater', { name, column }))
  })
  const headerFault = headerProblem({ cells, fault }, columns)
  if (headerFault) problems.push(headerFault)
  else if (!isNumbered && looksLikeData(cells, preview))
    problems.push({
      row,
      column: null,
      value: shorten(cells.join(', ')),
      ...warning('header-like-data', message('samples.rowReadHeaderLooks', { row })),
    })
  for (const [rule, count] of countsByRule)
    if (count > maxProblemsPerRule) {
      const text = message('files.columnsLikeFirstListed', { count, maxProblemsPerRule })
      problems.push({ row, column: null, value: null, ...warning(rule, text) })
    }
  const [first = ''] = cells
  const [column = ''] = columns
  const rows = { count: rowCount, rows: preview.map((record) => record.row) }
  const noHeader = message('samples.fileReadWithoutHeader', { row })
  return {
    columns,
    problems,
    notes: [
      ...(hasRowNames || isShort
        ? [readingNote('row-names', rowNamesMessage(first, column, isShort), { column, ...rows })]
        : []),
      ...(isNumbered ? [readingNote('no-header', noHeader, rows)] : []),
    ],
  }
}

/** A header without any usual name, where a cell with a number in it is built as all cells below it are: `A1` above `A2`. */
function looksLikeData(cells: readonly string[], preview: readonly TableRow[]): boolean {
  const shapeOf = (cell = ''): string =>
    cell
      .trim()
      .replaceAll(/\p{L}+/gu, 'a')
      .replaceAll(/\d+/g, '0')
  if (preview.length === 0 || cells.some(isKnownName)) return false
  return cells.some((cell, index) => {
    const shape = shapeOf(cell)
    return shape.includes('0') && preview.every((row) => shapeOf(row.cells[index]) === shape)
  })
}

/** A first column without a name, with a text of its own in each row, as R and pandas write names of rows. */
function namesRows([first = '']: readonly string[], preview: readonly TableRow[]): boolean {
  const names = preview.map(({ cells }) => (cells[0] ?? '').trim())
  if (!isUnnamed(first) || names.length === 0 || names.includes('')) return false
  return new Set(names).size === names.length && !areRowNumbers(names)
}

function rowNamesMessage(header: string, column: string, isShort: boolean): Message {
  if (isShort) return message('files.headerOneCellLess', { column })
  return header.trim() === ''
    ? message('files.firstColumnNoName', { column })
    : message('files.firstColumnCalledPrograms', { header: header.trim(), column })
}

/** A header with a broken quote may have other columns than it shows, so that nothing is sent until it is mended. */
export function headerProblem(
  { cells, fault }: Pick<TableRow, 'cells' | 'fault'>,
  columns: readonly string[],
): Problem | null {
  if (!fault) return null
  const value = shorten(cells[fault.cell] ?? '')
  const text =
    fault.rule === 'missing-text'
      ? faultMessage(fault)
      : message('samples.quoteHeaderLineNot', { line: fault.line })
  const column = columns[fault.cell] ?? null
  return { row: fault.line, column, value, ...error('broken-header', text) }
}

/** `counts`: the last number tried for each name, so that many equal names do not start over each time. */
function toUniqueName(name: string, usedNames: ReadonlySet<string>, counts: Map<string, number>): string {
  let column = name
  let count = counts.get(name) ?? 1
  for (; usedNames.has(column); column = `${name} (${count})`) count += 1
  counts.set(name, count)
  return column
}
