/**
 * Requests the current user through the real client and Node's transport, in a process and environment of its own.
 * Prints the user's id or the failure as JSON.
 */
import '../../../../shared/words/testing/englishTexts.ts'
import { isFailure } from '../../../../shared/contract/failures.ts'
import { createRemoteService } from '../../../api/api.ts'
import { createRateLimiter } from '../../../api/rateLimit/rateLimiter.ts'
import { systemClock as clock, systemRandom as random } from '../../system.ts'
import { createNodeTransport } from '../transport.ts'

const [serviceUrl = ''] = process.argv.slice(2)
const remote = createRemoteService({
  transport: createNodeTransport(),
  clock,
  random,
  serviceUrl,
  credential: { token: async () => 'key-1', renew: async () => false },
  rateLimiter: await createRateLimiter({ limit: 100, windowMs: 60_000, clock, changed: () => undefined }),
  offlineSwitch: () => false,
  reachable: () => undefined,
  dialect: () => ({ base_path: '/api/v1' }),
  saveDetected: async () => undefined,
})
const result = await remote.me().then(
  ({ value }) => ({ userId: value.userId }),
  (error: unknown) => (isFailure(error) ? error.toData() : { code: 'other', message: String(error) }),
)
process.stdout.write(JSON.stringify(result), () => process.exit())
