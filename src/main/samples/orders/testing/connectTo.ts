import { createNodeTransport } from '../../../adapters/network/transport.ts'
import { systemRandom as random } from '../../../adapters/system.ts'
import { createRemoteService } from '../../../api/api.ts'
import { createRateLimiter } from '../../../api/rateLimit/rateLimiter.ts'
import type { Clock } from '../../../ports.ts'

/** Connects the real client to a reference service, without a limit that matters. */
export async function connectTo(
  service: { url: string; apiKey: string },
  clock: Clock,
  transport = createNodeTransport(),
) {
  const limit = { limit: 1_000_000, windowMs: 60_000, clock, changed: () => undefined }
  return createRemoteService({
    transport,
    clock,
    random,
    serviceUrl: service.url,
    credential: { token: async () => service.apiKey, renew: async () => false },
    rateLimiter: await createRateLimiter(limit),
    offlineSwitch: () => false,
    reachable: () => undefined,
    dialect: () => ({ base_path: '/api/v1' }),
    saveDetected: async () => undefined,
  })
}
