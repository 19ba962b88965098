import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { labProfile } from '../../../../shared/domain/app/testing/labProfile.ts'
import type { startScriptedServer } from '../../testing/scriptedServer.ts'
import { setUpClient } from '../../testing/setUpClient.ts'
import { checkConnection } from '../connectionCheck.ts'

type Answering = Parameters<typeof startScriptedServer>[0]
/** The fixed time of the client's clock. */
const nowMs = Date.UTC(2026, 0, 1)

type Deps = Parameters<typeof checkConnection>[0]

/** Creates the check with the real client over real HTTP, against a scripted server. */
export async function setUpCheck(
  answering: Answering,
  {
    parts = {},
    profile = {},
    ...client
  }: Partial<Parameters<typeof setUpClient>[1]> & { parts?: Partial<Deps>; profile?: Partial<Profile> } = {},
) {
  const service = await setUpClient(answering, client)
  const fullProfile = labProfile({ serviceUrl: service.url, ...profile })
  const deps: Deps = {
    ...service.remote,
    saveDetected: async (seen) => void service.found.push(seen),
    profile: () => fullProfile,
    dialect: () => client.dialect ?? { base_path: '/api/v1' },
    clock: { now: () => nowMs, sleep: async () => undefined },
    tokenScopes: async () => null,
    samples: async () => [],
    statusWords: async () => [],
    quota: () => service.quota.status(),
    ...parts,
  }
  return { ...service, check: { run: () => checkConnection(deps) } }
}
