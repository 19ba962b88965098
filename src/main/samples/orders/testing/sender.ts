/**
 * A process of the tests. It sends the batch argv[4] of the journal argv[2] and appends the requests that arrive to the
 * file argv[3]. When request argv[5] has arrived and its response is still pending, the process sends itself the signal
 * argv[7]. Its clock is argv[6] ms ahead.
 */

import '../../../../shared/words/testing/englishTexts.ts'
import { appendFileSync } from 'node:fs'
import { openDatabase } from '../../../adapters/sqlite/openDatabase.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import type { Clock, RemoteService } from '../../../ports.ts'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import { noSampleStatus, sampleDefaults } from '../../testing/sampleDefaults.ts'
import { createOrders } from '../orders.ts'

const [, , file = '', arrivals = '', batchId = '', atRequest = 'never', laterMs = '0', signal = 'SIGKILL'] =
  process.argv
/** The clock is ahead of the other processes, so that their leases have expired. */
const clock: Clock = { ...systemClock, now: () => systemClock.now() + Number(laterMs) }
let arrived = 0

const createOrder: RemoteService['createOrder'] = async (fields, { beforeSend }) => {
  await beforeSend?.()
  const request = ++arrived
  appendFileSync(arrivals, `${fields.client_reference}\n`)
  await systemClock.sleep(2)
  if (request === Number(atRequest)) process.kill(process.pid, signal)
  const fetchedAt = new Date().toISOString()
  const sampleId = `S-${fields.client_reference}`
  const value = { sampleId, status: 'queued', state: 'queued', createdAt: null } as const
  return { value, raw: {}, fetchedAt, service: 'https://service.example', requestId: null, synthetic: true }
}

const journal = await openDatabase<JournalSchema>({ file, migrations: journalMigrations, durability: 'full' })
const jobs = createJobs({ clock, random: systemRandom, emit: () => undefined })
const orders = createOrders({
  ...sampleDefaults,
  journal,
  remote: { createOrder, sampleStatus: noSampleStatus },
  jobs,
  clock,
  random: systemRandom,
})
try {
  const job = await jobs.finished(await orders.send(batchId))
  process.stdout.write(JSON.stringify({ state: job.state, done: job.done }))
} catch (error) {
  process.stdout.write(JSON.stringify({ refused: (error as Error).message }))
}
await journal.close()
