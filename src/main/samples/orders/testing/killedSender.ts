/**
 * A process of the fault tests. It sends the batch argv[5] of the journal argv[2] to the service argv[3] with the API
 * key argv[4], until it is done or killed. Its clock is argv[6] ms ahead, so it does not wait for leases of dead
 * processes.
 */

import '../../../../shared/words/testing/englishTexts.ts'
import { dirname } from 'node:path'
import { systemRandom as random, systemClock } from '../../../adapters/system.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import type { Clock } from '../../../ports.ts'
import { sampleDefaults } from '../../testing/sampleDefaults.ts'
import { createOrders } from '../orders.ts'
import { connectTo } from './connectTo.ts'

const [, , file = '', serviceUrl = '', apiKey = '', batchId = '', aheadMs = '0'] = process.argv
const clock: Clock = { ...systemClock, now: () => systemClock.now() + Number(aheadMs) }

const remote = await connectTo({ url: serviceUrl, apiKey }, clock)
const { journal, orderLog } = await openJournal({ folder: dirname(file), clock, notice: () => undefined })
const jobs = createJobs({ clock, random, emit: () => undefined })
const orders = createOrders({
  ...sampleDefaults,
  journal,
  remote,
  jobs,
  clock,
  random,
  appendToLog: (entry) => orderLog.append([entry]),
  service: serviceUrl,
})
try {
  await jobs.finished(await orders.send(batchId))
} catch {
  // Throws if nothing is left to send. The test checks the ledger.
}
await journal.close()
