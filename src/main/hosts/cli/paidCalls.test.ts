import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../../demoService/index.ts'
import { newFileFolder } from '../../testing/newFolder.ts'
import { saveFile } from './testing/openApp.ts'
import { commandsOn } from './testing/runCommand.ts'

const folder = newFileFolder()
let file: string
let service: ReferenceService

beforeAll(async () => {
  service = await startReferenceService({ speed: 1000, rate: { requests: 60_000, windowS: 60 } })
  file = await saveFile(folder, 'cohort.csv', 'sample_name\nA\nB\nC\nD\n')
})
afterAll(async () => {
  await service.close()
})

/** Runs a command. `answer` is typed at a terminal; without it there is no terminal. */
const run = (args: string[], answer?: string) =>
  commandsOn(service, join(folder, 'data')).run(
    args,
    answer === undefined ? {} : { isTerminal: true, stdin: `${answer}\n` },
  )

const counts = () => service.summary()
let ids: string[] = []

test('an import larger than a maximum is refused with both numbers before anything is sent', async () => {
  for (const [name, message] of [
    ['--max-orders', /takes 4 orders, and --max-orders allows 3/],
    ['--max-requests', /takes 4 requests, and --max-requests allows 3/],
  ] as const) {
    const { code, stderr, lines } = await run(['samples', 'import', file, '--yes', name, '3'])
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)])
    expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'usage' })
  }
  expect((await run(['samples', 'import', file, '--yes', '--max-orders', 'few'])).code).toBe(2)
  expect(counts().orders).toBe(0)
})

test('an import shows its requests and time on a terminal and asks, and a no sends nothing', async () => {
  const { stderr } = await run(['samples', 'import', file], 'n')
  expect(stderr).toMatch(
    /Place 4 orders at 127.0.0.1:\d+: 4 requests, about 1 s at 100 requests a minute\? \[y\/N\]/,
  )
  expect(counts().orders).toBe(0)
  const sent = await run(['samples', 'import', file, '--max-orders', '4', '--max-requests', '4'], 'y')
  expect(sent.lines.at(-1)).toMatchObject({ created: 4 })
  ids = (await run(['samples', 'list'])).lines.flatMap(({ sample_id: id }) =>
    typeof id === 'string' ? [id] : [],
  )
})

const results = async () => (await run(['samples', 'list', '--without-result'])).lines.length - 1

test('an analysis shows its cost and asks on a terminal, and sends nothing after a no', async () => {
  const { code, stderr, lines } = await run(['analyze', '--all', '--clock'], '')
  expect(stderr).toMatch(
    /Analyze 4 samples at .*: at least 12 requests, about 2 s or longer at \d+ requests a minute\? \[y\/N\]/,
  )
  expect(lines.at(-1)).toMatchObject({
    analysed: 0,
    estimate: { requests: 12, requests_by_kind: { status: 4, analysis: 4, clock: 4 } },
  })
  expect([code, await results()]).toEqual([0, 4])
})

test('an analysis larger than --max-requests is refused, with and without a terminal', async () => {
  for (const answer of ['y', undefined]) {
    const { code, stderr } = await run(['analyze', '--all', '--clock', '--max-requests', '11'], answer)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/takes at least 12 requests, and --max-requests allows 11. Nothing was sent/),
    ])
  }
  expect(await results()).toBe(4)
})

test('an analysis runs without a prompt if there is no terminal, and on one with --yes', async () => {
  const first = await run(['analyze', '--samples', ids[0] ?? ''])
  expect(first.lines.at(-1)).toMatchObject({ analysed: 1, failed: 0 })
  const all = await run(['analyze', '--all', '--yes', '--max-requests', '100'], '')
  expect(all.stderr).not.toContain('[y/N]')
  expect([all.code, await results()]).toEqual([0, 0])
  const again = await run(['analyze', '--all', '--again'], 'n')
  expect(again.stderr).toContain('4 samples already analyzed: their results are fetched again.')
})

test('a screening asks on a terminal, obeys --max-requests, and starts with --yes', async () => {
  const refused = await run(['screen', 'create', ids[0] ?? '', '--wait', '--max-requests', '1'])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/at least 2 requests.*allows 1/)])
  const no = await run(['screen', 'create', ids[0] ?? ''], 'n')
  expect([no.code, no.stderr]).toEqual([
    0,
    expect.stringMatching(/Start a screening for sample .*: 1 request, /),
  ])
  expect(counts().tasks).toBe(0)
  expect((await run(['screen', 'create', ids[0] ?? '', '--yes', '--max-requests', '1'], '')).code).toBe(0)
  expect((await run(['screen', 'create', ids[1] ?? ''])).code).toBe(0)
  expect(counts().tasks).toBe(2)
  const repeated = await run(['screen', 'create', ids[0] ?? ''], 'n')
  expect(repeated.stderr).toContain('This sample was screened before (1).')
})
