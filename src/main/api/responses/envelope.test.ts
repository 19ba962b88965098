import { describe, expect, it } from 'vitest'
import { effectiveStatus, openEnvelope } from './envelope.ts'

const open = (body: unknown) => openEnvelope(200, body, {})
const list = { items: [{ drug_id: 'd' }], total: 1 }

describe('the envelope of an answer', () => {
  it.each([
    { code: 200, data: list },
    { Code: '200', Data: list },
    { data: list },
    { success: true, data: list, message: 'ok', request_id: 'r-1' },
  ])('is opened: %j', (body) => {
    expect(open(body)).toMatchObject({ ok: true, data: list })
  })

  it.each([
    { task_id: 't', status: 'done', data: { more: 1 } },
    { id: 's', data: [1] },
    { data: 'text', name: 'x' },
    { drug_id: 'd', name: 'x', code: 7 },
    { code: 200, sample_id: 's' },
    { code: 200, result: [1], payload: {} },
    { result: { items: [] }, total: 0 },
    { success: false, result: { items: [] } },
    { code: 200, result: 'done' },
    list,
  ])('is not detected in a plain record of the service: %j', (body) => {
    expect(open(body)).toMatchObject({ ok: true, data: body })
  })

  it('returns no data if it is empty', () => {
    expect(open({ code: 200, data: null })).toMatchObject({ ok: true, data: null })
  })

  it('reads problems whose fields are not text as problems without a field', () => {
    const odd = [{ toString: 1 }, Object.create(null), null, ['a'], 'name', 0]
    const body = {
      errors: [
        { loc: odd, message: 'x' },
        { loc: [{ toString: 1 }], message: 'y' },
      ],
    }
    expect(openEnvelope(422, body, {})).toMatchObject({
      ok: false,
      status: 422,
      problem: {
        fields: [
          { field: 'name.0', message: 'x' },
          { field: '', message: 'y' },
        ],
      },
    })
  })

  it('reports an error in HTTP 200 with field names in any case', () => {
    expect(open({ Code: 403, Message: 'no' })).toMatchObject({ ok: false, status: 403 })
    expect(effectiveStatus(200, { CODE: 429, Message: 'slow down' })).toBe(429)
  })
})
