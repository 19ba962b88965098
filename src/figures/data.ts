import type { Dendrogram } from '../shared/domain/results/cohort.ts'

export type ScatterPoint = {
  id: string
  /** Plain text, never markup. */
  label: string
  /** Null or NaN: not drawn, but counted. */
  x: number | null
  y: number | null
  /** One of `groups`, or null. */
  group?: string | null
  /**
   * The priority of its label, above 0; points with the greatest priority are labeled first. Absent: the name is only
   * in the tooltip.
   */
  weight?: number
  /** Further lines of its tooltip. With many points, pass a function, which is called when the user points at one. */
  facts?: readonly string[] | (() => readonly string[])
}

export type PointShape = 'circle' | 'triangle' | 'rect' | 'rectRot' | 'triangleDown' | 'cross' | 'crossRot'

/**
 * The color and shape of each value of a field, in display order. They are the same in every chart, table and report.
 */
export type GroupStyles = ReadonlyMap<string, GroupStyle>
export type GroupStyle = { colour: string; shape: PointShape }

/** The default color and shape depend on the name (groupStyles.ts). */
export type ScatterGroup = { name: string; colour?: string; shape?: PointShape }

export type ScatterLine =
  /** The line y = slope · x + intercept. The identity line has slope 1 and intercept 0. */
  | { kind: 'line'; slope: number; intercept: number; label: string; dashed?: boolean }
  /** A threshold line across the axis named by `kind`. */
  | { kind: 'x' | 'y'; at: number; label: string }

export type TestedRow = { p: number | null; q: number | null }

export type VolcanoRow = TestedRow & {
  pathway: string
  effect: number | null
  withinNoise: boolean
  canBeClaimed: boolean
}

export type DotMatrixCell = {
  effect: number | null
  adjustedP: number | null
  /** Drawn pale: within the noise, or with too few values to claim a difference. */
  faded?: boolean
}

export type BoxValue = { id: string; label: string; value: number | null }

export type BoxGroup = { name: string; values: readonly BoxValue[] }

/** A sample of a model: its outcome, adjusted for the other terms. `at`: the value of the predictor as text. */
export type AdjustedPoint = { id: string; label: string; at: string; by: string | null; value: number }

export type SlopePair = { id: string; label: string; first: number | null; second: number | null }

/** Values along the columns of a heatmap, in the order of its input columns; null if missing. */
export type HeatmapTrack = { name: string; values: readonly (string | null)[] } & (
  | { kind: 'categories'; styles: GroupStyles }
  /** `place`: the index among the numeric tracks, from 0, which selects its colors. */
  | { kind: 'numbers'; place: number }
)

/** A tree over the rows or columns named by `ids` (leaf k is `ids[k]`). Rows or columns that it lacks come last. */
export type HeatmapTree = { tree: Dendrogram; ids: readonly string[] }

export type Bar = { label: string; value: number }

/** `bars` runs from the highest value to the lowest. `missing` lists the labels of entries without a value. */
export type RankedBars = { bars: Bar[]; missing: string[] }
