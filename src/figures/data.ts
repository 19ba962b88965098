import type { Dendrogram } from '../shared/domain/results/cohort.ts'

export type ScatterPoint = {
  id: string
  /** As text, never as markup. */
  label: string
  /** null or NaN: not drawn, but counted. */
  x: number | null
  y: number | null
  /** One of `groups`; null: none. */
  group?: string | null
  /** How much it wants its name beside it, above 0; the greatest come first. Left out: only in its tip. */
  weight?: number
  /** Further lines of its tip; of many points made when one is pointed at. */
  facts?: readonly string[] | (() => readonly string[])
}

export type PointShape = 'circle' | 'triangle' | 'rect' | 'rectRot' | 'triangleDown' | 'cross' | 'crossRot'

/** What a value of a field looks like, in the order in which the values stand: the same in every chart, table and report. */
export type GroupStyles = ReadonlyMap<string, GroupStyle>
export type GroupStyle = { colour: string; shape: PointShape }

/** Colour and shape are those of the name (groupStyles.ts) unless said otherwise. */
export type ScatterGroup = { name: string; colour?: string; shape?: PointShape }

export type ScatterLine =
  /** y = slope · x + intercept; the identity line is slope 1, intercept 0. */
  | { kind: 'line'; slope: number; intercept: number; label: string; dashed?: boolean }
  /** A threshold across the axis named by `kind`. */
  | { kind: 'x' | 'y'; at: number; label: string }

/** What a test of one row says. */
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
  /** Shown pale: within the noise, or of too few values to claim a difference. */
  faded?: boolean
}

export type BoxValue = { id: string; label: string; value: number | null }

export type BoxGroup = { name: string; values: readonly BoxValue[] }

export type SlopePair = { id: string; label: string; first: number | null; second: number | null }

/** Values along the columns of a heatmap; `values` in the order of its input columns, null where there is none. */
export type HeatmapTrack = { name: string; values: readonly (string | null)[] } & (
  | { kind: 'categories'; styles: GroupStyles }
  /** `place`: which of such fields it is, from 0, for colors of its own. */
  | { kind: 'numbers'; place: number }
)

/** A tree over the rows or columns named `ids` (leaf k is `ids[k]`); what it lacks comes after it. */
export type HeatmapTree = { tree: Dendrogram; ids: readonly string[] }

export type Bar = { label: string; value: number }

/** `bars` runs from the highest value to the lowest. `missing` lists the labels of entries without a value. */
export type RankedBars = { bars: Bar[]; missing: string[] }
