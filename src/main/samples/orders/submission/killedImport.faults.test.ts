import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startReferenceService } from '../../../../demoService/index.ts'
import { createChainedLog } from '../../../adapters/files/chainedLog.ts'
import { withSql } from '../../../adapters/sqlite/inspect.ts'
import { reconcile } from '../../../store/orderLog/reconcile.ts'
import { isFull, printFigure, scale } from '../../../testing/faults.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { processFile } from '../../../testing/processes/processFile.ts'
import { createSeededRandom } from '../../../testing/seededRandom.ts'
import { openJournalFile } from '../../testing/openJournalFile.ts'
import { addBatch } from '../ledger/ledger.ts'
import { newBatch, toOrders } from '../testing/newBatch.ts'

/** The quick run sends fewer rows but is killed as often. */
const rows = scale(150, 500)
const killsABatch = 13
const sender = processFile('killedSender')
/** About 6% of the orders fail: not placed, placed and cut off, or placed and answered with an error status. */
const faults = [
  { match: { method: 'POST' }, fault: 'reset-before-commit', every: 53 },
  { match: { method: 'POST' }, fault: 'reset-after-commit', every: 47 },
  { match: { method: 'POST' }, fault: 'status-after-commit', every: 51 },
] as const

type Remote = { id: string; fields: { client_reference: string } }

/**
 * Imports all rows while their senders are killed, and returns the counts of faults at the end. `betweenKills`: SQL of
 * the mutant.
 */
async function importKilled(seed: number, kills: number, betweenKills?: string) {
  const random = createSeededRandom(seed)
  const folder = newFolder()
  const file = join(folder, 'journal.db')
  let savedState = ''
  const service = await startReferenceService({
    rate: { requests: 1_000_000, windowS: 60 },
    variants: ['no-idempotency'],
    faults,
    store: { load: () => null, save: (text) => void (savedState = text) },
  })
  const onFile = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    try {
      return work(database)
    } finally {
      database.close()
    }
  }
  try {
    await writeBatch(folder)
    let killed = 0
    let unsound = 0
    for (let run = 0; run < kills * 3 + 20; run++) {
      const args = [sender, file, service.url, service.apiKey, 'b1', String(run * 120_000)]
      const child = spawn(process.execPath, args, { stdio: 'ignore' })
      const target = service.summary().orders + 1 + Math.floor((random() * 36 * rows) / 500)
      if (killed < kills)
        killed += await killAt(child, () => service.summary().orders >= target, random() * 12)
      else await once(child, 'exit')
      onFile((database) => {
        if (database.prepare('PRAGMA quick_check').get()?.['quick_check'] !== 'ok') unsound += 1
        if (betweenKills) database.exec(betweenKills)
      })
      if (onFile((database) => database.prepare(left).get()?.['count']) === 0) break
    }
    const ledger = onFile((database) => database.prepare('SELECT * FROM ledger').all()) as LedgerEntry[]
    const log = createChainedLog(join(folder, 'orders.log'))
    const { corrected, unlogged, isCorrupt } = withSql(file, (sql) => reconcile(sql, log, null))
    log.close()
    await service.close()
    return {
      killed,
      unsound,
      offLog: corrected.length + unlogged.length + Number(isCorrupt),
      ...compare(ledger, (JSON.parse(savedState) as { orders: Remote[] }).orders),
    }
  } finally {
    await service.close().catch(() => undefined)
  }
}

const left = `SELECT COUNT(*) AS count FROM ledger WHERE state IN ('queued', 'sending')`

async function writeBatch(folder: string): Promise<void> {
  const journal = await openJournalFile(folder)
  await addBatch(journal, newBatch(toOrders(rows)), { batchId: 'b1', profileId: 'p1', nowMs: Date.now() })
  await journal.close()
}

/** Returns 1 if the process was killed, 0 if it had already ended. */
async function killAt(child: ChildProcess, isTime: () => boolean, laterMs: number): Promise<0 | 1> {
  const ended = once(child, 'exit')
  while (child.exitCode === null && !isTime()) await wait(1)
  await wait(laterMs)
  child.kill('SIGKILL')
  const [, signal] = await ended
  return signal === 'SIGKILL' ? 1 : 0
}

type LedgerEntry = { client_reference: string; state: string; sample_id: string | null }

function compare(ledger: LedgerEntry[], orders: Remote[]) {
  const remote = Map.groupBy(orders, ({ fields }) => fields.client_reference)
  const placed = (row: LedgerEntry) => remote.get(row.client_reference) ?? []
  const count = (is: (row: LedgerEntry) => boolean) => ledger.filter(is).length
  return {
    duplicates: [...remote.values()].filter((same) => same.length > 1).length,
    // Placed orders that the ledger neither has nor doubts, and rows that are missing.
    lost:
      count((row) => placed(row).length > 0 && !['created', 'unknown'].includes(row.state)) +
      rows -
      ledger.length,
    mismatched: count((row) => row.state === 'created' && placed(row)[0]?.id !== row.sample_id),
    created: count((row) => row.state === 'created'),
    unknown: count((row) => row.state === 'unknown'),
    left: count((row) => row.state === 'queued' || row.state === 'sending'),
  }
}

test(`SIGKILL in a ${rows}-row import at random points, with 6% faults`, { timeout: 3_600_000 }, async () => {
  const targetKills = scale(6, 200)
  const faults = { unsound: 0, offLog: 0, duplicates: 0, lost: 0, mismatched: 0, left: 0 }
  const sum = { ...faults, killed: 0, created: 0, unknown: 0 }
  for (let seed = 1; sum.killed < targetKills; seed++) {
    const result = await importKilled(seed, Math.min(killsABatch, targetKills - sum.killed))
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += result[name]
  }
  printFigure('1', `SIGKILL in a ${rows}-row import, 6% faults`, sum)
  expect(sum).toMatchObject(faults)
  expect(sum.killed).toBeGreaterThanOrEqual(targetKills)
})

test.runIf(isFull)(
  'mutant: rows that were being sent are queued again after a kill',
  { timeout: 600_000 },
  async () => {
    const requeue = `UPDATE ledger SET state = 'queued' WHERE state = 'sending'`
    const { duplicates } = await importKilled(1, 6, requeue)
    expect(duplicates).toBeGreaterThan(0)
  },
)
