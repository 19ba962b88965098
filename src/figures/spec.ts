import type { AdjustedMean } from '../shared/domain/results/model.ts'
import type { FigureDefinition } from '../shared/domain/studies/board.ts'
import type { ReportLanguage } from '../shared/domain/studies/documents.ts'
import type { DataTable } from '../shared/tables/copyTable.ts'
import type {
  AdjustedPoint,
  BoxGroup,
  DotMatrixCell,
  RankedBars,
  ScatterGroup,
  ScatterLine,
  ScatterPoint,
  SlopePair,
  TestedRow,
  VolcanoRow,
} from './data.ts'
import type { Heatmap } from './heatmap/heatmap.ts'
import type { Palettes } from './style/colours.ts'
import type { GroupStyles } from './style/groupStyles.ts'

/** The properties that only a page uses: selection, its own table, the file name. */
type OfThePage =
  | 'onSelect'
  | 'selected'
  | 'row'
  | 'onRow'
  | 'table'
  | 'fileName'
  | 'heightPx'
  | 'palettes'
  | 'definition'

/**
 * A figure as plain data, so that another thread can draw it. Sizes are in CSS pixels (96 per inch). A figure whose
 * rows need more height gets it, and a dot matrix gets more width, as on the screen.
 */
export type FigureSpec = { widthPx: number; heightPx: number } & FigureContent

export type FigureContent =
  | { kind: 'ranked'; props: Omit<LollipopChartProps, OfThePage> }
  | { kind: 'heatmap'; props: Omit<HeatmapChartProps, OfThePage> }
  | { kind: 'scatter'; props: Omit<ScatterChartProps, OfThePage> }
  | { kind: 'volcano'; props: Omit<VolcanoChartProps, OfThePage> }
  | { kind: 'boxes'; props: Omit<BoxChartProps, OfThePage> }
  | { kind: 'slopes'; props: Omit<SlopesChartProps, OfThePage> }
  | { kind: 'adjusted'; props: Omit<AdjustedChartProps, OfThePage> }
  | { kind: 'dots'; props: Omit<DotMatrixChartProps, OfThePage> }
  | { kind: 'forest'; props: Omit<ForestChartProps, OfThePage> }

export type FiguresTask = { figures: readonly FigureSpec[]; language: ReportLanguage; palettes: Palettes }

export type FigureMethods = {
  /** Yields one SVG per figure, in order. */
  draw(task: FiguresTask): AsyncIterable<string>
}

/** The properties that every chart has besides its data. */
export type FigureProps = {
  /** One sentence that describes the picture for readers who cannot see it. */
  summary: string
  /** Without extension. */
  fileName: string
  /** The origin of the numbers: service, fetch time, "synthetic". It is part of every exported figure and table. */
  source?: string | undefined
  /** The color maps, which are the same everywhere the figure is shown. Absent: RdBu and viridis. */
  palettes?: Palettes | undefined
  /**
   * Text for the legend, where it covers no mark: n, r and errors of a line; or pathway, n, test, p and q of a
   * comparison.
   */
  note?: readonly string[] | undefined
  /** The definition from which a board of the study redraws it. Absent if a board cannot. */
  definition?: FigureDefinition | undefined
  /** Absent: the height follows the frame or the rows. */
  heightPx?: number | undefined
}

/** The properties of a chart whose marks the user can select. The chart does not store the selection. */
export type Choosing = {
  selected?: ReadonlySet<string> | undefined
  /** Called with the ids that the user selected by pointer or Enter key; empty: the selection was cleared. */
  onSelect?: ((ids: string[]) => void) | undefined
}

type SelectableFigure = FigureProps & Choosing

/** The properties that a drawing is made from: those of its data, and the color maps. */
export type DrawingInput<Props extends SelectableFigure> = Omit<Props, keyof SelectableFigure> &
  Pick<FigureProps, 'palettes'>

export type ScatterChartProps = SelectableFigure & {
  points: readonly ScatterPoint[]
  /** All groups of the cohort, including those without a point here, so that each keeps its color everywhere. */
  groups: readonly ScatterGroup[]
  /** Titles of the axes, with the unit or a note that none is documented. */
  xTitle: string
  yTitle: string
  /** The word for a point, such as sample or pathway. */
  pointWord: string
  lines?: readonly ScatterLine[] | undefined
  /** Both axes show the same range, for predicted against chronological age. */
  sameRange?: boolean | undefined
  /** The table of the data, if it has more columns than the axes show. */
  table?: () => DataTable
}

export type VolcanoChartProps = SelectableFigure & {
  rows: readonly VolcanoRow[]
  /** The value on the vertical axis: −log10 of p or of q. */
  against: 'p' | 'q'
  /** The value of the threshold line, such as 0.05, for the measure in `against`. */
  threshold: number
  /** Names the two sides and the effect, such as "treated − control: Hedges g". */
  effectTitle: string
}

/** `cells[row * columns.length + column]`. `selected` and `onSelect` contain row names. */
export type DotMatrixChartProps = SelectableFigure & {
  rows: readonly string[]
  columns: readonly string[]
  cells: readonly DotMatrixCell[]
  /** The tests of all groups together, one per row. Their p and q are written beside it. */
  tests: readonly TestedRow[]
  /** The value shown as color, such as "Hedges g". */
  effectTitle: string
  /** The adjusted p shown as size, such as "q" or "p (Holm)". */
  sizeTitle: string
  rowWord: string
  columnWord: string
}

export type BoxChartProps = SelectableFigure & {
  groups: readonly BoxGroup[]
  /** Absent: chosen by the groups' names alone. */
  styles?: GroupStyles | undefined
  valueTitle: string
  pointWord: string
}

export type SlopesChartProps = SelectableFigure & {
  pairs: readonly SlopePair[]
  names: readonly [string, string]
  valueTitle: string
  pairWord: string
}

export type AdjustedChartProps = SelectableFigure & {
  /** Absent values are left out; an empty list draws the means alone. */
  points: readonly AdjustedPoint[]
  means: readonly AdjustedMean[]
  /** The levels of the predictor from left to right; null: it is a number. */
  levels: readonly string[] | null
  /** The styles of the interacting groups; without them, those of the levels. */
  styles: GroupStyles
  xTitle: string
  valueTitle: string
  pointWord: string
}

export type LollipopChartProps = SelectableFigure & {
  /** From `rankBars`, shown in the order of its bars. `selected` and `onSelect` contain labels. */
  ranked: RankedBars
  /** The title of the value axis, with the unit or a note that none is documented. */
  axisTitle: string
  /** The word for a row: pathway or drug. */
  labelWord: string
}

/** One estimate, with its interval if it has one. `notes`: further lines about it. */
export type ForestRow = TestedRow & {
  label: string
  value: number
  low: number | null
  high: number | null
  isFound: boolean
  notes: readonly string[]
}

/** `selected` and `onSelect` contain labels. */
export type ForestChartProps = SelectableFigure & {
  rows: readonly ForestRow[]
  /** The title of the value axis, with the unit or a note that none is documented. */
  valueTitle: string
  /** The name of the interval: 95% CI. */
  intervalWord: string
  /** The word for a row: pathway. */
  labelWord: string
  /** The meaning of filled and of hollow marks. */
  foundWord: string
  otherWord: string
}

/** `heatmap` comes from `buildHeatmap`. `selected` and `onSelect` contain sample ids. */
export type HeatmapChartProps = SelectableFigure & {
  heatmap: Heatmap
  /** The quantity shown as color, with its unit or a note that none is documented. */
  measure: string
  /** The inspected pathway, and the callback for a click on a pathway's name. */
  row?: string | null | undefined
  onRow?: ((pathway: string) => void) | undefined
}
