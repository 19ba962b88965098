/**
 * A process of the fault tests. It orders three samples in the folder argv[2], with the file `sent` as the service, and
 * is killed before its argv[3]-th disk operation. With 0 it runs to the end. It prints the number of operations.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newBatch, toOrders } from './newBatch.ts'

const [, , folder = '', killAt = '0'] = process.argv
let steps = 0

function killAtStep(holder: object, name: string): void {
  const real: unknown = Reflect.get(holder, name)
  if (typeof real !== 'function') throw new Error(`There is no ${name}.`)
  Reflect.set(holder, name, function (this: unknown, ...values: unknown[]): unknown {
    steps += 1
    if (steps === Number(killAt)) process.kill(process.pid, 'SIGKILL')
    return Reflect.apply(real, this, values)
  })
}
for (const name of ['writeSync', 'fsyncSync', 'ftruncateSync', 'renameSync', 'copyFileSync', 'rmSync'])
  killAtStep(fs, name)
for (const name of ['exec', 'prepare', 'close']) killAtStep(DatabaseSync.prototype, name)
const statement = new DatabaseSync(':memory:').prepare('SELECT 1')
for (const name of ['run', 'all']) killAtStep(Object.getPrototypeOf(statement) as object, name)
syncBuiltinESMExports()
steps = 0

const { openJournal } = await import('../../../compose/openJournal.ts')
const { systemClock } = await import('../../../adapters/system.ts')
const { acquireLease } = await import('../ledger/batchLease.ts')
const { addBatch, markSending, recordOutcome } = await import('../ledger/ledger.ts')

const { journal } = await openJournal({ folder, clock: systemClock, notice: () => undefined })
const rows = toOrders(3)
await addBatch(journal, newBatch(rows), { batchId: 'b1', profileId: 'p1', nowMs: Date.now() })
const lease = { batchId: 'b1', owner: 'me', nowMs: Date.now() }
await journal.transaction((query) => acquireLease(query, lease))
for (const { row, fields } of rows) {
  await markSending(journal, lease, row, 'queued')
  fs.appendFileSync(join(folder, 'sent'), `${row}\n`)
  const value = { sampleId: `s${row}`, status: 'queued', state: 'queued' as const, createdAt: null }
  const answer = { value, raw: {}, fetchedAt: 'now', service: 's', synthetic: true, requestId: null }
  await recordOutcome(journal, { batchId: 'b1', row, fields }, { state: 'created', answer }, 'now')
  fs.appendFileSync(join(folder, 'recorded'), `${row}\n`)
}
await journal.close()
process.stdout.write(String(steps))
