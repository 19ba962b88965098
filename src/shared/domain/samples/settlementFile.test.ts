import { expect, test } from 'vitest'
import { toEnglish } from '../../words/message.ts'
import { parseSettlements } from './settlementFile.ts'

const columns = ['batch', 'row', 'outcome', 'id']
/** Reads rows whose cells are parted by commas. */
const read = (lines: string[], given: string[] = columns, batchId?: string) => {
  const rows = lines.map((line) => line.split(','))
  const preview = rows.map((cells, index) => ({ row: index + 2, cells }))
  const file = parseSettlements({ columns: given, preview, rowCount: rows.length }, batchId)
  if ('refused' in file) return toEnglish(file.refused)
  return {
    settled: file.settlements.map(
      ({ batchId, row, as }) => `${batchId} ${row} ${as.kind === 'placed' ? as.sampleId : 'not placed'}`,
    ),
    undecided: file.undecided,
    problems: file.problems.map(({ line, message }) => `${line}: ${toEnglish(message)}`),
  }
}

test('treats an ID alone as placed, and skips a row without outcome and ID', () => {
  const settled = ['b 2 S-1', 'b 3 not placed']
  const rows = ['b,2,,S-1', 'b,3,Not placed,', 'b,4,,', 'b,5,unknown,']
  expect(read(rows)).toEqual({ settled, undecided: 2, problems: [] })
})

test('uses the given batch for a table without a batch column, and accepts other column names', () => {
  const others = ['Sample ID', 'Line']
  expect(read(['S-1,12'], others, 'b')).toMatchObject({ settled: ['b 12 S-1'] })
  expect(read(['S-1,12'], others)).toBe('The file needs a column “batch”. Its columns: Sample ID, Line.')
  expect(read(['b,12'], ['batch', 'row'])).toMatch(/needs a column “id” or “outcome”/)
})

test.each([
  ['b,2,perhaps,', /“perhaps” is no outcome/],
  ['b,2,placed,', /without a sample ID/],
  ['b,2,not placed,S-1', /names sample S-1. Remove one/],
  [',2,,S-1', /names no batch/],
  ['b,two,,S-1', /“two” is not a line/],
  ['b,2,,..', /“\.\.” cannot be a sample ID/],
])('reports %j as a problem and does not settle it', (line, problem) => {
  expect(read([line])).toMatchObject({ settled: [], problems: [expect.stringMatching(problem)] })
})

test('rejects all rows about the same order or the same sample', () => {
  const file = read(['b,2,,S-1', 'b,2,not placed,', 'b,3,,S-2', 'b,4,,S-2', 'c,2,,S-3'])
  expect(file).toMatchObject({ settled: ['c 2 S-3'] })
  expect(typeof file === 'string' ? [] : file.problems.map((one) => one[0])).toEqual(['2', '3', '4', '5'])
})
