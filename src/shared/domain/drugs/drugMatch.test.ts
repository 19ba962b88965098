import { describe, expect, it } from 'vitest'
import type { Direction } from './drug.ts'
import { type Act, createScorer, toActs } from './drugMatch.ts'

const act = (at: number, direction: Direction): Act => ({ at, direction })

describe('the score of a drug', () => {
  it('is 1 for a drug that fully opposes a profile of equal values, and −1 for one that mimics it', () => {
    const scoreOf = createScorer([2, -2, 2], 'opposing')
    const opposing = [act(0, 'inhibits'), act(1, 'activates'), act(2, 'inhibits')]
    expect(scoreOf(opposing)).toEqual({ score: 1, coverage: 1 })
    expect(scoreOf([act(0, 'activates'), act(1, 'inhibits'), act(2, 'activates')])?.score).toBe(-1)
  })

  it('has the opposite sign for a drug that should mimic the profile, and the same coverage', () => {
    const values = [3, -1, 2]
    for (const acts of [[act(0, 'inhibits'), act(1, 'inhibits')], [act(2, 'activates')]]) {
      const opposing = createScorer(values, 'opposing')(acts)
      const mimicking = createScorer(values, 'mimicking')(acts)
      expect(mimicking).toEqual({ score: -(opposing?.score ?? Number.NaN), coverage: opposing?.coverage })
    }
  })

  it('is the cosine over the shared pathways, times the root of the coverage', () => {
    const scoreOf = createScorer([3, -1, 2], 'opposing')
    // Signs −1 and −1 against 3 and −1: cosine −2 / (√2 · √10), negated; 10 of 14 are covered.
    const found = scoreOf([act(0, 'inhibits'), act(1, 'inhibits')])
    expect(found?.coverage).toBeCloseTo(10 / 14, 14)
    expect(found?.score).toBeCloseTo((2 / Math.sqrt(20)) * Math.sqrt(10 / 14), 14)
  })

  it('is null for unknown directions and for a profile of zeros', () => {
    const scoreOf = createScorer([3, -1], 'opposing')
    expect(scoreOf([act(0, 'unknown')])).toBeNull()
    expect(scoreOf([])).toBeNull()
    expect(scoreOf([act(0, 'inhibits'), act(1, 'unknown')])).toEqual(scoreOf([act(0, 'inhibits')]))
    expect(createScorer([0, 0], 'opposing')([act(0, 'inhibits')])).toBeNull()
  })

  it('does not depend on the scale of the values', () => {
    const acts = [act(0, 'inhibits'), act(1, 'inhibits')]
    const usual = createScorer([3, -1, 2], 'opposing')(acts)
    for (const by of [2 ** 1020, 2 ** -1060]) {
      const found = createScorer([3 * by, -by, 2 * by], 'opposing')(acts)
      expect(found?.score).toBeCloseTo(usual?.score ?? Number.NaN, 12)
      expect(found?.coverage).toBeCloseTo(usual?.coverage ?? Number.NaN, 12)
    }
  })
})

it('the act of a drug on a pathway has a direction if all sources agree, and is unknown if they do not', () => {
  const acts = toActs([act(2, 'inhibits'), act(0, 'unknown'), act(0, 'activates')])
  expect(acts).toEqual([act(0, 'activates'), act(2, 'inhibits')])
  expect(toActs([act(1, 'inhibits'), act(1, 'unknown'), act(1, 'activates')])).toEqual([act(1, 'unknown')])
  expect(toActs([act(1, 'unknown')])).toEqual([act(1, 'unknown')])
})
