import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { CheckedCall, ConnectionReport } from '../../../../shared/domain/app/connectionReport.ts'
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { createCall } from '../../../dispatch.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { runInProcess } from '../../../testing/processes/runInProcess.ts'
import { startService } from '../../../testing/startService.ts'
import { commandsOn } from '../testing/runCommand.ts'

const call = (endpoint: string, outcome: CheckedCall['outcome'], status: number | null): CheckedCall => ({
  endpoint,
  outcome,
  status,
  ms: status === null ? null : 12,
  requestId: status === null ? null : 'req-1',
  note: null,
})

const report: ConnectionReport = {
  profile: 'Lab',
  service: 'https://service.example/api/v1',
  checkedAt: '2026-01-15T12:00:00.000Z',
  findings: [{ name: 'list_shape', value: 'data.records', how: 'probed', note: joinMessages([`Seen.`]) }],
  calls: [
    call('GET /users/me', 'answered', 200),
    call('GET /drugs', 'forbidden', 403),
    call('GET /drugs/{drug_id}', 'not-tried', null),
    call('POST /oauth/token', 'refused', 400),
  ],
  scopes: ['read:sample'],
  clockAheadS: 3,
  synthetic: false,
  suggested: { base_path: '/v1' },
}

/** Runs the command with an app whose connection check returns `found`. */
async function run(found: ConnectionReport | Failure, ...args: string[]) {
  const calls: [string, unknown][] = []
  const answers: Record<string, unknown> = {
    'app.status': { profile: { name: 'Lab' }, profiles: [], notices: [] },
    'connection.check': found,
  }
  const dispatch = async (name: string, input: unknown) => {
    calls.push([name, input])
    const value = answers[name] ?? null
    return value instanceof Failure
      ? ({ ok: false, failure: value.toData() } as const)
      : ({ ok: true, value } as const)
  }
  const files = {
    adopt: () => Promise.reject(new Error('no file')),
    path: () => '',
    reserve: () => ({ fileId: 'F-1', name: 'report', sizeBytes: 0 }),
  }
  const compose = async () => ({
    dispatch,
    call: createCall(dispatch),
    files,
    listen: () => () => {},
    pages: '',
    recordCrash: () => {},
    endJobs: async () => {},
    close: async () => {},
  })
  return { ...(await runInProcess(['check', ...args], { deps: { compose } })), calls }
}

const withCalls = (...calls: CheckedCall[]): ConnectionReport => ({ ...report, calls })

describe('pathclock check', () => {
  it('prints conventions, calls and a summary, one per line', async () => {
    const { code, lines, stderr } = await run(report, '--json')
    expect([code, stderr]).toEqual([0, ''])
    expect(lines[0]).toEqual({
      type: 'convention',
      name: 'list_shape',
      value: 'data.records',
      how: 'probed',
      note: 'Seen.',
    })
    const answered = { status: 200, ms: 12, request_id: 'req-1' }
    expect(lines.slice(1)).toMatchObject([
      { type: 'call', endpoint: 'GET /users/me', outcome: 'answered', ...answered },
      { type: 'call', endpoint: 'GET /drugs', outcome: 'forbidden', status: 403 },
      { type: 'call', outcome: 'not-tried', status: null, ms: null },
      { type: 'call', endpoint: 'POST /oauth/token', outcome: 'refused' },
      {
        type: 'summary',
        service: 'https://service.example/api/v1',
        profile: 'Lab',
        checked_at: '2026-01-15T12:00:00.000Z',
        requests: 3,
        answered: 1,
        forbidden: 1,
        clock_ahead_s: 3,
        scopes: ['read:sample'],
        synthetic: false,
        file: null,
        journal_uncertain: false,
      },
    ])
  })

  it('prints tables without --json', async () => {
    const { stdout, lines } = await run(report)
    expect(lines).toEqual([])
    expect(stdout).toMatch(/list_shape +seen +data\.records \(Seen\.\)/)
    expect(stdout).toMatch(/GET \/drugs +forbidden +403/)
    expect(stdout).toMatch(/Scopes +read:sample/)
    expect(stdout).toMatch(/Clock +3 s ahead of the service/)
    expect((await run({ ...report, clockAheadS: -200 })).stdout).toMatch(/Clock +200 s behind the service/)
  })

  it('warns of a page numbering that is not set', async () => {
    const paging = {
      name: 'paging',
      value: 'page_from_0',
      how: 'probed',
      note: message('service.firstPageNumber0'),
    } as const
    const { stderr } = await run({ ...report, findings: [paging] }, '--json')
    expect(stderr).toContain('Set paging to page_from_0')
    expect((await run({ ...report, findings: [{ ...paging, how: 'set' }] })).stderr).toBe('')
  })

  it.each(['md', 'json'])('writes the report to a file that ends in .%s', async (format) => {
    const { calls, lines } = await run(report, '--json', '--out', `report.${format}`)
    expect(calls).toContainEqual(['connection.export', { fileId: 'F-1', format }])
    expect(lines.at(-1)).toMatchObject({ file: resolve(`report.${format}`) })
  })

  it('refuses a file of another type before any request', async () => {
    const { code, stderr, calls } = await run(report, '--out', 'report.pdf')
    expect([code, calls]).toEqual([2, []])
    expect(stderr).toContain('.md or .json')
  })

  it.each([
    [0, 'something answers beside what is not allowed', report],
    [
      3,
      'the credential is refused',
      withCalls(call('GET /users/me', 'refused', 401), call('POST /oauth/token', 'refused', 400)),
    ],
    [3, 'nothing is allowed', withCalls(call('GET /users/me', 'forbidden', 403))],
    [4, 'nothing could be reached', withCalls(call('GET /users/me', 'failed', null))],
    [
      4,
      'there is no such service',
      withCalls(call('GET /users/me', 'not-found', 404), call('POST /oauth/token', 'refused', 400)),
    ],
    [3, 'nobody is signed in', new Failure('notSignedIn', joinMessages([`Sign in.`]), {})],
    [4, 'the service fails', new Failure('offline', joinMessages([`Not reached.`]), { reason: 'network' })],
  ])('ends with %i where %s', async (code, _, found) => {
    expect((await run(found)).code).toBe(code)
  })
})

it('stores the report of a real service and writes it and the dialect to files, without the key', async () => {
  const folder = newFolder()
  const service = await startService({ rateHeaders: 'x' })
  const check = (...args: string[]) => commandsOn(service, join(folder, 'data')).run(['check', ...args])
  const [md, json] = [join(folder, 'report.md'), join(folder, 'report.json')]
  const { code, lines } = await check('--out', md)
  expect(code).toBe(0)
  expect(lines.find(({ name }) => name === 'rate_limit_headers')).toMatchObject({ how: 'probed' })
  expect(lines.at(-1)).toMatchObject({ type: 'summary', answered: 7, forbidden: 0, synthetic: true })
  const dialect = join(folder, 'dialect.json')
  expect((await check('--out', json, '--write', dialect)).code).toBe(0)
  expect(JSON.parse(await readFile(dialect, 'utf8'))).toMatchObject({ base_path: '/api/v1' })
  const [text, whole] = await Promise.all([readFile(md, 'utf8'), readFile(json, 'utf8')])
  expect(text).toMatch(/^# Connection check\n/)
  expect((JSON.parse(whole) as ConnectionReport).calls).toHaveLength(11)
  expect(text + whole).not.toContain(service.apiKey)
  expect(service.summary()).toMatchObject({ orders: 0, tasks: 0 })
})

it('ends with 3 if a real service rejects the key, and with 4 offline or without a service', async () => {
  const { url, apiKey } = await startService({})
  const data = join(newFolder(), 'data')
  const check = async (profile: { url: string; apiKey: string }, ...args: string[]) =>
    (await commandsOn(profile, data).run(['check', ...args])).code
  expect(await check({ url, apiKey: 'wrong-key' })).toBe(3)
  expect(await check({ url, apiKey }, '--offline')).toBe(4)
  expect(await check({ url: 'http://127.0.0.1:9', apiKey: 'any-key' })).toBe(4)
})
