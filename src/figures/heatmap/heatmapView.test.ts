import { describe, expect, it } from 'vitest'
import { binColumns, buildHeatmap, sliceHeatmap } from './heatmap.ts'
import {
  cellRegion,
  cellsHeightPx,
  findSelectedColumns,
  maxCellsHeightPx,
  regionOf,
  spanning,
  toUnbinnedColumns,
} from './heatmapView.ts'

const heatmap = buildHeatmap({
  rows: ['mTOR', 'AMPK'],
  columns: Array.from({ length: 10 }, (_, index) => ({ id: `s${index}`, label: `s${index}`, group: null })),
  values: Array.from({ length: 20 }, (_, index) => index),
})
const binned = binColumns(heatmap, 5)
const chart = { chartArea: { left: 100, top: 50, width: 500, height: 40 } } as never

describe('a part of a heatmap', () => {
  it('is the cells under a drawn box, cut at the edges', () => {
    const box = [
      { x: 130, y: 0 },
      { x: 900, y: 60 },
    ]
    expect(regionOf(chart, heatmap, box)).toEqual({ columns: { from: 0, to: 9 }, rows: { from: 0, to: 0 } })
    expect(
      regionOf(chart, heatmap, [
        { x: 210, y: 55 },
        { x: 290, y: 85 },
      ]),
    ).toEqual({
      columns: { from: 2, to: 3 },
      rows: { from: 0, to: 1 },
    })
  })

  it('is nothing where the box lies beside the cells', () => {
    expect(
      regionOf(chart, heatmap, [
        { x: 0, y: 0 },
        { x: 90, y: 90 },
      ]),
    ).toBeNull()
  })

  it('grows from one cell to another', () => {
    expect(spanning(cellRegion(heatmap, 3), cellRegion(heatmap, 8))).toEqual({
      columns: { from: 1, to: 4 },
      rows: { from: 0, to: 1 },
    })
  })

  it('means all samples that share its columns', () => {
    expect(toUnbinnedColumns(binned, { from: 1, to: 2 })).toEqual({ from: 2, to: 5 })
  })
})

describe('the mark of chosen samples', () => {
  it('stands above the columns that they share, also when zoomed to', () => {
    expect([...findSelectedColumns(heatmap, binned, new Set(['s3', 's9', 'elsewhere']))]).toEqual([1, 4])
    const zoomed = sliceHeatmap(heatmap, { from: 3, to: 6 }, { from: 0, to: 1 })
    expect([...findSelectedColumns(zoomed, zoomed, new Set(['s3', 's9']))]).toEqual([0])
    expect(findSelectedColumns(heatmap, heatmap, new Set()).size).toBe(0)
  })
})

describe('the height of a heatmap', () => {
  it('leaves a row its name in the smallest window, grows with the window, and never leaves a row without a pixel', () => {
    expect(cellsHeightPx(3)).toBe(39)
    expect(maxCellsHeightPx(3)).toBe(108)
    expect(cellsHeightPx(200)).toBe(800)
    expect(cellsHeightPx(1000)).toBe(1000)
  })
})
