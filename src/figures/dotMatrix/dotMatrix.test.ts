import { describe, expect, it } from 'vitest'
import { figureTheme } from '../frame/theme.ts'
import { effectScale, radiusOf, toDotData, toDotLegend, toDotTable, toDotTargets } from './dotMatrix.ts'

const cells = [
  { effect: 2, adjustedP: 0.001 },
  { effect: -1, adjustedP: 0.5 },
  { effect: null, adjustedP: 0.5 },
  { effect: 1, adjustedP: null },
]
const matrix = {
  rows: ['mTOR', 'AMPK'],
  columns: ['old − young', 'treated − control'],
  cells,
  scale: effectScale(cells),
}
const words = { effect: 'Hedges g', size: 'p (Holm)', significant: 'ringed', faded: 'pale', none: 'none' }

describe('a dot matrix', () => {
  it('has dots that grow with −log10 of the adjusted p, with the same size for equal p on every chart', () => {
    expect(radiusOf(0.01)).toBeGreaterThan(radiusOf(0.05))
    expect(radiusOf(0)).toBe(radiusOf(1e-9))
    expect(radiusOf(1)).toBeGreaterThan(0)
  })

  it('has white at no effect, even if all effects have the same sign', () => {
    expect(effectScale([{ effect: 3, adjustedP: 1 }])).toMatchObject({ kind: 'diverging', min: -3, max: 3 })
    expect(effectScale([{ effect: null, adjustedP: 1 }])).toMatchObject({
      kind: 'diverging',
      min: -1,
      max: 1,
    })
    expect(effectScale([{ effect: 0, adjustedP: 1 }])).toMatchObject({ kind: 'diverging', min: -1, max: 1 })
  })

  it('draws no dot if effect or adjusted p is missing, and explains that in its legend', () => {
    expect(toDotData(matrix, figureTheme).datasets[0]?.data).toEqual([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ])
    expect(toDotLegend(matrix, words).some(({ kind }) => kind === 'hatch')).toBe(true)
    expect(
      toDotTable(matrix, { row: 'Pathway', column: 'Contrast', effect: 'g', size: 'q' }).rows[2],
    ).toEqual(['AMPK', 'old − young', null, 0.5])
  })

  it('is traversed like a table and stops at its edges', () => {
    const { next, describe: describeTarget } = toDotTargets(
      matrix,
      { effect: 'Hedges g', size: 'q' },
      { noSize: 'no q', missing: 'missing' },
    )
    expect(next(0, 'ArrowRight')).toBe(1)
    expect(next(1, 'ArrowRight')).toBe(1)
    expect(next(1, 'ArrowDown')).toBe(3)
    expect(next(0, 'ArrowUp')).toBe(0)
    expect(describeTarget(2)).toMatchObject({ title: 'AMPK', value: 'missing' })
    expect(describeTarget(3).lines).toContain('no q')
  })
  it("uses the given name of the adjusted p in legend, tooltip and table, so that Holm's p is not called q", () => {
    const titles = { effect: 'Difference', size: 'p (Holm)' }
    const tips = toDotTargets(matrix, titles, { noSize: 'no p (Holm)', missing: 'missing' })
    expect(tips.describe(0).lines).toContain('p (Holm) = 0.001')
    expect(toDotTable(matrix, { ...titles, row: 'Pathway', column: 'Contrast' }).columns.at(-1)).toBe(
      'p (Holm)',
    )
    const texts = JSON.stringify([tips.describe(0), tips.describe(3), toDotLegend(matrix, words)])
    expect(texts).not.toMatch(/\bq\b/)
  })
})
