import type { ReportLanguage } from '../shared/domain/study.ts'
import type { Palettes } from './palettes.ts'
import type {
  BoxChartProps,
  DotMatrixChartProps,
  HeatmapChartProps,
  LollipopChartProps,
  ScatterChartProps,
  SlopesChartProps,
  VolcanoChartProps,
} from './props.ts'

/** What only a page needs: choosing, its own table, the name of a file. */
type OfThePage = 'onSelect' | 'selected' | 'table' | 'fileName' | 'heightPx' | 'palettes'

/**
 * A figure as plain data, so that it can be drawn in another thread; sizes in CSS pixels (96 an inch). One whose rows need
 * more is made higher, and dots wider, as they are on the screen.
 */
export type FigureSpec = { widthPx: number; heightPx: number } & (
  | { kind: 'ranked'; props: Omit<LollipopChartProps, OfThePage> }
  | { kind: 'heatmap'; props: Omit<HeatmapChartProps, OfThePage> }
  | { kind: 'scatter'; props: Omit<ScatterChartProps, OfThePage> }
  | { kind: 'volcano'; props: Omit<VolcanoChartProps, OfThePage> }
  | { kind: 'boxes'; props: Omit<BoxChartProps, OfThePage> }
  | { kind: 'slopes'; props: Omit<SlopesChartProps, OfThePage> }
  | { kind: 'dots'; props: Omit<DotMatrixChartProps, OfThePage> }
)

/** What the thread of figures is given; it answers with an SVG a figure, one after the other. */
export type FiguresTask = { figures: readonly FigureSpec[]; language: ReportLanguage; palettes: Palettes }
