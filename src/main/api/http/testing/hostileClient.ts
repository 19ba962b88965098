/**
 * A test process that calls the hostile server at argv[2] for the cases of argv[3] (`0,5`) and prints the results, one
 * JSON line per case. Its clock runs argv[4] times as fast as the real one. If argv[5] is `uncapped`, it reads bodies
 * of any size.
 */

import { isFailure } from '../../../../shared/contract/failures.ts'
import { createNodeTransport } from '../../../adapters/network/transport.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import type { Clock, Transport } from '../../../ports.ts'
import { readPeakMb } from '../../../testing/processes/peakMemory.ts'
import { createRemoteService } from '../../api.ts'
import { createRateLimiter } from '../../rateLimit/rateLimiter.ts'

const [, , url = '', cases = '', speedText = '1', reader = ''] = process.argv
const speed = Number(speedText)
const clock: Clock = {
  now: () => systemClock.now() * speed,
  sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
}

const node = createNodeTransport()
const uncapped: Transport = async (url, init) => {
  const response = await node(url, init)
  return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers })
}

const quota = await createRateLimiter({ limit: 6000, windowMs: 60_000, clock, changed: () => undefined })
const requestMe = (path: string) =>
  createRemoteService({
    transport: reader === 'uncapped' ? uncapped : node,
    clock,
    random: systemRandom,
    serviceUrl: url,
    credential: { token: async () => 'key', renew: async () => false },
    rateLimiter: quota,
    offlineSwitch: () => false,
    reachable: () => undefined,
    dialect: () => ({ base_path: `/${path}` }),
    saveDetected: async () => undefined,
  }).me()

for (let time = 0; time < 5; time += 1) await requestMe('well')
const beforeMb = process.memoryUsage().rss / 1024 ** 2

for (const path of cases.split(',')) {
  // Collects garbage, so that one response does not count toward the next.
  globalThis.gc?.()
  const startedMs = systemClock.now()
  const error = await requestMe(path).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const result = {
    code: isFailure(error) ? error.code : 'none',
    named: isFailure(error) && JSON.stringify(error.toData()).includes('GET /users/me'),
    tookMs: systemClock.now() - startedMs,
    // The peak so far.
    grownMb: readPeakMb() - beforeMb,
  }
  process.stdout.write(`${JSON.stringify(result)}\n`)
}
process.exit(0)
