import { describe, expect, it } from 'vitest'
import { createFigureWords } from '../drawSpec.ts'
import { stylesByName } from '../style/groupStyles.ts'
import { draw, read } from '../testing/drawn.ts'
import { adjustedExample } from '../testing/examples.ts'
import { createAdjustedDrawing } from './adjusted.ts'

const mean = (level: string | null, number: number | null, by: string | null) => ({
  level,
  number,
  by,
  estimate: 1,
  ciLow: 0.5,
  ciHigh: 1.5,
})
const point = (id: string, at: string, value: number) => ({ id, label: `sample ${id}`, at, by: null, value })
const words = { xTitle: 'Dose', valueTitle: 'mTOR', pointWord: 'Sample', styles: stylesByName(['F', 'M']) }
const t = createFigureWords('en')

describe('adjusted means', () => {
  it('are described with their interval, before the samples', () => {
    const { targets, idAt } = createAdjustedDrawing(
      { ...words, levels: ['low', 'high'], means: [mean('low', null, 'F')], points: [point('a', 'low', 2)] },
      t,
    )
    expect(targets.count).toBe(2)
    expect(targets.describe(0)).toMatchObject({ title: 'low, F', value: '1.000' })
    expect(targets.describe(1)).toEqual({ title: 'sample a', value: '2.000', lines: ['Dose: low'] })
    expect([idAt(0), idAt(1)]).toEqual([null, 'a'])
  })

  it('leave out samples whose predictor is not a number', () => {
    const points = [point('a', '1.5', 2), point('b', 'none', 3)]
    const { targets } = createAdjustedDrawing(
      { ...words, levels: null, means: [mean(null, 1, null), mean(null, 2, null)], points },
      t,
    )
    expect(targets.count).toBe(3)
  })

  it('fill the table if there are no samples', () => {
    const { table } = createAdjustedDrawing(
      { ...words, levels: ['low'], means: [mean('low', null, 'F')], points: [] },
      t,
    )
    expect(table()).toEqual({
      columns: ['Dose', 'Group', 'mTOR', '95% CI, low', '95% CI, high'],
      rows: [['low', 'F', 1, 0.5, 1.5]],
    })
  })

  it('name the groups that interact in the legend', () => {
    const { texts } = read(draw(adjustedExample(24, ['control', 'treated'])))
    expect(texts).toEqual(expect.arrayContaining(['F', 'M', 'control', 'treated']))
  })
})
