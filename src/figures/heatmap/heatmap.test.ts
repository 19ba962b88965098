import { describe, expect, it } from 'vitest'
import { stylesByName } from '../style/groupStyles.ts'
import {
  binColumns,
  buildHeatmap,
  cellValue,
  clippedCells,
  type Heatmap,
  placeTree,
  samplesIn,
  shorten,
  sliceHeatmap,
  toHeatmapTable,
  toMatrixCells,
  toPixels,
} from './heatmap.ts'

/** Returns all cells, column by column. */
const cellsOf = (heatmap: Heatmap) =>
  heatmap.columns.flatMap((_, x) => heatmap.rows.map((_row, y) => cellValue(heatmap, x, y)))
const column = (id: string, group: string | null) => ({ id, label: id, group })
const small = () =>
  buildHeatmap({
    rows: ['mTOR', 'AMPK'],
    columns: [column('a', 'treated'), column('b', null), column('c', 'control'), column('d', 'treated')],
    values: [1, -2, null, 4, 5, 6, 7, 8],
  })

describe('a heatmap', () => {
  it('keeps the samples of a group together, ungrouped ones last, and reorders their values', () => {
    const heatmap = small()
    expect(heatmap.columns.map(({ id }) => id)).toEqual(['c', 'a', 'd', 'b'])
    expect(heatmap.runs).toEqual([
      { group: 'control', from: 0, to: 0 },
      { group: 'treated', from: 1, to: 2 },
      { group: null, from: 3, to: 3 },
    ])
    expect(cellValue(heatmap, 1, 1)).toBe(-2)
    expect(cellValue(heatmap, 0, 0)).toBe(5)
  })

  it('shows its groups in the given order', () => {
    const groups = new Map([...stylesByName(['control', 'treated'])].reverse())
    const { columns } = buildHeatmap({
      rows: ['mTOR'],
      columns: [column('a', 'control'), column('b', null), column('c', 'treated')],
      values: [1, 2, 3],
      groups,
    })
    expect(columns.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })

  it('never shows a missing value as 0: it has no element, a transparent pixel and an empty table cell', () => {
    const heatmap = small()
    expect(heatmap.missing).toBe(1)
    expect(cellValue(heatmap, 3, 0)).toBeNull()
    expect(toMatrixCells(heatmap)).toHaveLength(7)
    const pixels = toPixels(heatmap)
    expect(pixels[3 * 4 + 3]).toBe(0)
    expect(pixels[3]).toBe(255)
    expect(toHeatmapTable(heatmap, 'Sample', 'Group').rows[3]).toEqual(['b', null, null, 4])
  })

  it('paints row by row from the top, each cell in its color', () => {
    const heatmap = small()
    const pixels = toPixels(heatmap)
    const at = (x: number, y: number) => pixels.slice((y * 4 + x) * 4, (y * 4 + x) * 4 + 3)
    expect(at(1, 1)[2]).toBeGreaterThan(at(1, 1)[0]!)
    expect(at(2, 1)[0]).toBeGreaterThan(at(2, 1)[2]!)
  })

  it('merges columns only within a group, with the mean of the returned values', () => {
    const heatmap = buildHeatmap({
      rows: ['mTOR'],
      columns: Array.from({ length: 10 }, (_, index) => column(`s${index}`, index < 5 ? 'a' : 'b')),
      values: [1, 3, null, 7, 9, 10, 20, 30, 40, 50],
    })
    const binned = binColumns(heatmap, 5)
    expect(binned.columns.map(({ group, size }) => `${group}${size}`)).toEqual([
      'a2',
      'a2',
      'a1',
      'b2',
      'b2',
      'b1',
    ])
    expect(cellsOf(binned)).toEqual([2, 7, 9, 15, 35, 50])
    expect(binned.scale).toBe(heatmap.scale)
    expect(binned.columns[0]?.label).toBe('s0 … s1')
    expect(binColumns(heatmap, 10)).toBe(heatmap)
  })

  it('follows the order of a tree, and puts columns that it lacks last', () => {
    const heatmap = buildHeatmap({
      rows: ['mTOR', 'AMPK'],
      columns: [column('a', 'x'), column('b', 'x'), column('c', 'y')],
      values: [1, 2, 3, 4, 5, 6],
      columnTree: { tree: { merge: [[-1, -2]], height: [1], order: [0, 1] }, ids: ['c', 'a'] },
      rowOrder: [1, 0],
    })
    expect(heatmap.columns.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    expect(heatmap.rows).toEqual(['AMPK', 'mTOR'])
    expect(cellsOf(heatmap)).toEqual([6, 5, 2, 1, 4, 3])
    expect(heatmap.byGroup).toBe(false)
    expect(heatmap.columnTree).toHaveLength(1)
  })

  it('keeps cells, tracks and tree positions together when zoomed', () => {
    const heatmap = buildHeatmap({
      rows: ['mTOR', 'AMPK', 'p53'],
      columns: ['a', 'b', 'c', 'd'].map((id) => column(id, null)),
      values: Array.from({ length: 12 }, (_, index) => index),
      tracks: [{ name: 'Age', kind: 'numbers', place: 0, values: ['1', '2', '3', '4'] }],
    })
    const once = sliceHeatmap(heatmap, { from: 1, to: 3 }, { from: 1, to: 2 })
    expect(cellsOf(once)).toEqual([4, 5, 7, 8, 10, 11])
    const twice = sliceHeatmap(once, { from: 1, to: 1 }, { from: 0, to: 0 })
    expect(cellsOf(twice)).toEqual([7])
    expect(twice.tracks[0]?.values).toEqual(['3'])
    expect(twice.shown).toEqual({ columns: { from: 2, to: 2 }, rows: { from: 1, to: 1 } })
    expect(twice.scale).toBe(heatmap.scale)
  })

  it('returns every sample behind a selected column, even if several share it', () => {
    const heatmap = buildHeatmap({
      rows: ['mTOR'],
      columns: Array.from({ length: 10 }, (_, index) => column(`s${index}`, index < 5 ? 'a' : 'b')),
      values: Array.from({ length: 10 }, (_, index) => index),
    })
    const binned = binColumns(heatmap, 5)
    expect(samplesIn(heatmap, binned, { from: 1, to: 3 })).toEqual(['s2', 's3', 's4', 's5', 's6'])
    expect(samplesIn(heatmap, heatmap, { from: 0, to: 0 })).toEqual(['s0'])
  })

  it('lists the cells beyond the ends of the color scale', () => {
    const values = Array.from({ length: 300 }, (_, index) => Math.sin(index))
    values[17] = 90
    const heatmap = buildHeatmap({
      rows: ['mTOR'],
      columns: values.map((_, index) => column(`s${index}`, null)),
      values,
    })
    expect(clippedCells(heatmap)).toEqual([{ column: 17, row: 0, end: 'high' }])
  })
})

describe('labels', () => {
  it('are shortened in the middle', () => {
    expect(shorten('short', 10)).toBe('short')
    expect(shorten('liver-study-2026-plate-7-well-A01', 11)).toBe('liver…l-A01')
  })
})

describe('a tree over a heatmap', () => {
  it('joins leaves at their positions, and clusters at their middle', () => {
    const branches = placeTree({
      merge: [
        [-1, -3],
        [-2, 1],
      ],
      height: [1, 4],
      order: [1, 0, 2],
    })
    expect(branches).toEqual([
      { from: 1, to: 2, fromHeight: 0, toHeight: 0, height: 0.25, leaves: { from: 1, to: 2 } },
      { from: 0, to: 1.5, fromHeight: 0, toHeight: 0.25, height: 1, leaves: { from: 0, to: 2 } },
    ])
  })

  it('is flat if all distances are 0', () => {
    expect(placeTree({ merge: [[-1, -2]], height: [0], order: [0, 1] })[0]?.height).toBe(0)
  })
})
