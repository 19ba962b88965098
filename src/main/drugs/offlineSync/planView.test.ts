import { describe, expect, it } from 'vitest'
import { completeness, itemsToDo, secondsLeft } from './planView.ts'

const catalogue = { scope: { kind: 'catalogue' }, perHour: 1000, refreshDays: 30 } as const
const counts = { members: 500, listed: 500, detailed: 0, oldestFetchedAt: null }
const pass = {
  beganAt: '',
  namesOnly: false,
  listEnded: false,
  over: false,
  nextAddress: null,
  withoutId: 0,
  repeatedIds: 0,
  nextPage: 6,
  seen: 500,
  total: 1000,
  doubt: null,
  isProven: true,
}

describe('the number of drugs of a plan', () => {
  it("is the service's total while its list is read, and the number found afterwards", () => {
    expect(itemsToDo(counts, pass)).toBe(1000)
    expect(itemsToDo(counts, { ...pass, listEnded: true })).toBe(500)
  })

  it('is unknown if the service gives no total', () => {
    expect(itemsToDo(counts, { ...pass, total: null })).toBeNull()
    expect(itemsToDo(counts, null)).toBeNull()
  })
})

describe('the completeness of a plan', () => {
  it('is measured in requests, where a list page covers 100 drugs', () => {
    expect(completeness({ ...catalogue, detail: 'list' }, counts, 1000)).toBe(0.5)
    const listed = { ...counts, listed: 1000, detailed: 495 }
    expect(completeness({ ...catalogue, detail: 'pathways' }, listed, 1000)).toBeCloseTo(0.5, 2)
    expect(completeness({ ...catalogue, detail: 'all' }, { ...listed, detailed: 1000 }, 1000)).toBe(1)
  })

  it('is 0 while the total is unknown, and 1 for an empty list', () => {
    expect(completeness({ ...catalogue, detail: 'list' }, counts, null)).toBe(0)
    expect(completeness({ ...catalogue, detail: 'list' }, counts, 0)).toBe(1)
  })
})

describe('the time left', () => {
  const settings = { ...catalogue, detail: 'pathways' } as const
  const listed = { ...counts, listed: 1000, detailed: 0 }

  it('follows the rate so far while the hourly limit has room', () => {
    const speed = { requests: 100, activeMs: 50_000, sentLastHour: 0 }
    expect(secondsLeft(settings, listed, 1000, speed)).toBe(500)
  })

  it('follows the hourly limit if that is slower', () => {
    const speed = { requests: 100, activeMs: 50_000, sentLastHour: 1000 }
    expect(secondsLeft(settings, listed, 1000, speed)).toBe(3600)
    expect(secondsLeft({ ...settings, perHour: 100 }, listed, 1000, speed)).toBe(36_000)
  })
})
