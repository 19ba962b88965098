import { describe, expect, it } from 'vitest'
import { binColumns, buildHeatmap, sliceHeatmap, toUnbinnedColumns } from './heatmap.ts'
import {
  branchAt,
  cellRegion,
  cellsHeightPx,
  findSelectedColumns,
  heightsOf,
  insetsOf,
  linesOf,
  maxCellsHeightPx,
  maxRows,
  namesOf,
  regionOf,
  spanning,
} from './heatmapView.ts'

const heatmap = buildHeatmap({
  rows: ['mTOR', 'AMPK'],
  columns: Array.from({ length: 10 }, (_, index) => ({ id: `s${index}`, label: `s${index}`, group: null })),
  values: Array.from({ length: 20 }, (_, index) => index),
})
const binned = binColumns(heatmap, 5)
const chart = { chartArea: { left: 100, top: 50, width: 500, height: 40 } } as never

describe('a part of a heatmap', () => {
  it('is the cells under a drawn box, clipped at the edges', () => {
    const under = (...[left, top, right, bottom]: [number, number, number, number]) =>
      regionOf(chart, heatmap, [
        { x: left, y: top },
        { x: right, y: bottom },
      ])
    expect(under(130, 0, 900, 60)).toEqual({ columns: { from: 0, to: 9 }, rows: { from: 0, to: 0 } })
    expect(under(210, 55, 290, 85)).toEqual({ columns: { from: 2, to: 3 }, rows: { from: 0, to: 1 } })
    expect(under(0, 0, 90, 90)).toBeNull()
  })

  it('extends from one cell to another', () => {
    expect(spanning(cellRegion({ column: 1, row: 1 }), cellRegion({ column: 4, row: 0 }))).toEqual({
      columns: { from: 1, to: 4 },
      rows: { from: 0, to: 1 },
    })
  })

  it('includes all samples that share its columns', () => {
    expect(toUnbinnedColumns(binned, { from: 1, to: 2 })).toEqual({ from: 2, to: 5 })
  })
})

describe('the mark of selected samples', () => {
  it('is above the columns that contain them, also when zoomed', () => {
    expect([...findSelectedColumns(heatmap, binned, new Set(['s3', 's9', 'elsewhere']))]).toEqual([1, 4])
    const zoomed = sliceHeatmap(heatmap, { from: 3, to: 6 }, { from: 0, to: 1 })
    expect([...findSelectedColumns(zoomed, zoomed, new Set(['s3', 's9']))]).toEqual([0])
    expect(findSelectedColumns(heatmap, heatmap, new Set()).size).toBe(0)
  })
})

describe('the height of a heatmap', () => {
  it("has room for every row's name even in the smallest window, and grows with the window", () => {
    expect(cellsHeightPx(3)).toBe(39)
    expect(maxCellsHeightPx(3)).toBe(108)
    expect(cellsHeightPx(maxRows)).toBe(maxRows * 13)
  })

  it('has room for all row names, however long the column names are', () => {
    const long = wide(20, 26, 'a-very-long-name-of-a-sample')
    for (const scale of [1, 1.5]) {
      const insets = insetsOf(long, scale)
      const { minPx } = heightsOf(long, insets, 900)
      const names = namesOf(long, insets, { widthPx: 900, heightPx: minPx })
      expect(names.rowLetterPx).toBeGreaterThanOrEqual(11 * scale)
    }
  })
})

const wide = (columns: number, rows: number, name: string, tree = false) =>
  buildHeatmap({
    rows: Array.from({ length: rows }, (_, row) => `pathway ${row}`),
    columns: Array.from({ length: columns }, (_, index) => ({
      id: `s${index}`,
      label: `${name} ${index}`,
      group: null,
    })),
    values: Array.from({ length: columns * rows }, (_, index) => index),
    ...(tree
      ? {
          columnTree: {
            ids: ['s0', 's1', 's2'],
            tree: {
              merge: [
                [-1, -2],
                [1, -3],
              ],
              height: [1, 2],
              order: [0, 1, 2],
            },
          },
        }
      : {}),
  })

describe('the names of columns', () => {
  const lettersOf = (columns: number, widthPx: number) => {
    const names = wide(columns, 4, 'HLS')
    return namesOf(names, insetsOf(names, 1), { widthPx, heightPx: 400 }).columnLetterPx
  }

  it('are all shown, smaller if that makes them fit, or all hidden', () => {
    expect(lettersOf(20, 900)).toBe(11)
    const smaller = lettersOf(70, 900)
    expect(smaller).toBeLessThan(11)
    expect(smaller).toBeGreaterThanOrEqual(9)
    expect(lettersOf(200, 900)).toBeNull()
  })
})

describe('a branch of a tree', () => {
  const tree = wide(3, 2, 'HLS', true)
  const drawn = {
    chartArea: { left: 100, right: 400, top: 80, bottom: 120, width: 300, height: 40 },
    options: { font: { size: 11 } },
  } as never

  it('is hit by a position on one of its lines, but not beside them', () => {
    const [lower, upper] = tree.columnTree
    const barOf = (branch: typeof lower) => linesOf(drawn, tree, branch!, 'columns')[1]!
    const middle = ({ from, to }: ReturnType<typeof barOf>) => ({
      x: (from.x + to.x) / 2,
      y: (from.y + to.y) / 2 + 2,
    })
    expect(branchAt(drawn, tree, 'columns', middle(barOf(lower)))).toBe(0)
    expect(branchAt(drawn, tree, 'columns', middle(barOf(upper)))).toBe(1)
    expect(upper?.leaves).toEqual({ from: 0, to: 2 })
    expect(branchAt(drawn, tree, 'columns', { x: 120, y: 79 - 40 })).toBeNull()
  })
})
