import { afterEach, describe, expect, it } from 'vitest'
import { variantNames } from '../../shared/domain/app/referenceService.ts'
import { type ReferenceOptions, startReferenceService } from '../index.ts'
import { type DemoClient, startDemo } from '../testing/demoClient.ts'

let demo: DemoClient
const start = async (...variants: string[]): Promise<DemoClient> => {
  demo = await startDemo({ variants })
  return demo
}
afterEach(() => demo.service.close())

const containing = (text: string) => expect.stringContaining(text)

describe('variants of the answers', () => {
  it('bare-arrays: lists are top-level arrays', async () => {
    await start('bare-arrays')
    const list = JSON.parse((await demo.get('drugs?limit=3')).text)
    expect(list).toHaveLength(3)
    const pathways = JSON.parse((await demo.get('drugs/DRG-0000001/pathways')).text)
    expect(pathways[0].pathway).toBe('mTOR')
  })

  it('camel-case: fields are renamed and names of pathways are not', async () => {
    await start('camel-case')
    const placed = await demo.post('samples', { client_reference: 'a' })
    const { sampleId } = placed.data as { sampleId: string }
    expect(sampleId).toMatch(/^smp_/)
    demo.clock.now += 120_000
    const { text } = await demo.post('moa/pathway-analysis', { sample_id: sampleId })
    expect(text).toContain('"pathwayScores":{"mTOR":{"activity"')
    expect(text).toContain('"NF_KB":{')
    expect(text).toContain('"agingOffset"')
  })

  it.each([
    ['code-zero', 'success is code 0', 'users/me', { body: { code: 0 } }],
    ['error-in-200', 'errors have HTTP 200', 'drugs/none', { status: 200, body: { code: 404 } }],
    [
      'problem-json',
      'errors follow RFC 9457',
      'drugs?limit=500',
      { type: containing('problem+json'), body: { status: 400, detail: containing('limit') } },
    ],
    [
      'html-errors',
      'errors are pages',
      'drugs/%3Cb%3E',
      { status: 404, type: containing('text/html'), text: containing('&#60;b&#62;') },
    ],
    [
      'other-envelope',
      'data has another name',
      'drugs?limit=1',
      { body: { status_code: 200, result: { items: [{}] } } },
    ],
    [
      'other-envelope',
      'code and message have other names',
      'drugs/nothing',
      { status: 404, body: { status_code: 404, errmsg: expect.any(String) } },
    ],
  ])('%s: %s', async (variant, _what, path, reply) => {
    await start(variant)
    expect(await demo.get(path)).toMatchObject(reply)
  })

  it('base-v1: the base address ends in /v1, and paths follow it without /api/v1', async () => {
    await start('base-v1')
    expect(demo.service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect((await demo.request('GET', '/v1/users/me')).status).toBe(200)
    expect((await demo.get('users/me')).status).toBe(404)
  })

  it('pdf-reports: the report is a PDF', async () => {
    await start('pdf-reports')
    const id = await demo.order({ client_reference: 'a' })
    const report = await demo.get(`samples/${id}/report`)
    expect(report.type).toBe('application/pdf')
    expect(report.text).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/)
    const startOfTable = Number(/startxref\n(\d+)/.exec(report.text)?.[1])
    expect(report.text.slice(startOfTable, startOfTable + 4)).toBe('xref')
  })

  it('unknown-states: states have other names, including one that no client has in its table', async () => {
    await start('unknown-states')
    const placed = await demo.post('samples', { client_reference: 'a' })
    const seen = [placed.data.status]
    for (const passedMs of [35_000, 60_000]) {
      demo.clock.now += passedMs
      seen.push((await demo.get(`samples/${placed.data.sample_id}`)).data.status)
    }
    expect(seen).toEqual(['SUBMITTED', 'Sequencing', 'Completed'])
  })

  it('enveloped-oauth: token errors come in the envelope, and the body may be JSON', async () => {
    await start('enveloped-oauth')
    const fields = { grant_type: 'refresh_token', client_id: demo.service.clientId, refresh_token: 'x' }
    const refused = await demo.request('POST', '/oauth/token', fields)
    expect(refused.body).toMatchObject({ code: 400, message: expect.stringContaining('invalid_grant') })
  })

  it('go together', async () => {
    await start('code-zero', 'base-v1', 'camel-case')
    const { body, text } = await demo.request('GET', '/v1/users/me')
    expect(body.code).toBe(0)
    expect(text).toContain('"userId"')
  })
})

it('an unknown name or impossible number is refused with what is right', async () => {
  await start()
  const port = Number(new URL(demo.service.url).port)
  const wrong: [ReferenceOptions, string][] = [
    [{ variants: ['nonsense'] }, variantNames.join(', ')],
    [{ limiter: 'none' }, 'bucket, sliding'],
    [{ speed: 0 }, 'speed'],
    [{ drugs: -1 }, 'drugs'],
    [{ rate: { requests: 0, windowS: 60 } }, 'rate.requests'],
    [{ port }, `Port ${port}`],
  ]
  for (const [options, message] of wrong)
    await expect(startReferenceService(options)).rejects.toThrow(message)
})
