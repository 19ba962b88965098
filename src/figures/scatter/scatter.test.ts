import { describe, expect, it } from 'vitest'
import type { ScatterPoint } from '../data.ts'
import { figureTheme } from '../frame/theme.ts'
import { buildScatter, maxElements, sortedIndices, toScatterTable } from './scatter.ts'
import { toScatterData, toScatterLegend, toScatterTargets } from './scatterDrawing.ts'

const point = (
  id: string,
  x: number | null,
  y: number | null,
  group: string | null = null,
): ScatterPoint => ({ id, label: `sample ${id}`, x, y, group })

describe('a scatter', () => {
  it('leaves out and counts points without numbers, or with numbers too large for an axis', () => {
    const scatter = buildScatter({
      points: [point('a', 1, 2), point('b', null, 2), point('c', Number.NaN, 1), point('d', 1e308, 0)],
      groups: [],
    })
    expect(scatter.points.map(({ id }) => id)).toEqual(['a'])
    expect(scatter.undrawableCount).toBe(3)
  })

  it('has space at both ends of its axes, even for one point, and includes its thresholds', () => {
    const one = buildScatter({ points: [point('a', 5, 0)], groups: [] })
    expect(one.x.min).toBeLessThan(5)
    expect(one.x.max).toBeGreaterThan(5)
    expect(one.y).toEqual({ min: -1, max: 1 })
    const lines = [{ kind: 'y' as const, at: 7, label: 'q = 0.05' }]
    expect(buildScatter({ points: [point('a', 5, 0)], groups: [], lines }).y.max).toBeGreaterThan(7)
    expect(buildScatter({ points: [], groups: [] }).x.max).toBeGreaterThan(1)
  })

  it('shows the same range on both axes to compare ages', () => {
    const scatter = buildScatter({
      points: [point('a', 20, 60), point('b', 40, 90)],
      groups: [],
      sameRange: true,
    })
    expect(scatter.x).toEqual(scatter.y)
    expect(scatter.x.min).toBeLessThan(20)
  })

  it('gives each group its own color and shape, whichever groups have a point here', () => {
    const groups = ['control', 'old', 'treated'].map((name) => ({ name }))
    const all = buildScatter({ points: [point('a', 1, 1, 'treated')], groups })
    const treated = all.styles.find(({ name }) => name === 'treated')
    expect(new Set(all.styles.slice(0, 3).map(({ colour, shape }) => `${colour} ${shape}`)).size).toBe(3)
    expect(new Set(all.styles.slice(0, 3).map(({ shape }) => shape)).size).toBe(3)
    expect(treated?.count).toBe(1)
    expect(toScatterLegend(all, [], figureTheme, 'no group', []).map(({ label }) => label)).toEqual([
      'treated',
    ])
  })

  it('draws few points as elements, and many as pixels', () => {
    const many = Array.from({ length: maxElements + 1 }, (_, index) => point(`${index}`, index, index))
    const elements = (points: ScatterPoint[]) =>
      toScatterData(buildScatter({ points, groups: [] }), figureTheme).datasets.flatMap(({ data }) => data)
        .length
    expect(elements(many.slice(1))).toBe(maxElements)
    expect(elements(many)).toBe(0)
  })

  it('is traversed from left to right and from bottom to top', () => {
    const scatter = buildScatter({
      points: [point('a', 3, 1), point('b', 1, 2), point('c', 2, 3)],
      groups: [],
    })
    const targets = toScatterTargets(scatter, { x: 'PC1', y: 'PC2' })
    expect(targets.next(1, 'ArrowRight')).toBe(2)
    expect(targets.next(2, 'ArrowRight')).toBe(0)
    expect(targets.next(0, 'ArrowRight')).toBe(0)
    expect(targets.next(0, 'ArrowUp')).toBe(1)
    expect(targets.next(1, 'ArrowDown')).toBe(0)
    expect(targets.describe(1)).toMatchObject({ title: 'sample b', lines: ['PC1: 1.000', 'PC2: 2.000'] })
  })

  it('has a table of all points, drawn or not', () => {
    const table = toScatterTable([point('a', 1, Number.NaN, 'old')], {
      point: 'Sample',
      group: 'Group',
      x: 'PC1',
      y: 'PC2',
    })
    expect(table).toEqual({
      columns: ['Sample', 'Group', 'PC1', 'PC2'],
      rows: [['sample a', 'old', 1, null]],
    })
  })

  it('keeps the order of equal values', () => {
    expect([...sortedIndices(Float64Array.of(2, 1, 2, 0))]).toEqual([3, 1, 0, 2])
  })
})
