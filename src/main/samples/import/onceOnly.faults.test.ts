import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFailure } from '../../../shared/contract/failures.ts'
import { createFiles } from '../../adapters/files/files.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { systemRandom as random } from '../../adapters/system.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import { type JournalSchema, journalMigrations } from '../../store/journal.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createFakeOrderService } from '../orders/testing/fakeOrderService.ts'
import { createReaderLoader, createSamples } from '../samples.ts'
import { sampleDefaults } from '../testing/sampleDefaults.ts'

const loadReader = createReaderLoader(processFile('csvWorker'))
const rows = 12

/** One round of everything that could order a file twice; gives how many samples were. `journals`: of two processes. */
async function everyWay(seed: number, journals: [string, string]) {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-once-'))
  const time = createVirtualClock()
  const { clock } = time
  const { fakeService, remote } = createFakeOrderService(clock)
  const open: (() => Promise<void>)[] = []
  const start = async (name: string) => {
    const file = join(folder, name)
    const journal = await openDatabase<JournalSchema>({
      file,
      migrations: journalMigrations,
      durability: 'normal',
    })
    open.push(() => journal.close())
    const shared = { clock, random, emit: () => undefined }
    const files = createFiles({ random })
    const jobs = createJobs(shared)
    const { imports, batches } = createSamples({
      ...sampleDefaults,
      ...shared,
      journal,
      remote,
      files,
      jobs,
      loadReader,
      profileId: 'p1',
      service: 'https://service.example',
    })
    /** As a window does: reads, checks, and is ready to send. */
    const prepare = async (path: string) => {
      const { fileId } = await files.adopt(path)
      const { draftId, ...draft } = await imports.read({ fileId, options: {} })
      const { suggestedMapping: mapping, suggestedTransform: transform } = draft
      const { valid } = await imports.check({ draftId, mapping, transform })
      return { valid, send: async () => (await imports.send({ draftId })).batchId }
    }
    return { prepare, batches, jobs }
  }
  const attempts = { sent: 0, refused: 0, validAgain: 0 }
  const attempt = async (send: () => Promise<string>): Promise<string | null> => {
    try {
      const batchId = await send()
      attempts.sent += 1
      return batchId
    } catch (error) {
      if (!isFailure(error, 'rejected')) throw error
      attempts.refused += 1
      return null
    }
  }
  try {
    const lines = Array.from({ length: rows }, (_, row) => `P-${seed}-${row},${20 + row}`)
    const same = join(folder, 'a.csv')
    const reordered = join(folder, 'b.csv')
    writeFileSync(same, ['sample,age', ...lines].join('\n'))
    const shuffle = createSeededRandom(seed)
    writeFileSync(reordered, ['sample,age', ...lines.toSorted(() => shuffle() - 0.5)].join('\n'))
    const [one, two] = [await start(journals[0]), await start(journals[1])]
    // Two windows of one process and a second process, one with the rows in another order, all checked before any sends.
    const windows = [await one.prepare(same), await one.prepare(reordered), await two.prepare(same)]
    const clicks = windows.flatMap(({ send }) => Array.from({ length: 20 }, () => send))
    const batches = new Set((await Promise.all(clicks.map(attempt))).filter((id) => id !== null))
    for (const jobs of [one.jobs, two.jobs])
      for (const { jobId } of jobs.list()) await time.finish(jobs.finished(jobId))
    // And once more when all is done.
    for (const again of [await one.prepare(reordered), await two.prepare(same)]) {
      attempts.validAgain += again.valid
      await attempt(again.send)
    }
    for (const jobs of [one.jobs, two.jobs])
      for (const { jobId } of jobs.list()) await time.finish(jobs.finished(jobId))
    const orders = Map.groupBy(fakeService.orders.values(), ({ fields }) => fields.client_reference)
    const duplicates = [...orders.values()].filter((placed) => placed.length > 1).length
    return { ...attempts, batches: batches.size, ordered: orders.size, duplicates }
  } finally {
    for (const close of open) await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

test('one batch, or a question, whichever way a file is sent twice', { timeout: 600_000 }, async () => {
  const rounds = scale(2, 25)
  const sum = { rounds, sent: 0, refused: 0, validAgain: 0, batches: 0, ordered: 0, duplicates: 0 }
  for (let seed = 1; seed <= rounds; seed++) {
    const result = await everyWay(seed, ['journal.db', 'journal.db'])
    for (const name of ['sent', 'refused', 'validAgain', 'batches', 'ordered', 'duplicates'] as const)
      sum[name] += result[name]
  }
  printFigure('3', 'double click x20, two windows, two processes, reordered', sum)
  expect(sum).toMatchObject({ validAgain: 0, batches: rounds, ordered: rounds * rows, duplicates: 0 })
})

test.runIf(isFull)('mutant: two processes that share no ledger', async () => {
  expect((await everyWay(1, ['journal.db', 'other.db'])).duplicates).toBeGreaterThan(0)
})
