import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatField, readErrorLine, redactLogText, redactRequestId, toErrorLines } from './redaction.ts'

const isOwn = (name: string) => ['compose-Ab12Cd34.js', 'headless.js', 'app.js', 'main.js'].includes(name)

describe('a reported error', () => {
  it('has its type, the known beginning of its message and the code locations', () => {
    const stack = [
      "TypeError: Cannot read properties of undefined (reading 'HLS-001')",
      '    at toRow (file:///home/ada/Pathclock/out/main/compose-Ab12Cd34.js:120:33)',
      '    at async Object.send (C:\\Users\\ada\\out\\main\\headless.js:7:1)',
      '    at https://service.example/app.js?token=abc:1:2',
      '    at node:internal/process/task_queues:105:5',
    ].join('\n')
    expect(toErrorLines(stack, isOwn)).toEqual([
      'TypeError: Cannot read properties of undefined',
      '  at compose-Ab12Cd34.js:120:33',
      '  at headless.js:7:1',
      '  at app.js:1:2',
    ])
  })

  it('has no message if the message is not known', () =>
    expect(toErrorLines('Error: no sample HLS-001 at service.example', isOwn)).toEqual(['Error: (left out)']))

  it('has no file or function name that could be a key', () =>
    expect(
      toErrorLines('Error: x\n    at sk4f7a9c (/app/sk_live_4f7a9c8b7d6e5f4a3b2c1d.js:1:2)', isOwn).slice(1),
    ).toEqual(['  at another file:1:2']))

  it('is read back as it was written, and other lines are rejected', () => {
    for (const line of toErrorLines('RangeError: Invalid time value\n    at run (/app/main.js:1:2)', isOwn))
      expect(readErrorLine(line, isOwn)).toBe(line)
    expect(readErrorLine('RangeError: of Ada Lovelace', isOwn)).toBeNull()
    expect(readErrorLine('Ada Lovelace', isOwn)).toBeNull()
  })
})

describe('values of the log', () => {
  it.each([
    ['reference', 'ab12cd34', 'reference=ab12cd34'],
    ['reference', 'sk-live-4f', 'reference=(left out)'],
    ['method', 'samples.list', 'method=samples.list'],
    ['method', 'Ada', 'method=(left out)'],
    ['code', 'serviceFailed', 'code=serviceFailed'],
    ['code', 'Meyer', 'code=(left out)'],
    ['endpoint', 'GET /samples/{sample_id}/report', 'endpoint=GET /samples/{sample_id}/report'],
    ['endpoint', 'GET /samples/HLS-001', 'endpoint=(left out)'],
    ['jobKind', 'import', 'jobKind=import'],
    ['status', 502, 'status=502'],
    ['stranger', 'text', 'stranger=(left out)'],
  ])('%s of %s', (name, value, expected) => expect(formatField(name, value)).toBe(expected))

  it.each([
    'req-000123',
    '3f2b8c1e-1111-4222-8333-444455556666',
    '0af7651916cd43dd8448eb211c80319c',
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ])('keep a request ID: %s', (number) => expect(redactRequestId(number)).toBe(number))

  it.each(['req-api+key/0f1e2d3c4b5a6978=~8697', 'HLS-001', 'https://service.example', 'Ada Lovelace'])(
    'do not keep other texts as a request ID: %s',
    (text) => expect(redactRequestId(text)).toBe('(left out)'),
  )

  it('cover every message that is written into the log', () => {
    const sources = readdirSync(join(import.meta.dirname, '../..'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('test'))
      .map((name) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8'))
    const written = sources.flatMap((source) =>
      [...source.matchAll(/log\.write\('\w+', '([^']+)'/g)].map(([, text]) => text ?? ''),
    )
    expect(written.length).toBeGreaterThan(2)
    expect(written.map(redactLogText)).toEqual(written)
  })
})
