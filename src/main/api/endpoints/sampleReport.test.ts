import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { setUpClient } from '../testing/setUpClient.ts'

const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(5000)}\n%%EOF\n`)
const text = Buffer.from('pathway,activity\n'.repeat(500))

type Answer = (response: ServerResponse) => void
const respondWith =
  (type: string, body: Buffer | string, headers: Record<string, string> = {}, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'Content-Type': type, ...headers }).end(body)
const json = (body: unknown, status = 200): Answer =>
  respondWith('application/json', JSON.stringify(body), {}, status)
/** Returns the first half of the gzip data, sent as a complete HTTP body. */
const half = (bytes: Buffer): Buffer => {
  const packed = gzipSync(bytes)
  return packed.subarray(0, Math.floor(packed.length / 2))
}
const packed = { 'Content-Encoding': 'gzip' }

async function reporting(answer: Answer) {
  const client = await setUpClient({ raw: answer })
  return { seen: client.seen, report: client.remote.sampleReport('S-1') }
}

describe('a report', () => {
  it('is requested uncompressed, and stored byte for byte if it is complete', async () => {
    for (const [type, body] of [
      ['application/pdf', pdf],
      ['text/csv', text],
      ['application/json', Buffer.from('{"code":200,"data":{"score":1}}')],
    ] as const) {
      const { report, seen } = await reporting(respondWith(type, body))
      expect(Buffer.from((await report).value.bytes)).toEqual(body)
      expect(seen[0]?.headers['accept-encoding']).toBe('identity')
    }
    const page = '<!doctype html><html><p>1</p></html>\n'
    const { report } = await reporting(respondWith('text/html', gzipSync(page), packed))
    expect(Buffer.from((await report).value.bytes).toString()).toBe(page)
  })

  it('with too many values to parse is stored if it has the announced length', async () => {
    const body = Buffer.from(`[${'1,'.repeat(1_000_001)}1]`)
    const { report } = await reporting(respondWith('application/json', body))
    expect((await report).value.bytes.byteLength).toBe(body.byteLength)
  })

  const broken: [string, Answer][] = [
    ['a PDF of which half is compressed', respondWith('application/pdf', half(pdf), packed)],
    ['a PDF without its end', respondWith('application/pdf', pdf.subarray(0, 3000))],
    [
      'a page of which half is compressed',
      respondWith('text/html', half(Buffer.from(`<html>${text.toString()}</html>`)), packed),
    ],
    ['a table of which half is compressed', respondWith('text/csv', half(text), packed)],
    ['JSON that breaks off', respondWith('application/json', '{"code":200,"data":{"score":')],
    [
      'a workbook without its end',
      respondWith('application/octet-stream', `PK\u0003\u0004${'x'.repeat(500)}`),
    ],
    [
      'fewer bytes than announced',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/csv', 'Content-Length': '1000' })
        response.write('a,b', () => response.destroy())
      },
    ],
    [
      'chunks that break off',
      (response) => {
        response.writeHead(200, { 'Content-Type': 'text/csv' })
        response.write('a,b', () => response.destroy())
      },
    ],
    [
      'a table that ends with the connection',
      ({ socket }) => {
        socket?.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/csv\r\n\r\na,b\n1,')
      },
    ],
    [
      'a PDF of which the end of the first part is there',
      ({ socket }) => {
        const first = '%PDF-1.7\n1 0 obj <</Linearized 1/L 90000/O 3/N 9>> endobj\nstartxref\n0\n%%EOF\n'
        socket?.end(
          `HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/pdf\r\n\r\n${first}${'y'.repeat(900)}`,
        )
      },
    ],
    [
      'an archive that holds a whole one and breaks off',
      respondWith(
        'application/zip',
        `PK\u0003\u0004${'x'.repeat(300)}PK\u0005\u0006${'\0'.repeat(18)}${'y'.repeat(300)}`,
      ),
    ],
    ['a part of a PDF', respondWith('application/pdf', pdf, { 'Content-Range': 'bytes 0-5014/9000' }, 206)],
    ['nothing', respondWith('application/pdf', '')],
    ['nothing with 204', respondWith('application/pdf', '', {}, 204)],
  ]
  it.each(broken)('is refused if it is %s', async (_what, answer) => {
    const { report } = await reporting(answer)
    await expect(report).rejects.toMatchObject({
      name: 'Failure',
      code: expect.stringMatching(/unreadable|offline/),
    })
  })

  it.each([
    ['202 with a message', json({ message: 'being made' }, 202)],
    ['202 with nothing', respondWith('text/plain', '', {}, 202)],
    ['a message alone', json({ code: 200, data: { message: 'being made' } })],
    ['a state of work', json({ code: 200, data: { status: 'processing', progress: 0.4, sample_id: 'S-1' } })],
  ])('is not ready if the response is %s', async (_what, answer) => {
    const { report } = await reporting(answer)
    await expect(report).rejects.toMatchObject({
      code: 'unreadable',
      details: { notReady: true },
      message: expect.stringContaining('no finished report of sample S-1 yet'),
    })
  })

  const login = '<!doctype html>\n<html><body>Please log in</body></html>'
  const form = '<html><form><input name="user"><input type="password" name="p"></form></html>'
  const foreign: [string, string, Buffer | string, RegExp][] = [
    ['a login page sent as PDF', 'application/pdf', login, /web page, not the PDF/],
    [
      'a login page with a comment before it sent as PDF',
      'application/pdf',
      `<!-- x -->${login}`,
      /web page/,
    ],
    ['JSON sent as PDF', 'application/pdf', '{"code":401,"message":"Unauthorized"}', /not the PDF/],
    ['text sent as PDF', 'application/pdf; charset=binary', 'Session expired', /not the PDF/],
    [
      'a login page sent as a workbook',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      login,
      /not the ZIP/,
    ],
    ['a login page sent as a picture', 'image/png', login, /not the PNG/],
    ['a PDF sent as a photograph', 'image/jpeg', pdf, /not the JPEG/],
    ['a login page sent as JSON', 'application/json', login, /not the JSON/],
    ['a login page sent as a table', 'text/csv', login, /not the text/],
    ['a login page sent as text', 'text/plain', login, /not the text/],
    ['bytes sent as a table', 'text/csv', Buffer.from([80, 75, 3, 4, 0, 0, 0]), /not the text/],
    ['a login page sent as XML', 'application/xml', login, /not the XML/],
    ['a sign-in form sent as a page', 'text/html', form, /sign-in page/],
    ['a sign-in form sent as octet-stream', 'application/octet-stream', form, /sign-in page/],
    ['a sign-in form without a type', '', form, /sign-in page/],
  ]
  it.each(foreign)('is refused if it is %s', async (_what, type, body, reason) => {
    const { report } = await reporting(respondWith(type, body))
    await expect(report).rejects.toMatchObject({ code: 'unreadable', message: expect.stringMatching(reason) })
  })

  it.each([
    ['a PDF behind some bytes', 'application/pdf', Buffer.concat([Buffer.from('\n\0junk\n'), pdf])],
    ['a PDF under a type of its own', 'application/vnd.lab.pdf', pdf],
    ['a PDF sent as octet-stream', 'application/octet-stream', pdf],
    ['a PNG', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
    ['a JPEG', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['an XML', 'application/xml', '<?xml version="1.0"?><report/>'],
    ['an XHTML page', 'application/xhtml+xml', '<!doctype html><html xmlns="x"><p>1</p></html>'],
    ['a JSON with a byte order mark', 'application/json', '\ufeff{"code":200,"data":{"score":1}}'],
    ['a number as JSON', 'application/json', '-1.5'],
    ['a table in UTF-16', 'text/csv; charset=utf-16le', Buffer.from('a,b\n', 'utf16le')],
    ['a page about passwords', 'text/html', '<html><p>type="password"</p></html>'],
  ] as [string, string, Buffer | string][])('is stored where it is %s', async (_what, type, body) => {
    const { report } = await reporting(respondWith(type, body))
    expect(Buffer.from((await report).value.bytes)).toEqual(Buffer.from(body))
  })
})
