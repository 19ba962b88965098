import { describe, expect, it } from 'vitest'
import { createFigureWords } from '../drawSpec.ts'
import { figureTheme } from '../frame/theme.ts'
import { createDotMatrixDrawing, effectScale, radiusOf } from './dotMatrix.ts'

const cells = [
  { effect: 2, adjustedP: 0.001 },
  { effect: -1, adjustedP: 0.5 },
  { effect: null, adjustedP: 0.5 },
  { effect: 1, adjustedP: null },
]
const drawing = createDotMatrixDrawing(
  {
    rows: ['mTOR', 'AMPK'],
    columns: ['old − young', 'treated − control'],
    cells,
    tests: [],
    effectTitle: 'Hedges g',
    sizeTitle: 'p (Holm)',
    rowWord: 'Pathway',
    columnWord: 'Contrast',
    from: 0,
  },
  createFigureWords('en'),
)

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
    expect(drawing.draw(figureTheme).data.datasets[0]?.data).toEqual([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
    ])
    expect(drawing.legend(figureTheme).some(({ kind }) => kind === 'hatch')).toBe(true)
    expect(drawing.table().rows[2]).toEqual(['AMPK', 'old − young', null, 0.5])
  })

  it('is traversed like a table and stops at its edges', () => {
    const { next, describe: describeTarget } = drawing.targets
    expect(next(0, 'ArrowRight')).toBe(1)
    expect(next(1, 'ArrowRight')).toBe(1)
    expect(next(1, 'ArrowDown')).toBe(3)
    expect(next(0, 'ArrowUp')).toBe(0)
    expect(describeTarget(2)).toMatchObject({ title: 'AMPK', value: 'no effect' })
    expect(describeTarget(3).lines).toContain('no p (Holm)')
  })

  it("uses the given name of the adjusted p in legend, tooltip and table, so that Holm's p is not called q", () => {
    const tips = [0, 3].map(drawing.targets.describe)
    expect(tips[0]?.lines).toContain('p (Holm) = 0.001')
    expect(drawing.table().columns.at(-1)).toBe('p (Holm)')
    expect(JSON.stringify([tips, drawing.legend(figureTheme)])).not.toMatch(/\bq\b/)
  })
})
