import { describe, expect, it } from 'vitest'
import { thinPoints } from './scatter.ts'

const pointsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), label: String(index), x: index, y: 0 }))

describe('too many points for a figure of shapes', () => {
  it('are all kept while there are few', () => {
    const points = pointsOf(10)
    expect(thinPoints(points, 10)).toEqual({ points, drawn: 10, total: 10 })
  })

  it('are thinned evenly and counted', () => {
    const thinned = thinPoints(pointsOf(1000), 10)
    expect(thinned).toMatchObject({ drawn: 10, total: 1000 })
    expect(thinned.points.map(({ x }) => x)).toEqual([99, 199, 299, 399, 499, 599, 699, 799, 899, 999])
  })

  it('always include those with a label and those that are only counted', () => {
    const [first, second, third, ...rest] = pointsOf(100)
    const points = [{ ...first!, weight: 3 }, { ...second!, x: null }, third!, ...rest]
    const thinned = thinPoints(points, 10)
    expect(thinned.points.slice(0, 2)).toEqual(points.slice(0, 2))
    expect(thinned).toMatchObject({ drawn: 11, total: 99 })
  })
})
