/**
 * A process of the fault tests. It sends the batch argv[5] of the journal argv[2] to the service argv[3] with the API
 * key argv[4], until it is done or killed. Its clock is argv[6] ms ahead, so it does not wait for leases of dead
 * processes.
 */

import '../../../../shared/words/testing/englishTexts.ts'
import { dirname } from 'node:path'
import { createNodeTransport } from '../../../adapters/network/transport.ts'
import { systemRandom as random, systemClock } from '../../../adapters/system.ts'
import { createRemoteService } from '../../../api/api.ts'
import { createRateLimiter } from '../../../api/rateLimit/rateLimiter.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { createJobs } from '../../../concurrency/jobs.ts'
import type { Clock } from '../../../ports.ts'
import { sampleDefaults } from '../../testing/sampleDefaults.ts'
import { createOrders } from '../orders.ts'

const [, , file = '', serviceUrl = '', apiKey = '', batchId = '', aheadMs = '0'] = process.argv
const clock: Clock = { ...systemClock, now: () => systemClock.now() + Number(aheadMs) }
const nothing = (): undefined => undefined

const remote = createRemoteService({
  transport: createNodeTransport(),
  clock,
  random,
  serviceUrl,
  credential: { token: async () => apiKey, renew: async () => false },
  rateLimiter: await createRateLimiter({ limit: 1_000_000, windowMs: 60_000, clock, changed: nothing }),
  offlineSwitch: () => false,
  reachable: nothing,
  dialect: () => ({ base_path: '/api/v1' }),
  saveDetected: async () => undefined,
})
const { journal, orderLog } = await openJournal({ folder: dirname(file), clock, notice: nothing })
const jobs = createJobs({ clock, random, emit: nothing })
const shared = { journal, remote, jobs, clock, random, emit: nothing }
const orders = createOrders({
  ...sampleDefaults,
  ...shared,
  appendToLog: (entry) => orderLog.append([entry]),
  profileId: 'p1',
  service: serviceUrl,
  afterBatch: nothing,
})
try {
  await jobs.finished(await orders.send(batchId))
} catch {
  // Throws if nothing is left to send. The test checks the ledger.
}
await journal.close()
