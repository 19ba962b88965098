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
  round: 1,
  doubt: null,
  isProven: true,
}

describe('how many drugs a plan has', () => {
  it('is what the service says while its list is read, and what was found after', () => {
    expect(itemsToDo(counts, pass)).toBe(1000)
    expect(itemsToDo(counts, { ...pass, listEnded: true })).toBe(500)
  })

  it('is not known where the service does not say', () => {
    expect(itemsToDo(counts, { ...pass, total: null })).toBeNull()
    expect(itemsToDo(counts, null)).toBeNull()
  })
})

describe('how complete a plan is', () => {
  it('goes by requests: a page of a list is a hundred drugs', () => {
    expect(completeness({ ...catalogue, detail: 'list' }, counts, 1000)).toBe(0.5)
    const listed = { ...counts, listed: 1000, detailed: 495 }
    expect(completeness({ ...catalogue, detail: 'pathways' }, listed, 1000)).toBeCloseTo(0.5, 2)
    expect(completeness({ ...catalogue, detail: 'all' }, { ...listed, detailed: 1000 }, 1000)).toBe(1)
  })

  it('is nothing while the total is not known, and all of an empty list', () => {
    expect(completeness({ ...catalogue, detail: 'list' }, counts, null)).toBe(0)
    expect(completeness({ ...catalogue, detail: 'list' }, counts, 0)).toBe(1)
  })
})

describe('the time left', () => {
  const settings = { ...catalogue, detail: 'pathways' } as const
  const listed = { ...counts, listed: 1000, detailed: 0 }

  it('goes by the rate seen while the hour has room', () => {
    const speed = { requests: 100, activeMs: 50_000, sentLastHour: 0 }
    expect(secondsLeft(settings, listed, 1000, speed)).toBe(500)
  })

  it('goes by what is allowed per hour where that is less', () => {
    const speed = { requests: 100, activeMs: 50_000, sentLastHour: 1000 }
    expect(secondsLeft(settings, listed, 1000, speed)).toBe(3600)
    expect(secondsLeft({ ...settings, perHour: 100 }, listed, 1000, speed)).toBe(36_000)
  })
})
