import { expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/words/message.ts'
import { nameColumns } from './nameColumns.ts'

const header = (cells: string[]) => nameColumns({ row: 1, cells, fault: null, notes: null })

it('reports the first hundred of 100,000 unnamed columns and counts the rest', () => {
  const { columns, problems } = header(Array.from({ length: 100_000 }, () => ''))
  expect(columns).toHaveLength(100_000)
  expect(problems).toHaveLength(101)
  expect(problems.at(-1)).toMatchObject({ rule: 'unnamed-column', column: null, severity: 'warning' })
  expect(toEnglish(problems.at(-1)!.message)).toContain('100000 columns')
})

it('reports each of a hundred unnamed columns', () => {
  expect(header(Array.from({ length: 100 }, () => '')).problems).toHaveLength(100)
})

it('does not read numbered column names as a sample, and notes that the file has no header', () => {
  const rows = [2, 3].map((row) => ({ row, cells: [`Mouse ${row}`, '30'], fault: null, notes: null }))
  const first = { row: 2, cells: ['Column 1', 'Column 2'], fault: null, notes: null }
  const { columns, problems, notes } = nameColumns(first, rows, { isNumbered: true })
  expect({ columns, problems }).toEqual({ columns: ['Column 1', 'Column 2'], problems: [] })
  expect(notes).toMatchObject([{ rule: 'no-header', column: null, count: 2, severity: 'note' }])
})

it.each([
  { lines: ['A1,30,liver', 'A2,31,blood'], looksLikeData: true },
  { lines: ['HLS-001', 'HLS-002', 'HLS-003'], looksLikeData: true },
  { lines: ['A1,30,liver'], looksLikeData: false },
  { lines: ['sample 1,30', 'sample 2,thirty'], looksLikeData: true },
  { lines: ['sample,2024', 'A1,2025'], looksLikeData: false },
  { lines: ['Day 1,Day 2', '0.31,0.72', '0.18,0.40'], looksLikeData: false },
  { lines: ['who,how old', 'A1,30', 'A2,31'], looksLikeData: false },
])('says so where a header looks like a sample: $lines', ({ lines, looksLikeData }) => {
  const [first = [], ...rows] = lines.map((line) => line.split(','))
  const toRow = (cells: string[], index: number) => ({ row: index + 1, cells, fault: null, notes: null })
  const { problems } = nameColumns(
    toRow(first, 0),
    rows.map((cells, index) => toRow(cells, index + 1)),
  )
  expect(problems.map(({ rule }) => rule)).toEqual(looksLikeData ? ['header-like-data'] : [])
})
