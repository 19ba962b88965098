import type { FigureDefinition } from '../shared/domain/studies/board.ts'
import type { ReportLanguage } from '../shared/domain/studies/documents.ts'
import type { DataTable } from '../shared/format/copyTable.ts'
import type {
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
import type { GroupStyles } from './style/groupStyles.ts'
import type { Palettes } from './style/palettes.ts'

/** What only a page needs: choosing, its own table, the name of a file. */
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
 * A figure as plain data, so that it can be drawn in another thread; sizes in CSS pixels (96 an inch). One whose rows need
 * more is made higher, and dots wider, as they are on the screen.
 */
export type FigureSpec = { widthPx: number; heightPx: number } & FigureContent

export type FigureContent =
  | { kind: 'ranked'; props: Omit<LollipopChartProps, OfThePage> }
  | { kind: 'heatmap'; props: Omit<HeatmapChartProps, OfThePage> }
  | { kind: 'scatter'; props: Omit<ScatterChartProps, OfThePage> }
  | { kind: 'volcano'; props: Omit<VolcanoChartProps, OfThePage> }
  | { kind: 'boxes'; props: Omit<BoxChartProps, OfThePage> }
  | { kind: 'slopes'; props: Omit<SlopesChartProps, OfThePage> }
  | { kind: 'dots'; props: Omit<DotMatrixChartProps, OfThePage> }
  | { kind: 'forest'; props: Omit<ForestChartProps, OfThePage> }

/** What the thread of figures is given. */
export type FiguresTask = { figures: readonly FigureSpec[]; language: ReportLanguage; palettes: Palettes }

/** What the thread of figures serves. */
export type FigureMethods = {
  /** An SVG a figure, one after the other. */
  draw(task: FiguresTask): AsyncIterable<string>
}

/** What every chart gets besides its data. */
export type FigureProps = {
  /** One sentence that says what the picture shows, for those who do not see it. */
  summary: string
  /** Without extension. */
  fileName: string
  /** Where the numbers are from: service, when fetched, "synthetic". Leaves the app with each figure and all data. */
  source?: string | undefined
  /** Which colours; they are the same wherever this figure goes. Left out: RdBu and viridis. */
  palettes?: Palettes | undefined
  /** Figures in the legend, where they cover no mark: n, r and errors of a line; pathway, n, test, p and q of a comparison. */
  note?: readonly string[] | undefined
  /** How it is drawn anew on a board of its study; left out where it cannot be. */
  definition?: FigureDefinition | undefined
}

/** Lets a person choose what the chart shows; the chart never keeps the choice itself. */
export type Choosing = {
  selected?: ReadonlySet<string> | undefined
  /** Ids of what was chosen by pointer (box, lasso, click) or key (Enter); empty: nothing any more. */
  onSelect?: ((ids: string[]) => void) | undefined
}

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
    /** Both axes show the same range: predicted against chronological age. */
    sameRange?: boolean
    /** The table behind it, where it holds more than the axes show. */
    table?: () => DataTable
    /** Left out: it grows with its frame. */
    heightPx?: number | undefined
  }

export type VolcanoChartProps = FigureProps &
  Choosing & {
    rows: readonly VolcanoRow[]
    /** What is written upwards: −log10 of p or of q. */
    against: 'p' | 'q'
    /** Where the line across stands, such as 0.05; compared with `against`. */
    threshold: number
    /** Names which side is which and the effect, such as "treated − control: Hedges g". */
    effectTitle: string
    /** Left out: it grows with its frame. */
    heightPx?: number | undefined
  }

/** `cells[row * columns.length + column]`. `selected` and `onSelect` name rows. */
export type DotMatrixChartProps = FigureProps &
  Choosing & {
    rows: readonly string[]
    columns: readonly string[]
    cells: readonly DotMatrixCell[]
    /** Of all groups together, one a row: p and q are written beside it. */
    tests: readonly TestedRow[]
    /** What the colour shows, such as "Hedges g". */
    effectTitle: string
    /** How the p that the size shows was adjusted, such as "q" or "p (Holm)". */
    sizeTitle: string
    rowWord: string
    columnWord: string
  }

export type BoxChartProps = FigureProps &
  Choosing & {
    groups: readonly BoxGroup[]
    /** Left out: by their names alone. */
    styles?: GroupStyles | undefined
    valueTitle: string
    pointWord: string
    /** Left out: it grows with its frame. */
    heightPx?: number | undefined
  }

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

export type LollipopChartProps = FigureProps &
  Choosing & {
    /** From `rankBars`; shown in the order of its bars. `selected` and `onSelect` name labels. */
    ranked: RankedBars
    /** Title of the value axis, with unit or its absence. */
    axisTitle: string
    /** What a row is: pathway, drug. */
    labelWord: string
  }

/** One estimate with its interval, where there is one. `notes`: further lines about it. */
export type ForestRow = TestedRow & {
  label: string
  value: number
  low: number | null
  high: number | null
  isFound: boolean
  notes: readonly string[]
}

/** `selected` and `onSelect` name labels. */
export type ForestChartProps = FigureProps &
  Choosing & {
    rows: readonly ForestRow[]
    /** Title of the value axis, with unit or its absence. */
    valueTitle: string
    /** What the interval is: 95% CI. */
    intervalWord: string
    /** What a row is: pathway. */
    labelWord: string
    /** What filled and what hollow marks mean. */
    foundWord: string
    otherWord: string
  }

/** `heatmap` from `buildHeatmap`. `selected` and `onSelect` name samples. */
export type HeatmapChartProps = FigureProps &
  Choosing & {
    heatmap: Heatmap
    /** What the colours stand for, with unit or its absence. */
    measure: string
    /** The pathway that is inspected, and what a click on its name does. */
    row?: string | null | undefined
    onRow?: ((pathway: string) => void) | undefined
  }
