import { createNodeTransport } from '../../../adapters/network/transport.ts'
import { createLocks } from '../../../adapters/sqlite/locks.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import { explainNetworkError } from '../../../api/http/networkErrors.ts'
import type { Locks } from '../../../ports.ts'
import { createOAuthClient } from '../../oauth/oauth.ts'
import { createOAuthCredential } from '../oauthCredential.ts'
import { createFileSecrets } from './fileSecrets.ts'

/**
 * A process that renews tokens with real HTTP, real lock files and a keychain of files. For every message it sends that
 * many simultaneous requests, and responds with the number that succeeded.
 */
const [folder = '', serviceUrl = '', locking = ''] = process.argv.slice(2)

const noLocks: Locks = { withLock: (_name, work) => work() }
const parts = {
  transport: createNodeTransport(),
  clock: systemClock,
  random: systemRandom,
  explainNetwork: explainNetworkError,
}
const credential = createOAuthCredential({
  ...parts,
  profileId: 'shared',
  secrets: createFileSecrets(`${folder}/keychain`),
  locks: locking === 'no-locks' ? noLocks : createLocks(`${folder}/locks`, systemClock),
  refresh: async (refreshToken) => {
    const server = { serviceUrl, authServer: null, clientId: 'c', clientSecret: null, settings: {} }
    return (await createOAuthClient(server, parts)).refresh(refreshToken)
  },
  stored: () => undefined,
  ended: async () => undefined,
})

const send = async (): Promise<string | null> => {
  const token = await credential.token()
  const answer = await fetch(`${serviceUrl}/me`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return answer.status === 200 ? null : token
}

const request = async (): Promise<boolean> => {
  const rejectedToken = await send()
  if (rejectedToken === null) return true
  return (await credential.renew(rejectedToken)) && (await send()) === null
}

process.on('message', (count: number) => {
  const requests = Array.from({ length: count }, () => request().catch(() => false))
  void Promise.all(requests).then((served) => process.send?.(served.filter(Boolean).length))
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
