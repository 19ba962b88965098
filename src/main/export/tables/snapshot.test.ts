import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TableChoice, tableChoiceSchema } from '../../../shared/domain/studies/exporting.ts'
import { openSnapshotStores } from '../../compose/composeStores.ts'
import { addCohort } from '../../results/cohort/testing/addCohort.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { batchRow } from '../../store/testing/rows.ts'
import { writeCsv } from '../formats/text.ts'
import { exportsOf } from '../testing/exportsOf.ts'

let stores: Awaited<ReturnType<typeof openStores>>
beforeEach(async () => {
  stores = await openStores()
})
afterEach(() => stores.close())

const early = '2026-02-01T00:00:00.000Z'
const late = '2026-05-05T00:00:00.000Z'
const scores = { mTOR: 1 }
const choose = (kind: TableChoice['kind']) => tableChoiceSchema.parse({ kind })

/** Gives all source rows a later time, another service and the mark of synthetic data. */
async function replaceAll(): Promise<void> {
  const { journal, answers } = stores
  const set = { service: 'https://later.example', synthetic: 1 as const }
  await answers.query
    .updateTable('analyses')
    .set({ ...set, fetched_at: late })
    .execute()
  await answers.query.updateTable('screening_results').set({ fetched_at: late }).execute()
  await journal.query
    .updateTable('samples')
    .set({ ...set, created_at: late, checked_at: late })
    .execute()
  await journal.query.updateTable('ledger').set({ updated_at: late }).execute()
}

async function addOneOfEach(): Promise<void> {
  const { journal, answers } = stores
  await addCohort(stores, [{ sampleId: 'S0', scores, fetchedAt: early }])
  const placed = { created_at: early, service: 'https://service.example/api/v1', synthetic: 0 as const }
  const task = { task_id: 'T1', sample_id: 'S0', endpoint: 'screening' as const, status: 'done' }
  await journal.query
    .insertInto('screening_tasks')
    .values({ ...task, ...placed, state: 'succeeded', progress: null, checked_at: null })
    .execute()
  const batch = batchRow('B1', { created_at: early })
  await journal.query.insertInto('batches').values(batch).execute()
  const order = { client_reference: 'one', fields: '{}', idempotency_key: 'key', message: null }
  await journal.query
    .insertInto('ledger')
    .values({ ...order, batch_id: 'B1', row: 1, state: 'created', sample_id: 'S0', updated_at: early })
    .execute()
  await journal.query.updateTable('samples').set({ batch_id: 'B1' }).execute()
  const hits = JSON.stringify([{ rank: 1, drugId: 'D1', name: 'one', score: 1, raw: {} }])
  await answers.query
    .insertInto('screening_results')
    .values({ task_id: 'T1', raw: '{}', hits, fetched_at: early })
    .execute()
}

describe('a table that is read in several steps', () => {
  test.each(['resultsLong', 'samples', 'screening', 'history', 'answers'] as const)(
    '%s: contains nothing that arrived after its provenance was read',
    async (kind) => {
      await addOneOfEach()
      const table = await exportsOf(stores).tableOf(choose(kind))
      await replaceAll()
      let text = ''
      for await (const chunk of writeCsv(table)) text += chunk
      const provenance = JSON.stringify(table.provenance)
      expect(parse(text, { columns: true })).toHaveLength(1)
      expect(text + provenance).not.toContain(late)
      expect(text + provenance).not.toContain('later.example')
      const again = await exportsOf(stores).tableOf(choose(kind))
      expect(JSON.stringify(again.provenance)).toContain(late)
      await again.close()
    },
  )

  test('releases its snapshot after it was read, described, stopped or rejected', async () => {
    await addOneOfEach()
    let open = 0
    const { exports, write, tableOf, jobs, files } = exportsOf(stores, {
      openSnapshot: async () => {
        const moment = await openSnapshotStores(stores.folder)
        open += 1
        return { ...moment, close: () => moment.close().then(() => void (open -= 1)) }
      },
    })
    await write({ kind: 'resultsLong' })
    expect(open).toBe(0)
    await write({ kind: 'resultsLong' }, { dictionary: true })
    expect(open).toBe(0)
    await exports.describe({ table: choose('answers') })
    expect(open).toBe(0)
    const kind = 'resultsLong'
    await expect(write({ kind, pathways: ['none'] })).rejects.toMatchObject({ code: 'rejected' })
    await expect(write({ kind }, { columns: ['none'] })).rejects.toMatchObject({ code: 'rejected' })
    expect(open).toBe(0)
    const { fileId } = files.reserve(`${stores.folder}/stopped.csv`)
    const settings = { table: choose('samples'), format: 'csv' as const, dictionary: false }
    const { jobId } = await exports.write({ fileId, settings })
    jobs.cancel(jobId)
    await jobs.finished(jobId)
    await tableOf(choose('samples')).then(({ close }) => close())
    await expect.poll(() => open).toBe(0)
  })
})
