import { expect, test } from 'vitest'
import { isFailure } from '../../../shared/contract/failures.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createImportApp } from './testing/importApp.ts'

const rows = 12

/** One round of everything that could order a file twice. `journalName`: the journal of the second process. */
async function everyWay(seed: number, journalName = 'journal.db') {
  const one = await createImportApp()
  const two = await createImportApp('none', { beside: one, journalName })
  /** Reads and checks a file as a window does, which is then ready to send it. */
  const prepare = async (app: typeof one, path: string) => {
    const { draftId, check } = await app.checkSuggested(path)
    return { valid: check.valid, send: async () => (await app.imports.send({ draftId })).batchId }
  }
  const finishAll = async () => {
    for (const app of [one, two]) for (const { jobId } of app.jobs.list()) await app.finish(jobId)
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
    const shuffle = createSeededRandom(seed)
    const same = one.save('a.csv', ['sample,age', ...lines].join('\n'))
    const reordered = one.save('b.csv', ['sample,age', ...lines.toSorted(() => shuffle() - 0.5)].join('\n'))
    // Two windows of one process and a second process, one with the rows in another order, all checked before any sends.
    const windows = [await prepare(one, same), await prepare(one, reordered), await prepare(two, same)]
    const clicks = windows.flatMap(({ send }) => Array.from({ length: 20 }, () => send))
    const batches = new Set((await Promise.all(clicks.map(attempt))).filter((id) => id !== null))
    await finishAll()
    // And once more when all is done.
    for (const again of [await prepare(one, reordered), await prepare(two, same)]) {
      attempts.validAgain += again.valid
      await attempt(again.send)
    }
    await finishAll()
    const orders = Map.groupBy(one.fakeService.orders.values(), ({ fields }) => fields.client_reference)
    const duplicates = [...orders.values()].filter((placed) => placed.length > 1).length
    return { ...attempts, batches: batches.size, ordered: orders.size, duplicates }
  } finally {
    await two.close()
    await one.close()
  }
}

test('one batch, or a question, whichever way a file is sent twice', { timeout: 600_000 }, async () => {
  const rounds = scale(2, 25)
  const sum = { rounds, sent: 0, refused: 0, validAgain: 0, batches: 0, ordered: 0, duplicates: 0 }
  for (let seed = 1; seed <= rounds; seed++) {
    const result = await everyWay(seed)
    for (const name of ['sent', 'refused', 'validAgain', 'batches', 'ordered', 'duplicates'] as const)
      sum[name] += result[name]
  }
  printFigure('3', 'double click x20, two windows, two processes, reordered', sum)
  expect(sum).toMatchObject({ validAgain: 0, batches: rounds, ordered: rounds * rows, duplicates: 0 })
})

test.runIf(isFull)('mutant: two processes that share no ledger', async () => {
  expect((await everyWay(1, 'other.db')).duplicates).toBeGreaterThan(0)
})
