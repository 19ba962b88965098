import { describe, expect, it } from 'vitest'
import type { Job } from '../../../../shared/contract/state.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { formatAge, formatDuration, formatPairs, formatProgress, formatTable } from './output.ts'

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
    const job: Job = {
      jobId: 'j',
      kind: 'import',
      title: joinMessages([`Import`]),
      state: 'running',
      done: 9,
      failed: 1,
      total: 20,
      ratePerMin: 95.4,
      etaS: 240,
      startedAt: '',
      endedAt: null,
      message: null,
      batchId: null,
    }
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
