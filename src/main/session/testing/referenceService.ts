import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { systemClock, systemRandom } from '../../adapters/system.ts'
import { createRemoteService } from '../../api/api.ts'
import { createRateLimiter } from '../../api/rateLimit/rateLimiter.ts'
import type { Credential } from '../../ports.ts'

/** Returns the client of a service, with the dialect that it finds. */
export async function remoteFor(serviceUrl: string, credential: Credential, found: ServiceDialect = {}) {
  const remote = createRemoteService({
    transport: createNodeTransport(),
    clock: systemClock,
    random: systemRandom,
    serviceUrl,
    credential,
    rateLimiter: await createRateLimiter({
      limit: 6000,
      windowMs: 60_000,
      clock: systemClock,
      changed: () => undefined,
    }),
    offlineSwitch: () => false,
    reachable: () => undefined,
    dialect: () => found,
    saveDetected: async (more) => void Object.assign(found, more),
  })
  return { ...remote, found }
}
