import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../../demoService/index.ts'
import { consent } from '../testing/consent.ts'
import { remoteFor } from '../testing/referenceService.ts'
import { setUpSession } from '../testing/setUpSession.ts'

const dayMs = 86_400_000

describe('signing in to the reference service', () => {
  let service: ReferenceService
  let passedMs = 0
  beforeAll(async () => {
    service = await startReferenceService({ now: () => Date.now() + passedMs })
  })
  afterAll(() => service.close())

  const setUp = (decision: 'allow' | 'deny') =>
    setUpSession({
      browse: async (url) => void (await consent(url, { decision })),
      probe: async ({ serviceUrl }, credential) => {
        const remote = await remoteFor(serviceUrl, credential)
        await remote.me()
        return remote.found
      },
    })

  it('grants access, and renews it after the service ended the access token', async () => {
    const { session, computer } = await setUp('allow')
    const profile = await session.connectOAuth({ serviceUrl: service.url, clientId: service.clientId })
    const remote = await remoteFor(profile.serviceUrl, session.live(profile).credential)
    expect((await remote.me()).value.scopes).toContain('read:sample')
    const before = new Map(computer.secrets.entries)
    // The clock here does not advance, so only the 401 shows that the token has expired.
    passedMs = 1.5 * dayMs
    expect((await remote.me()).value.userId).not.toBe('')
    for (const [name, value] of before) expect(computer.secrets.entries.get(name)).not.toBe(value)
    passedMs = 40 * dayMs
    await expect(remote.me()).rejects.toMatchObject({ code: 'notSignedIn' })
    expect(session.signedIn()).toBe(false)
    passedMs = 0
  })

  it('reports that access was refused', async () => {
    const { session } = await setUp('deny')
    const failing = session.connectOAuth({ serviceUrl: service.url, clientId: service.clientId })
    await expect(failing).rejects.toMatchObject({ code: 'forbidden' })
    expect(session.profiles()).toEqual([])
  })

  it.each(['cancelled', 'replaced by another'])(
    'saves nothing when it is %s while the service is asked for the user',
    async (how) => {
      const probed = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      let probes = 0
      const { session, computer } = await setUpSession({
        browse: async (url) => void (await consent(url)),
        probe: async () => {
          probes += 1
          if (probes === 1) {
            probed.resolve()
            await answer.promise
          }
          return {}
        },
      })
      const input = { serviceUrl: service.url, clientId: service.clientId }
      const first = session.connectOAuth({ ...input, name: 'First' })
      const outcome = first.catch((error: unknown) => error)
      await probed.promise
      const second = how === 'cancelled' ? null : session.connectOAuth({ ...input, name: 'Second' })
      if (!second) session.cancelOAuth()
      answer.resolve()
      expect(await outcome).toMatchObject({ code: 'cancelled' })
      await second
      expect(session.profiles().map(({ name }) => name)).toEqual(second ? ['Second'] : [])
      expect(computer.secrets.entries.size).toBe(second ? 2 : 0)
    },
  )

  it('connects with the API key, and rejects a wrong one', async () => {
    const { session } = await setUp('allow')
    await session.connectApiKey({ serviceUrl: service.url, apiKey: service.apiKey })
    expect(session.signedIn()).toBe(true)
    const failing = session.connectApiKey({ serviceUrl: service.url, apiKey: 'wrong', name: 'Other' })
    await expect(failing).rejects.toMatchObject({ code: 'notSignedIn' })
    expect(session.profiles()).toHaveLength(1)
  })
})
