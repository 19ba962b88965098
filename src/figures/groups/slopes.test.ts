import { describe, expect, it } from 'vitest'
import { createFigureWords } from '../drawSpec.ts'
import { buildSlopes, createSlopesDrawing } from './slopes.ts'

const pair = (id: string, first: number | null, second: number | null) => ({
  id,
  label: `patient ${id}`,
  first,
  second,
})

const drawingOf = (pairs: ReturnType<typeof pair>[]) =>
  createSlopesDrawing(
    { pairs, names: ['week 0', 'week 8'], valueTitle: 'mTOR', pairWord: 'Patient' },
    createFigureWords('en'),
  )

describe('paired slopes', () => {
  it('count rises, falls and unchanged pairs, sorted from the largest rise to the largest fall', () => {
    const built = buildSlopes([pair('a', 1, 0), pair('b', 1, 5), pair('c', 2, 2)])
    expect(built.counts).toEqual({ rises: 1, falls: 1, same: 1 })
    expect(built.slopes.map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    expect(built.mean?.first).toBeCloseTo(4 / 3)
  })

  it('leave out and count incomplete pairs, but keep them in the table', () => {
    const pairs = [pair('a', 1, null), pair('b', Number.NaN, 2), pair('c', 1, 2)]
    expect(buildSlopes(pairs)).toMatchObject({ incomplete: 2 })
    const table = drawingOf(pairs).table()
    expect(table.rows).toHaveLength(3)
    expect(table.columns).toEqual(['Patient', 'week 0: mTOR', 'week 8: mTOR'])
  })

  it('have no mean without a pair', () => {
    expect(buildSlopes([]).mean).toBeNull()
  })

  it('show the difference of a pair', () => {
    expect(drawingOf([pair('a', 1, 3)]).targets.describe(0)).toEqual({
      title: 'patient a',
      value: 'difference 2.000',
      lines: ['week 0: 1.000', 'week 8: 3.000'],
    })
  })
})
