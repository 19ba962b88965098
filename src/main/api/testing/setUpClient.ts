import { onTestFinished } from 'vitest'
import type { DetectedDialect, ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import type { Clock, Credential, Random, Transport } from '../../ports.ts'
import { createRemoteService } from '../api.ts'
import { createRateLimiter } from '../rateLimit/rateLimiter.ts'
import { startScriptedServer } from './scriptedServer.ts'
import { createVirtualClock } from './virtualClock.ts'

export type Answering = Parameters<typeof startScriptedServer>[0]
export type Answer = ReturnType<Answering>
export type Client = Awaited<ReturnType<typeof setUpClient>>

/**
 * Opens the real client over real HTTP against a scripted server, and records its reports to the app. Its clock stands
 * still, but waits of the quota end immediately; the time limit of a response passes only when `expire` is called. The
 * server closes after the running test.
 */
export async function setUpClient(
  answer: Answer | Answering,
  options: {
    credential?: Credential
    /** Read at every call, so a test can change it. */
    dialect?: ServiceDialect
    scopesHeld?: () => string[] | null
    /** The path after the origin in the address that the user entered. */
    base?: string
    random?: Random
    transport?: Transport
  } = {},
) {
  const server = await startScriptedServer(typeof answer === 'function' ? answer : () => answer)
  onTestFinished(server.close)
  const virtual = createVirtualClock()
  const waits: number[] = []
  let nowMs = virtual.clock.now()
  const expiries: (() => void)[] = []
  const clock: Clock = {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        if (ms === 30_000) return void expiries.push(resolve)
        waits.push(ms)
        nowMs += ms
        setImmediate(resolve)
      }),
  }
  const online: boolean[] = []
  const switches = { offline: false }
  const quota = await createRateLimiter({ limit: 100, windowMs: 60_000, clock, changed: () => undefined })
  const found: DetectedDialect[] = []
  const dialect = options.dialect ?? { base_path: '/api/v1' }
  const remote = createRemoteService({
    transport: options.transport ?? createNodeTransport(),
    clock,
    random: options.random ?? { next: () => 0.5, id: () => 'id' },
    serviceUrl: `${server.url}${options.base ?? ''}`,
    credential: options.credential ?? { token: async () => 'key-1', renew: async () => false },
    rateLimiter: quota,
    offlineSwitch: () => switches.offline,
    reachable: (isOnline) => online.push(isOnline),
    dialect: () => dialect,
    saveDetected: async (seen) => void found.push(seen),
    ...(options.scopesHeld ? { scopesHeld: options.scopesHeld } : {}),
  })
  return {
    ...server,
    remote,
    quota,
    online,
    found,
    waits,
    switches,
    expire: (): void => {
      for (const fire of expiries) fire()
    },
  }
}
