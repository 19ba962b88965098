import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { startHostileServer } from './testing/hostileServer.ts'

type CaseResult = { code: string; named: boolean; tookMs: number; grownMb: number }

const limitMs = 30_000
const mostGrownMb = 150
/** The speed of the clock, which runs faster in the quick form. The machine's own overhead is not part of the limit. */
const speed = scale(25, 1)
const slackMs = scale(20_000, 2000)
/** The factor for slow bodies, so that most of a body arrives before the time limit. */
const slowly = scale(5, 1)
const client = fileURLToPath(new URL('testing/hostileClient.ts', import.meta.url))

let server: Awaited<ReturnType<typeof startHostileServer>>
beforeAll(async () => {
  server = await startHostileServer()
})
afterAll(() => server.close())

/** Requests these cases in a separate process and measures its memory. Fails if that process crashes. */
async function scenario(reader: 'capped' | 'uncapped', names: readonly string[], clockSpeed: number) {
  const caseNumbers = names.map((name) => server.names.indexOf(name)).join(',')
  const args = ['--expose-gc', client, server.url, caseNumbers, String(clockSpeed), reader]
  const { stdout, crashed } = await new Promise<{ stdout: string; crashed: boolean }>((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 1e7 }, (error, out) =>
      resolve({ stdout: out, crashed: error !== null }),
    )
  })
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CaseResult)
  const odd = results.flatMap(({ code, named }, place) =>
    ['timeout', 'unreadable', 'offline', 'serviceFailed'].includes(code) && named
      ? []
      : [`${names[place]}: ${code}`],
  )
  return {
    cases: results.length,
    crashed,
    odd,
    codes: Object.fromEntries(results.map(({ code }, place) => [names[place], code])),
    slowestMs: Math.max(...results.map(({ tookMs }) => tookMs)),
    grownMb: Math.max(...results.map(({ grownMb }) => grownMb)),
  }
}

describe('hostile answers (quality, line 12)', () => {
  it('end in a typed error that names the endpoint, in little memory and within 30 s', {
    timeout: 300_000,
  }, async () => {
    const seen = await scenario('capped', server.names, speed)
    printFigure('12', `${seen.cases} kinds of hostile answers`, {
      crashes: seen.crashed ? 1 : 0,
      'most memory': `+${seen.grownMb.toFixed(0)} MB`,
      'longest at the time limit': `${((seen.slowestMs * speed) / 1000).toFixed(1)} s`,
    })
    expect(seen.odd).toEqual([])
    expect([seen.cases, seen.crashed]).toEqual([server.names.length, false])
    expect(seen.grownMb).toBeLessThanOrEqual(mostGrownMb)
    expect(seen.slowestMs).toBeLessThanOrEqual(limitMs / speed + slackMs)
    expect(seen.codes).toMatchObject({
      'no headers': 'timeout',
      'slow body': 'timeout',
      'endless body': 'unreadable',
      'compressed bomb': 'unreadable',
      '100k deep lists': 'unreadable',
      'HTML for JSON': 'unreadable',
      'HTML with 502': 'serviceFailed',
      empty: 'unreadable',
    })
  })

  it.runIf(isFull)(
    '(mutant: a reader without a cap) are seen to fill the memory',
    { timeout: 300_000 },
    async () => {
      const { cases, grownMb } = await scenario('uncapped', ['endless body'], slowly)
      expect(cases).toBe(1)
      expect(grownMb).toBeGreaterThan(mostGrownMb)
    },
  )
})
