import { describe, expect, it } from 'vitest'
import { createFigureWords } from '../drawSpec.ts'
import { figureTheme } from '../frame/theme.ts'
import { buildBoxes, createBoxDrawing, hasBox, shiftOf } from './boxes.ts'

const group = (name: string, values: (number | null)[]) => ({
  name,
  values: values.map((value, index) => ({ id: `${name}${index}`, label: `${name} ${index}`, value })),
})

const drawingOf = (groups: ReturnType<typeof group>[]) =>
  createBoxDrawing({ groups, valueTitle: 'mTOR', pointWord: 'Sample' }, createFigureWords('en'))

describe('a box', () => {
  it("has R's quartiles, and whiskers that end at a value", () => {
    const [box] = buildBoxes([group('control', [1, 2, 3, 4, 5, 6, 7, 8, 9, 40])]).boxes
    expect(box).toMatchObject({ n: 10, q1: 3.25, median: 5.5, q3: 7.75, whiskerLow: 1, whiskerHigh: 9 })
  })

  it('shows every value below 30 values, and above that only those beyond the whiskers', () => {
    const values = Array.from({ length: 29 }, (_, index) => index / 10)
    const { points } = buildBoxes([group('a', values)])
    expect(points).toHaveLength(29)
    expect(new Set(points.map(({ shift }) => shift)).size).toBe(29)
    expect(buildBoxes([group('a', [...values, 100])]).points.map(({ value }) => value)).toEqual([100])
  })

  it('is not drawn for fewer than five values', () => {
    const groups = [group('alone', [3]), group('few', [1, 2, 3, 9])]
    expect(buildBoxes(groups).boxes.some(hasBox)).toBe(false)
    const { data } = drawingOf(groups).draw(figureTheme).data.datasets[0]!
    expect(data[1]).toMatchObject({ q1: 2.5, median: 2.5, q3: 2.5 })
  })

  it('counts missing values and never treats them as 0', () => {
    const built = buildBoxes([group('a', [null, Number.NaN, 5, 1e308])])
    expect(built).toMatchObject({ undrawableCount: 3 })
    expect(built.boxes[0]?.n).toBe(1)
  })

  it('shows only the name and n of a group without values', () => {
    const { targets } = drawingOf([group('empty', [])])
    expect(targets.locate({ scales: {} } as never, 0)).toBeNull()
    expect(targets.describe(0)).toMatchObject({ title: 'empty', value: 'n = 0' })
  })

  it('is drawn if all values are equal', () => {
    const [box] = buildBoxes([group('same', [2, 2, 2, 2, 2])]).boxes
    expect(box).toMatchObject({ q1: 2, q3: 2, whiskerLow: 2, whiskerHigh: 2 })
  })

  it('maps a point to its sample, and the box itself to none', () => {
    const { idAt } = drawingOf([group('a', [1, 2]), group('b', [3])])
    expect([0, 1, 2, 3, 4].map(idAt)).toEqual([undefined, 'a0', 'a1', undefined, 'b0'])
  })

  it('lists each value in its table, including missing ones', () => {
    expect(drawingOf([group('a', [1, null])]).table().rows).toEqual([
      ['a 0', 'a', 1],
      ['a 1', 'a', null],
    ])
  })
})

describe('the jitter of a point', () => {
  it('is the same each time and spread over the width', () => {
    const shifts = Array.from({ length: 200 }, (_, index) => shiftOf(`sample-${index}`))
    expect(shifts).toEqual(Array.from({ length: 200 }, (_, index) => shiftOf(`sample-${index}`)))
    expect(shifts.every((shift) => shift >= -1 && shift <= 1)).toBe(true)
    for (const [from, to] of [
      [-1, -0.5],
      [-0.5, 0],
      [0, 0.5],
      [0.5, 1],
    ] as const)
      expect(shifts.filter((shift) => shift >= from && shift < to).length).toBeGreaterThan(25)
  })
})
