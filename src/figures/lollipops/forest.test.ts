import { describe, expect, it } from 'vitest'
import { createFigureWords } from '../drawSpec.ts'
import { figureTheme } from '../frame/theme.ts'
import type { ForestRow } from '../spec.ts'
import { createPlainBoard } from '../vector/plainBoard.ts'
import { drawSvg } from '../vector/vectorFigure.ts'
import { createForestDrawing } from './forest.ts'

const row = (label: string, value: number, more: Partial<ForestRow> = {}): ForestRow => ({
  label,
  value,
  low: value - 1,
  high: value + 1,
  p: 0.001,
  q: 0.02,
  isFound: false,
  notes: [],
  ...more,
})
const words = {
  valueTitle: 'Difference',
  intervalWord: '95% CI',
  labelWord: 'Pathway',
  foundWord: 'q < 0.05',
  otherWord: 'others',
}
const drawingOf = (rows: ForestRow[]) => createForestDrawing({ rows, ...words }, createFigureWords('en'))

/** The right end of a label, in pixels from the left of its figure. */
function rightEndOf(svg: string, label: string): number {
  const [, attributes = ''] = new RegExp(`<text([^>]*)>${label}</text>`).exec(svg) ?? []
  expect(attributes).toContain('text-anchor="end"')
  const [, x] = / x="([\d.]+)"/.exec(attributes) ?? []
  const [, moved = '0'] = /matrix\(1 0 0 1 ([\d.]+)/.exec(attributes) ?? []
  return Math.round(Number(x) + Number(moved))
}

const svgOf = (
  rows: ForestRow[],
  ranges: Record<string, { min: number; max: number }> = {},
  title = words.valueTitle,
): string => {
  const drawing = createForestDrawing({ rows, ...words, valueTitle: title }, createFigureWords('en'))
  const figure = {
    drawing: { ...drawing, paint: drawing.paint(new Set()) },
    widthPx: 420,
    heightPx: 120,
    summary: 'S',
    source: undefined,
    ranges,
  }
  return drawSvg(figure, createPlainBoard())
}

describe('a forest plot', () => {
  it('sorts estimates from highest to lowest, each with its interval', () => {
    const drawing = drawingOf([
      row('b', -2),
      row('a', 3, { isFound: true }),
      row('c', 0, { low: null, high: null, p: null, q: null }),
    ])
    const { data } = drawing.draw(figureTheme)
    expect(data.labels).toEqual(['a', 'c', 'b'])
    expect(data.datasets[0]?.data).toEqual([
      [2, 4],
      [0, 0],
      [-3, -1],
    ])
    expect(drawing.targets.describe(0)).toEqual({
      title: 'a',
      value: '3.000',
      lines: ['95% CI: 2.000 … 4.000', 'p = 0.001 · q = 0.02', 'Difference'],
    })
    expect(drawing.targets.describe(1).lines).toEqual(['Difference'])
    expect(drawing.table().rows[0]).toEqual(['b', -2, -3, -1, 0.001, 0.02])
  })

  it('includes the line of no difference, and counts rows that cannot be drawn', () => {
    const drawing = drawingOf([row('a', 3), row('b', 1e308)])
    expect(drawing.draw(figureTheme).options).toMatchObject({
      scales: { x: { suggestedMin: 0, suggestedMax: 0 } },
    })
    expect(drawing.legend(figureTheme).at(-1)).toMatchObject({
      kind: 'note',
      label: expect.stringMatching(/^1 not drawn/),
    })
  })

  it('can be saved as shapes', () => {
    const svg = svgOf([row('a', 3, { isFound: true }), row('b', -1)])
    expect(svg).toContain('>a</text>')
    expect(/NaN|Infinity|undefined/.exec(svg)).toBeNull()
  })

  it('writes p and q as two columns with heads, each in one style and aligned to the right', () => {
    const svg = svgOf([row('a', 3, { p: 2e-5, q: 4e-4 }), row('b', -1, { p: 0.3, q: 0.5 })])
    for (const column of [
      ['p', '2.0 × 10⁻⁵', '3.0 × 10⁻¹'],
      ['q', '4.0 × 10⁻⁴', '5.0 × 10⁻¹'],
    ])
      expect(new Set(column.map((text) => rightEndOf(svg, text))).size, column[0]).toBe(1)
  })

  it('shows the names of the rows whole in a narrow figure', () => {
    const name = 'Oxidative stress response'
    const svg = svgOf([row(name, 3, { p: 2e-15, q: 4e-14 })])
    const [, widthPx] = new RegExp(`textLength="([\\d.]+)"[^>]*>${name}</text>`).exec(svg) ?? []
    expect(rightEndOf(svg, name)).toBeGreaterThanOrEqual(Number(widthPx))
  })

  it('breaks the title of its axis where it is wider than the axis', () => {
    const title = 'treated − control: difference of activity in SD of the pathway'
    const svg = svgOf([row('Oxidative stress', 3, { p: 2e-15, q: 4e-14 })], {}, title)
    const lines = [...svg.matchAll(/>((?:treated|difference|activity|in SD|SD)[^<]*)<\/text>/g)].map(
      ([, line]) => line,
    )
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join(' ')).toBe(title)
  })

  it('has no heads where nothing was tested', () => {
    const svg = svgOf([row('a', 3, { p: null, q: null })])
    expect(svg).toContain('>a</text>')
    expect(/>[pq]<\/text>/.exec(svg)).toBeNull()
  })

  it('has evenly spaced ticks within the range that the page shows', () => {
    const svg = svgOf([row('a', 1.2), row('b', -1.2)], { x: { min: -2.3, max: 2.3 } })
    const labels = [...svg.matchAll(/>(−?[\d.]+)<\/text>/g)].map(([, label = '']) => label)
    const ticks = labels
      .filter((label) => label !== '0.001' && label !== '0.020')
      .map((label) => Number(label.replace('−', '-')))
    const steps = ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0))
    expect(ticks.length).toBeGreaterThan(2)
    expect(new Set(steps).size).toBe(1)
  })
})
