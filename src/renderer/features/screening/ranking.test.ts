import { describe, expect, it } from 'vitest'
import { newestFirst, toHitBars, toPercent } from './ranking.ts'

const hit = (rank: number, score: number | null) => ({
  rank,
  drugId: null,
  name: `drug ${rank}`,
  score,
  raw: {},
})

describe('a ranking', () => {
  it('keeps the order of the service, even if a lower score is better', () => {
    const { bars } = toHitBars([hit(1, -9), hit(2, -7), hit(3, -8)])
    expect(bars.map(({ label }) => label)).toEqual(['1. drug 1', '2. drug 2', '3. drug 3'])
  })

  it('lists drugs without a score separately, and limits the number of bars', () => {
    const { bars, missing } = toHitBars([hit(1, null), hit(2, 4)])
    expect(bars).toHaveLength(1)
    expect(missing).toEqual(['1. drug 1'])
    expect(toHitBars(Array.from({ length: 60 }, (_, index) => hit(index, index))).bars).toHaveLength(15)
  })
})

describe('a task', () => {
  it('shows its progress in percent for either scale of the service', () => {
    expect(toPercent(0.25)).toBe(25)
    expect(toPercent(25)).toBe(25)
    expect(toPercent(1)).toBe(100)
    expect(toPercent(null)).toBeNull()
  })

  it('is listed by start date, the newest first', () => {
    const task = (taskId: string, createdAt: string) => ({ taskId, createdAt }) as never
    expect(
      newestFirst([task('a', '2026-01-01'), task('b', '2026-02-01')]).map(({ taskId }) => taskId),
    ).toEqual(['b', 'a'])
  })
})
