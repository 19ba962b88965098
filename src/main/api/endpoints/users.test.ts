import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type Answer, setUpClient } from '../testing/setUpClient.ts'

const stored = { user_id: 'u-1', name: 'Ada', organization: 'Lab 7' }

async function answering(patch: Answer, get: Answer = { body: { code: 200, data: stored } }) {
  const client = await setUpClient(({ method }) => (method === 'PATCH' ? patch : get))
  return { ...client, requestMethods: () => client.seen.map(({ method }) => method) }
}

describe('changing the own record', () => {
  it('sends only the changed fields, then reads the record again and returns it', async () => {
    const { remote, seen, requestMethods } = await answering({
      body: { code: 200, data: { ...stored, name: 'not this' } },
    })
    const { value } = await remote.updateMe({ name: 'Ada' })
    expect(value).toMatchObject({ name: 'Ada', organization: 'Lab 7' })
    expect(requestMethods()).toEqual(['PATCH', 'GET'])
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ name: 'Ada' })
  })

  it.each([
    ['is empty', { status: 204 }],
    ['is lost', { raw: (response: ServerResponse) => response.destroy() }],
    ['is a failure', { status: 502, body: '<html>bad gateway</html>' }],
    ['is no JSON', { body: '<html>saved</html>' }],
  ])('reads again where the answer %s, without changing twice', async (_how, patch) => {
    const { remote, requestMethods } = await answering(patch)
    expect((await remote.updateMe({ name: 'Ada' })).value.name).toBe('Ada')
    expect(requestMethods()).toEqual(['PATCH', 'GET'])
  })

  it('does not read the record after a refusal, and reports the reason', async () => {
    const { remote, requestMethods } = await answering({
      status: 400,
      body: { code: 400, message: 'name is too long' },
    })
    await expect(remote.updateMe({ name: 'Ada' })).rejects.toThrow(/name is too long/)
    expect(requestMethods()).toEqual(['PATCH'])
  })

  it('reports a lost change if the record is unchanged', async () => {
    const { remote, requestMethods } = await answering({ status: 502 })
    const changes = { name: 'Grace', organization: 'Lab 7' }
    await expect(remote.updateMe(changes)).rejects.toMatchObject({ details: { status: 502 } })
    expect(requestMethods()).toEqual(['PATCH', 'GET'])
  })

  it('reports a lost change if the record does not show the field', async () => {
    const { organization: _, ...others } = stored
    for (const data of [others, { ...others, organization: null }]) {
      const { remote } = await answering({ status: 502 }, { body: { code: 200, data } })
      const changes = { organization: 'Lab 8' }
      await expect(remote.updateMe(changes)).rejects.toMatchObject({ details: { status: 502 } })
    }
  })

  it('reports a lost change if reading fails too', async () => {
    const { remote } = await answering({ status: 502 }, { status: 404, body: { code: 404 } })
    await expect(remote.updateMe({ name: 'Ada' })).rejects.toMatchObject({ details: { status: 502 } })
  })
})
