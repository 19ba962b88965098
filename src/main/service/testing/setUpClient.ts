import { createNodeTransport } from '../../adapters/transport.ts'
import type { Clock, Credential, RemoteService } from '../../ports.ts'
import { createQuota } from '../quota.ts'
import { createRemoteService } from '../remoteService.ts'
import { startScriptedServer } from './scriptedServer.ts'
import { createVirtualClock } from './virtualClock.ts'

type Answering = Parameters<typeof startScriptedServer>[0]

/**
 * The real client over real HTTP against a scripted server, and what it told the app. Its clock stands still, but
 * waits of the quota pass at once; the time limit of an answer passes only where `expire` is called.
 */
export async function setUpClient(answer: Answering, options: { credential?: Credential } = {}) {
  const server = await startScriptedServer(answer)
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
  const quota = await createQuota({
    limit: 100,
    windowMs: 60_000,
    clock,
    receipts: { load: async () => [], add: async () => undefined },
    changed: () => undefined,
  })
  const remote: RemoteService = createRemoteService({
    transport: createNodeTransport(),
    clock,
    serviceUrl: server.url,
    credential: options.credential ?? { token: async () => 'key-1', renew: async () => false },
    quota,
    offlineSwitch: () => switches.offline,
    reachable: (isOnline) => online.push(isOnline),
  })
  return {
    ...server,
    remote,
    quota,
    online,
    waits,
    switches,
    expire: (): void => {
      for (const fire of expiries) fire()
    },
  }
}
