/**
 * A test process with a garbage collection every 100 ms. It calls a server that never finishes its responses (argv[2])
 * in every way a request can take, and prints how each call ended, one JSON line per call. Its clock runs argv[3] times
 * as fast as the real one.
 */
import { isFailure } from '../../../../shared/contract/failures.ts'
import { createOfflineGate } from '../../../adapters/network/offlineGate.ts'
import { createNodeTransport } from '../../../adapters/network/transport.ts'
import { createPrintPdf } from '../../../adapters/pdf/printPdf.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import type { Clock, Transport } from '../../../ports.ts'
import { createOAuthFetch } from '../../../session/oauth/oauthFetch.ts'
import { createRemoteService } from '../../api.ts'
import { createRateLimiter } from '../../rateLimit/rateLimiter.ts'

const [, , url = '', speedText = '1'] = process.argv
const speed = Number(speedText)
const clock: Clock = {
  now: () => systemClock.now() * speed,
  sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
}
setInterval(() => globalThis.gc?.(), 100).unref()

const node = createNodeTransport({})
const gate = createOfflineGate({ createTransport: () => node, isOn: () => false, onChange: () => undefined })
const proxied = createNodeTransport({}, undefined, () => ({ mode: 'manual', address: url }))

async function connect(transport: Transport, path: string, serviceUrl = url) {
  const quota = await createRateLimiter({ limit: 6000, windowMs: 60_000, clock, changed: () => undefined })
  return createRemoteService({
    transport,
    clock,
    random: systemRandom,
    serviceUrl,
    credential: { token: async () => 'key', renew: async () => false },
    rateLimiter: quota,
    offlineSwitch: () => false,
    reachable: () => undefined,
    dialect: () => ({ base_path: `/${path}` }),
    saveDetected: async () => undefined,
  })
}

const signIn = (path: string, signal?: AbortSignal) =>
  createOAuthFetch(
    { transport: gate.transport, clock },
    [url],
    'form',
  )(`${url}/${path}/oauth/token`, {
    method: 'POST',
    headers: {},
    body: new URLSearchParams({ grant_type: 'refresh_token' }),
    redirect: 'manual',
    ...(signal && { signal }),
  })

/** The calls. One with a `signal` is canceled; the others end by their time limit. */
const calls: Record<string, (path: string, signal?: AbortSignal) => Promise<unknown>> = {
  read: async (path, signal) => (await connect(node, path)).me({ ...(signal && { signal }) }),
  order: async (path, signal) =>
    (await connect(gate.transport, path)).createOrder(
      { name: 'A' },
      { idempotencyKey: 'k', ...(signal && { signal }) },
    ),
  report: async (path, signal) =>
    (await connect(gate.transport, path)).sampleReport('S-1', { ...(signal && { signal }) }),
  'sign-in': signIn,
}

const reportCall = async (name: string, call: Promise<unknown>): Promise<void> => {
  const startedMs = systemClock.now()
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  const inner = error instanceof Error && isFailure(error.cause) ? error.cause : error
  const code = isFailure(inner) ? inner.code : String(inner)
  process.stdout.write(`${JSON.stringify({ name, code, tookMs: systemClock.now() - startedMs })}\n`)
}

await Promise.all(
  Object.entries(calls).flatMap(([name, call]) =>
    ['hangs', 'trickles'].flatMap((path) => {
      const stop = new AbortController()
      void systemClock.sleep(500).then(() => stop.abort(new Error('cancelled')))
      return [
        reportCall(`${name} ${path}`, call(path)),
        reportCall(`${name} ${path}, cancelled`, call(path, stop.signal)),
      ]
    }),
  ),
)
const print = createPrintPdf({ browser: () => process.env['HANGING_BROWSER'] ?? null, timeoutMs: 1000 })
const stop = new AbortController()
void systemClock.sleep(500).then(() => stop.abort(new Error('cancelled')))
await Promise.all([
  reportCall('PDF hangs', print('<p>', {})),
  reportCall('PDF hangs, cancelled', print('<p>', { signal: stop.signal })),
])
// Last, since a configured proxy applies to every fetch of the process.
await reportCall(
  'proxy hangs',
  connect(proxied, 'hangs', 'https://service.test').then((remote) => remote.me()),
)
process.exit(0)
