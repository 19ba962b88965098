import { expect, it } from 'vitest'
import { type Problem, transformSchema } from '../../../../shared/domain/samples/importing.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { createSerialQueue } from '../../../concurrency/serialQueue.ts'
import { createFailingRows } from './checkDraft.ts'
import { createCorrections } from './corrections.ts'
import { createDrafts, type Draft, requireFindings } from './drafts.ts'

const draft = (): Draft => ({
  path: '/a.csv',
  fileName: 'a.csv',
  sha256: '',
  readAs: { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 },
  options: {},
  preview: [],
  columns: ['id'],
  notes: [],
  changes: [],
  undone: [],
  checked: null,
  checking: null,
  sent: null,
  queue: createSerialQueue(),
})

const check = () => ({
  mapping: {},
  transform: transformSchema.parse({}),
  form: [],
  changes: [],
  valid: 0,
  shown: { count: 0, sha256: '' },
  blocker: null,
  findings: {
    lines: [],
    failing: createFailingRows(),
    examples: [],
    known: [],
    moreKnown: { ordered: 0, underWay: 0, inDoubt: 0 },
  },
})

const problem = (row: number): Problem => ({
  row,
  column: 'id',
  value: null,
  rule: 'required',
  message: joinMessages([]),
  severity: 'error',
})

it('fifty drafts stay open, and the oldest makes room for the next', () => {
  const drafts = createDrafts()
  for (let at = 0; at <= 50; at++) drafts.store(`d${at}`, draft())
  expect(() => drafts.find('d0')).toThrow('import is closed')
  expect(drafts.find('d1').fileName).toBe('a.csv')
})

it('the four drafts that were checked last keep what was found of them', () => {
  const drafts = createDrafts()
  const all = Array.from({ length: 5 }, draft)
  for (const one of all) drafts.storeCheck(one, check())
  drafts.storeCheck(all[1]!, check())
  expect(() => requireFindings(all[0]!)).toThrow('You checked another file since')
  expect(all.slice(1).map((one) => requireFindings(one).known.length)).toEqual([0, 0, 0, 0])
})

it('records that would fill the memory are read again when they are requested', async () => {
  const failing = createFailingRows()
  const record = (row: number) => ({ row, cells: ['x'.repeat(7_000_000)], fault: null, notes: null })
  for (const row of [2, 3, 4]) failing.add(row, [problem(row)], record(row))
  failing.addLate([problem(2), problem(9)])
  const readLines: number[][] = []
  const now = {
    preview: [],
    columns: ['id'],
    corrections: createCorrections(['id'], []),
    read: async (lines: number[]) => {
      readLines.push(lines)
      return lines.map(record)
    },
  }
  const { rows, total } = await failing.page({ page: 1, limit: 10 }, now)
  expect(readLines).toEqual([[4, 9]])
  expect(total).toBe(4)
  expect(rows.map(({ row, problems }) => [row, problems.length])).toEqual([
    [2, 2],
    [3, 1],
    [4, 1],
    [9, 1],
  ])
})
