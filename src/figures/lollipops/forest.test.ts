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
    const drawing = { ...drawingOf([row('a', 3, { isFound: true }), row('b', -1)]) }
    const figure = {
      drawing: { ...drawing, paint: drawing.paint(new Set()) },
      widthPx: 300,
      heightPx: 120,
      summary: 'S',
      source: undefined,
      ranges: {},
    }
    const svg = drawSvg(figure, createPlainBoard())
    expect(svg).toContain('>a</text>')
    expect(svg).toContain('>p = 0.001 · q = 0.02</text>')
    expect(/NaN|Infinity|undefined/.exec(svg)).toBeNull()
  })
})
