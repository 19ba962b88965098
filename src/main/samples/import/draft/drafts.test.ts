import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Problem } from '../../../../shared/domain/samples/importing.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { createImportApp } from '../testing/importApp.ts'
import { createFailingRows } from './checkDraft.ts'
import { createCorrections } from './corrections.ts'

let app: Awaited<ReturnType<typeof createImportApp>>
beforeAll(async () => void (app = await createImportApp()))
afterAll(() => app.close())

const required = { rule: 'required', message: joinMessages([]), severity: 'error' } as const
const problem = (row: number): Problem => ({ row, column: 'id', value: null, ...required })

it('fifty drafts stay open, and the oldest makes room for the next', async () => {
  const path = app.save('a.csv', 'id\nA\n')
  const draftIds: string[] = []
  for (let at = 0; at <= 50; at++) draftIds.push((await app.open(path)).draftId)
  const undo = async (at: number) => app.imports.undo({ draftId: draftIds[at]! })
  await expect(undo(0)).rejects.toThrow('import is closed')
  await expect(undo(1)).rejects.toThrow('nothing to undo')
})

it('the four drafts that were checked last keep what was found of them', async () => {
  const path = app.save('b.csv', 'id\n\nA\n')
  const checks = []
  for (let at = 0; at < 5; at++) checks.push(await app.check(path))
  await checks[1]!.again()
  await expect(app.failing(checks[0]!.draftId)).rejects.toThrow('You checked another file since')
  for (const { draftId } of checks.slice(1)) expect(await app.failing(draftId)).toMatchObject({ total: 0 })
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
  expect(rows.map(({ row, problems }) => `${row}: ${problems.length}`).join()).toBe('2: 2,3: 1,4: 1,9: 1')
})
