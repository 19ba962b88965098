import { afterEach, describe, expect, it } from 'vitest'
import { variantNames } from '../../shared/domain/app/referenceService.ts'
import { startReferenceService } from '../index.ts'
import { type DemoClient, startDemo } from '../testing/demoClient.ts'

let demo: DemoClient
const start = async (...variants: string[]): Promise<DemoClient> => {
  demo = await startDemo({ variants })
  return demo
}
afterEach(() => demo.service.close())

describe('variants of the answers', () => {
  it('bare-arrays: lists are top-level arrays', async () => {
    await start('bare-arrays')
    const list = JSON.parse((await demo.request('GET', '/api/v1/drugs?limit=3')).text)
    expect(list).toHaveLength(3)
    const pathways = JSON.parse((await demo.request('GET', '/api/v1/drugs/DRG-0000001/pathways')).text)
    expect(pathways[0].pathway).toBe('mTOR')
  })

  it('camel-case: fields are renamed and names of pathways are not', async () => {
    await start('camel-case')
    const placed = await demo.request('POST', '/api/v1/samples', { client_reference: 'a' })
    const { sampleId } = placed.data as { sampleId: string }
    expect(sampleId).toMatch(/^smp_/)
    demo.clock.now += 120_000
    const { text } = await demo.request('POST', '/api/v1/moa/pathway-analysis', { sample_id: sampleId })
    expect(text).toContain('"pathwayScores":{"mTOR":{"activity"')
    expect(text).toContain('"NF_KB":{')
    expect(text).toContain('"agingOffset"')
  })

  it('code-zero: success is code 0', async () => {
    await start('code-zero')
    expect((await demo.request('GET', '/api/v1/users/me')).body.code).toBe(0)
  })

  it('error-in-200: errors come with HTTP 200 and their own code', async () => {
    await start('error-in-200')
    const refused = await demo.request('GET', '/api/v1/drugs/none')
    expect([refused.status, refused.body.code]).toEqual([200, 404])
  })

  it('problem-json: errors follow RFC 9457', async () => {
    await start('problem-json')
    const refused = await demo.request('GET', '/api/v1/drugs?limit=500')
    expect(refused.headers.get('Content-Type')).toContain('application/problem+json')
    expect(refused.body).toMatchObject({ status: 400, detail: expect.stringContaining('limit') })
  })

  it('html-errors: errors are pages', async () => {
    await start('html-errors')
    const refused = await demo.request('GET', '/api/v1/drugs/%3Cb%3E')
    expect(refused.status).toBe(404)
    expect(refused.headers.get('Content-Type')).toContain('text/html')
    expect(refused.text).toContain('&#60;b&#62;')
  })

  it('base-v1: the base address ends in /v1, and paths follow it without /api/v1', async () => {
    await start('base-v1')
    expect(demo.service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    expect((await demo.request('GET', '/v1/users/me')).status).toBe(200)
    expect((await demo.request('GET', '/api/v1/users/me')).status).toBe(404)
  })

  it('pdf-reports: the report is a PDF', async () => {
    await start('pdf-reports')
    const id = await demo.order({ client_reference: 'a' })
    const report = await demo.request('GET', `/api/v1/samples/${id}/report`)
    expect(report.headers.get('Content-Type')).toBe('application/pdf')
    expect(report.text).toMatch(/^%PDF-1\.4[\s\S]*%%EOF\n$/)
    const startOfTable = Number(/startxref\n(\d+)/.exec(report.text)?.[1])
    expect(report.text.slice(startOfTable, startOfTable + 4)).toBe('xref')
  })

  it('unknown-states: states have other names, including one that no client has in its table', async () => {
    await start('unknown-states')
    const placed = await demo.request('POST', '/api/v1/samples', { client_reference: 'a' })
    const seen = [placed.data.status]
    for (const passedMs of [35_000, 60_000]) {
      demo.clock.now += passedMs
      seen.push((await demo.request('GET', `/api/v1/samples/${placed.data.sample_id}`)).data.status)
    }
    expect(seen).toEqual(['SUBMITTED', 'Sequencing', 'Completed'])
  })

  it('other-envelope: code, data and message have other names', async () => {
    await start('other-envelope')
    const drugs = await demo.request('GET', '/api/v1/drugs?limit=1')
    expect(drugs.body).toMatchObject({ status_code: 200, result: { items: [{}] } })
    const missing = await demo.request('GET', '/api/v1/drugs/nothing')
    expect(missing.status).toBe(404)
    expect(missing.body).toMatchObject({ status_code: 404, errmsg: expect.any(String) })
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

describe('options', () => {
  it('an unknown name or impossible number is refused with what is right', async () => {
    await start()
    await expect(startReferenceService({ variants: ['nonsense'] })).rejects.toThrow(variantNames.join(', '))
    await expect(startReferenceService({ limiter: 'none' })).rejects.toThrow('bucket, sliding')
    await expect(startReferenceService({ speed: 0 })).rejects.toThrow('speed')
    await expect(startReferenceService({ drugs: -1 })).rejects.toThrow('drugs')
    await expect(startReferenceService({ rate: { requests: 0, windowS: 60 } })).rejects.toThrow(
      'rate.requests',
    )
    const port = Number(new URL(demo.service.url).port)
    await expect(startReferenceService({ port })).rejects.toThrow(`Port ${port}`)
  })
})
