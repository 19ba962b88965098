import { describe, expect, it } from 'vitest'
import type { VolcanoRow } from '../data.ts'
import { createFigureWords } from '../drawSpec.ts'
import { createVolcano } from './volcano.ts'

const row = (pathway: string, effect: number | null, q: number | null, withinNoise = false): VolcanoRow => ({
  pathway,
  effect,
  p: q,
  q,
  withinNoise,
  canBeClaimed: true,
})
const build = (rows: VolcanoRow[]) =>
  createVolcano({ rows, against: 'q', threshold: 0.05, effectTitle: 'Hedges g' }, createFigureWords('en'))

describe('a volcano', () => {
  it('groups pathways by side if q is below the threshold, and labels only those', () => {
    const { points } = build([
      row('mTOR', 2, 0.001),
      row('AMPK', -1, 0.01),
      row('p53', 3, 0.05),
      row('Wnt', 1, 0.9),
    ])
    expect(points.map(({ group }) => group)).toEqual([
      'higher',
      'lower',
      'not significant',
      'not significant',
    ])
    expect(points.map(({ weight }) => weight !== undefined)).toEqual([true, true, false, false])
    expect(points[0]?.y).toBeCloseTo(3)
  })

  it('never shows a pathway within the noise as significant', () => {
    const { points } = build([row('mTOR', 2, 1e-9, true)])
    expect(points[0]).toMatchObject({ group: 'within noise' })
    expect(points[0]?.weight).toBeUndefined()
  })

  it('draws a q of 0 at the top and notes that it is smaller than drawn', () => {
    const { points } = build([row('mTOR', 2, 0)])
    expect(points[0]?.y).toBe(300)
    expect(points[0]?.facts).toContain('q below 1e−300, drawn at the top')
  })

  it('does not draw a pathway without q or effect, but lists it in the table', () => {
    const { points, table } = build([row('mTOR', null, 0.01), row('AMPK', 1, null)])
    expect(points[0]?.x).toBeNull()
    expect(points[1]?.y).toBeNull()
    expect(table().rows).toEqual([
      ['mTOR', null, 0.01, 0.01],
      ['AMPK', 1, null, null],
    ])
  })

  it('distinguishes the sides by shape too', () => {
    const { groups } = build([])
    expect(new Set(groups.map(({ shape }) => shape)).size).toBe(groups.length)
  })
})
