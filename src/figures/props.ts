import type { Dendrogram } from '../shared/domain/cohort.ts'
import type { DataTable } from '../shared/format/dataTable.ts'
import type { Heatmap } from './heatmap.ts'
import type { Palettes } from './palettes.ts'
import type { RankedBars } from './rankedBars.ts'

/** What every chart is told besides its data. */
export type FigureProps = {
  /** One sentence that says what the picture shows, for those who do not see it. */
  summary: string
  /** Without extension. */
  fileName: string
  /** Where the numbers are from: service, when fetched, "synthetic". Leaves the app with each figure and all data. */
  source?: string | undefined
  /** Which colours; they are the same wherever this figure goes. Left out: RdBu and viridis. */
  palettes?: Palettes | undefined
}

/** Lets a person choose what the chart shows; the chart never keeps the choice itself. */
export type Choosing = {
  selected?: ReadonlySet<string> | undefined
  /** Ids of what was chosen by pointer (box, lasso, click) or key (Enter); empty: nothing any more. */
  onSelect?: ((ids: string[]) => void) | undefined
}

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

/** Colour and shape are those of the name (colours.ts) unless said otherwise. */
export type ScatterGroup = { name: string; colour?: string; shape?: PointShape }

export type ScatterLine =
  /** y = slope · x + intercept; the identity line is slope 1, intercept 0. */
  | { kind: 'line'; slope: number; intercept: number; label: string; dashed?: boolean }
  /** A threshold across the axis named by `kind`. */
  | { kind: 'x' | 'y'; at: number; label: string }

export type ScatterChartProps = FigureProps &
  Choosing & {
    points: readonly ScatterPoint[]
    /** All groups of the cohort, also those without a point here, so that each keeps its colour everywhere. */
    groups: readonly ScatterGroup[]
    /** What the axes show, with unit or its absence. */
    xTitle: string
    yTitle: string
    /** What a point is: sample, pathway. */
    pointWord: string
    lines?: readonly ScatterLine[]
    /** Stand in the legend, where they cover no point: n, r and mean absolute error, as the caller reckoned them. */
    note?: readonly string[]
    /** Both axes show the same range: predicted against chronological age. */
    sameRange?: boolean
    /** The table behind it, where it holds more than the axes show. */
    table?: () => DataTable
    /** Left out: it grows with its frame. */
    heightPx?: number | undefined
  }

export type VolcanoRow = {
  pathway: string
  difference: number | null
  p: number | null
  q: number | null
  withinNoise: boolean
}

export type VolcanoChartProps = FigureProps &
  Choosing & {
    rows: readonly VolcanoRow[]
    /** What is written upwards: −log10 of p or of q. */
    against: 'p' | 'q'
    /** Where the line across stands, such as 0.05; compared with `against`. */
    threshold: number
    /** Names which side is which and the unit or its absence, such as "treated − control; unit not documented". */
    differenceTitle: string
    /** Left out: it grows with its frame. */
    heightPx?: number | undefined
  }

export type DotMatrixCell = {
  effect: number | null
  adjustedP: number | null
  /** Shown pale: the difference lies within the noise. */
  faded?: boolean
}

/** `cells[row * columns.length + column]`. `selected` and `onSelect` name rows. */
export type DotMatrixChartProps = FigureProps &
  Choosing & {
    rows: readonly string[]
    columns: readonly string[]
    cells: readonly DotMatrixCell[]
    /** What the colour shows, such as "Hedges g". */
    effectTitle: string
    /** How the p that the size shows was adjusted, such as "q" or "p (Holm)". */
    sizeTitle: string
    rowWord: string
    columnWord: string
  }

export type BoxValue = { id: string; label: string; value: number | null }
export type BoxGroup = { name: string; values: readonly BoxValue[] }

export type BoxChartProps = FigureProps &
  Choosing & {
    groups: readonly BoxGroup[]
    /** All groups of the cohort, so that each keeps its colour everywhere; left out: those of `groups`. */
    groupNames?: readonly string[]
    valueTitle: string
    pointWord: string
    /** Left out: it grows with its frame. */
    heightPx?: number | undefined
  }

export type SlopePair = { id: string; label: string; first: number | null; second: number | null }

export type SlopesChartProps = FigureProps &
  Choosing & {
    pairs: readonly SlopePair[]
    /** Left and right. */
    names: readonly [string, string]
    valueTitle: string
    pairWord: string
    /** Left out: it grows with its frame. */
    heightPx?: number | undefined
  }

/** Values along the columns of a heatmap; `values` in the order of its input columns, null where there is none. */
export type HeatmapTrack = {
  name: string
  kind: 'categories' | 'numbers'
  values: readonly (string | null)[]
  /** All categories of the cohort, so that each keeps its colour; left out: those of `values`. */
  categories?: readonly string[]
}

/** A tree over the rows or columns named `ids` (leaf k is `ids[k]`); what it lacks comes after it. */
export type HeatmapTree = { tree: Dendrogram; ids: readonly string[] }

export type LollipopChartProps = FigureProps &
  Choosing & {
    /** From `rankBars`; shown in the order of its bars. `selected` and `onSelect` name labels. */
    ranked: RankedBars
    /** Title of the value axis, with unit or its absence. */
    axisTitle: string
    /** What a row is: pathway, drug. */
    labelWord: string
  }

/** `heatmap` from `buildHeatmap`. `selected` and `onSelect` name samples. */
export type HeatmapChartProps = FigureProps &
  Choosing & {
    heatmap: Heatmap
    /** What the colours stand for, with unit or its absence. */
    measure: string
  }
