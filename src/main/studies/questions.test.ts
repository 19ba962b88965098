import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Checked } from '../../shared/contract/contract.ts'
import type { ModelResult } from '../../shared/domain/results/model.ts'
import { toEnglish } from '../../shared/words/message.ts'
import { openStores } from '../store/testing/openStores.ts'
import { readQuestions, recordQuestions } from './questions.ts'

/** Opens a journal, and records the models that return `rows` rows. */
async function openQuestions(rows: number) {
  const { journal, close } = await openStores()
  let nowMs = Date.UTC(2026, 0, 1)
  const clock = { now: () => (nowMs += 60_000), sleep: async () => {} }
  const random = { next: () => 0.5, id: () => randomUUID() }
  const notices: string[] = []
  // Only the number of rows is read.
  const result = { rows: Array.from({ length: rows }) } as ModelResult
  const record = (isQuestion?: (of: Checked<'results.model'>['of']) => boolean) =>
    recordQuestions(
      { journal, clock, random, notice: (text) => notices.push(toEnglish(text)) },
      { compare: notCalled, compareClock: notCalled, model: async () => result },
      isQuestion,
    ).model
  return { journal, close, record, model: record(), result, notices }
}

const notCalled = () => Promise.reject(new Error('not called'))

const request = (
  of: Checked<'results.model'>['of'],
  more: Partial<Checked<'results.model'>> = {},
): Checked<'results.model'> => ({
  measure: 'activity',
  of,
  terms: [{ field: 'group' }],
  interaction: null,
  contrasts: [],
  moderation: 'none',
  block: null,
  leastEffect: 0,
  equivalence: null,
  pathways: [],
  ...more,
})

it('counts an identical question of a study once, with its repeats, and keeps studies apart', async () => {
  const { journal, close, record, model } = await openQuestions(3)
  const liver = { filter: { study: 'liver' } }
  await model(request(liver))
  await model(request(liver))
  await model(request(liver, { moderation: 'constant' }))
  await model(request({ sampleIds: ['b', 'a'] }))
  await model(request({ sampleIds: ['a', 'b'] }))
  // The same question with its keys in another order, and one of samples that are no study.
  const { of: _, ...rest } = request(liver)
  const exported = record((of) => 'filter' in of)
  await exported({ of: liver, ...Object.fromEntries(Object.entries(rest).reverse()) } as typeof rest & {
    of: typeof liver
  })
  await exported(request({ sampleIds: ['c'] }))
  const inLiver = await readQuestions(journal.query, 'liver')
  expect(inLiver).toMatchObject([
    {
      kind: 'model',
      tests: 3,
      times: 3,
      firstAt: '2026-01-01T00:01:00.000Z',
      lastAt: '2026-01-01T00:06:00.000Z',
    },
    { kind: 'model', tests: 3, times: 1, request: { moderation: 'constant', of: { filter: {} } } },
  ])
  expect(await readQuestions(journal.query, 'all')).toMatchObject([
    { times: 2, request: { of: { sampleIds: { count: 2 } } } },
  ])
  await close()
})

it('returns a result that it cannot record, with one notice', async () => {
  const { close, model, result, notices } = await openQuestions(1)
  await close()
  expect(await model(request({ filter: {} }))).toBe(result)
  expect(await model(request({ filter: {} }))).toBe(result)
  expect(notices).toHaveLength(1)
  expect(notices[0]).toContain('is not counted among the questions of its study')
})
