import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { jobOf } from '../../../../shared/contract/testing/jobOf.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import {
  createOutput,
  formatAge,
  formatDuration,
  formatPairs,
  formatProgress,
  formatTable,
  type Streams,
  shellQuoted,
} from './output.ts'

function collect() {
  const chunks: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.toString('utf8'))
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

const hostile = 'a\u001b[2J\u0007\u009b31m\r\u202eb'

it('text from a service cannot move the cursor, change colors or overwrite a line', () => {
  const [stdout, stderr] = [collect(), collect()]
  const streams = { stdout: stdout.stream, stderr: stderr.stream } as unknown as Streams
  const output = createOutput(streams, false)
  output.print(`one\n${hostile}`)
  output.warn(`two\n${hostile}`)
  expect(stdout.text()).toBe('one\na [2J  31m  b\n')
  expect(stderr.text()).toBe('two\na [2J  31m  b\n')
})

it('a line of JSON contains no control character, but decodes to the same value', () => {
  const stdout = collect()
  const output = createOutput({ stdout: stdout.stream } as unknown as Streams, true)
  output.record({ type: 'sample', status: hostile })
  expect(stdout.text()).toMatch(/^[^\p{Cc}]*\n$/u)
  expect(JSON.parse(stdout.text())).toEqual({ type: 'sample', status: hostile })
})

it.each([
  ['being made', "'being made'"],
  ['$(touch x)`y`"', `'$(touch x)\`y\`"'`],
  ["it's", `'it'\\''s'`],
])('%j is quoted for a shell as %s', (text, quoted) => {
  expect(shellQuoted(text)).toBe(quoted)
})

describe('text for people', () => {
  it('aligns columns, with numbers to the right, and removes control characters', () => {
    expect(
      formatTable(
        ['rank', 'name'],
        [
          [1, 'Rapamycin'],
          [10, '\u001b[31mred\nline'],
        ],
      ),
    ).toBe('rank  name\n   1  Rapamycin\n  10   [31mred line')
  })

  it('formats a table with very many rows', () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => [`s${index}`])
    expect(formatTable(['sample'], rows).length).toBeGreaterThan(1_000_000)
  })

  it('omits unknown values', () => {
    expect(
      formatPairs([
        ['User', 'u1'],
        ['Plan', null],
        ['Name', ''],
      ]),
    ).toBe('User  u1')
  })

  it("shows the known parts of a job's progress", () => {
    const job = jobOf({
      title: joinMessages(['Import']),
      state: 'running',
      done: 9,
      failed: 1,
      total: 20,
      ratePerMin: 95.4,
      etaS: 240,
    })
    expect(formatProgress(job)).toBe('Import  ██████████░░░░░░░░░░  10/20  1 failed  95/min  4 min left')
    expect(formatProgress({ ...job, failed: 0, total: null, ratePerMin: null, etaS: null })).toBe('Import  9')
  })

  it.each([
    [0, '1 s'],
    [89, '89 s'],
    [300, '5 min'],
    [9000, '3 h'],
  ])('writes %i s as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

  it.each([
    ['2026-01-10T12:00:00.000Z', '1 s ago'],
    ['2026-01-10T11:57:00.000Z', '3 min ago'],
    ['2026-01-09T12:00:00.000Z', '24 h ago'],
    ['2025-12-31T12:00:00.000Z', '10 days ago'],
    ['once', 'once'],
  ])('formats the age of %s', (at, text) => {
    expect(formatAge(at, Date.parse('2026-01-10T12:00:00.000Z'))).toBe(text)
  })
})
