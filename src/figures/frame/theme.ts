import type { Chart, ChartOptions } from 'chart.js'
import { columnFormatP, formatTicks } from '../../shared/format/numbers.ts'
import type { TestedRow } from '../data.ts'
import { wrapTitle } from './lines.ts'

/** The page's colors and fonts, resolved for a canvas, which does not support CSS variables. */
export type ChartTheme = {
  dark: boolean
  text: string
  dimmed: string
  line: string
  surface: string
  /** The color of the user's selection. */
  accent: string
  fontFamily: string
  /** The size of text, marks and gaps: 1 on paper. Charts on the page grow with its window. */
  scale: number
}

/** Exported figures are always light, because they go into papers and slides. */
export const figureTheme: ChartTheme = {
  dark: false,
  text: '#1b2026',
  dimmed: '#5a636e',
  line: '#dce0e5',
  surface: '#ffffff',
  accent: '#0f766e',
  // Journals ask for Arial, and programs that open an SVG have it or a metric-compatible font, so that the layout does
  // not shift.
  fontFamily:
    "Arial, Helvetica, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
  scale: 1,
}

export const scaled = ({ scale }: ChartTheme, px: number): number => Math.round(px * scale * 10) / 10

/** Returns the font of axes and labels for chart.js options. */
export const fontOf = (theme: ChartTheme, px = 11) => ({ size: scaled(theme, px), family: theme.fontFamily })

export const cssFont = (theme: ChartTheme, px = 11): string => `${scaled(theme, px)}px ${theme.fontFamily}`

/** The maximum length of a title line in characters. `upwards` fits the vertical axis of the smallest chart. */
const titleLength = { across: 84, upwards: 56 }

/** Returns the title of an axis, wrapped into several lines if needed. */
export const axisTitle = (text: string, theme: ChartTheme, along: keyof typeof titleLength) => ({
  display: true,
  text: wrapTitle(text, Math.floor(titleLength[along] / theme.scale)),
  color: theme.dimmed,
  font: fontOf(theme),
})

/** Returns a linear axis of numbers. Omits ticks at the ends of the range, which are not round numbers. */
export const numberAxis = (
  range: { min: number; max: number },
  title: string,
  theme: ChartTheme,
  along: keyof typeof titleLength,
) => ({
  type: 'linear' as const,
  ...range,
  grid: { color: theme.line },
  border: { color: theme.dimmed },
  ticks: {
    includeBounds: false,
    color: theme.dimmed,
    font: fontOf(theme),
    maxRotation: 0,
    callback: formatTick,
  },
  title: axisTitle(title, theme, along),
})

/** Returns a linear axis with one tick per label, at 0, 1, 2, … `margin`: the room beyond the first and the last. */
export const labelAxis = (labels: readonly string[], theme: ChartTheme, margin = 0.5) => ({
  type: 'linear' as const,
  min: -margin,
  max: labels.length - 1 + margin,
  grid: { color: theme.line },
  afterBuildTicks: (scale: { ticks: { value: number }[] }) => {
    scale.ticks = labels.map((_, value) => ({ value }))
  },
  ticks: {
    color: theme.text,
    font: fontOf(theme),
    autoSkip: false,
    callback: (value: string | number) => labels[Number(value)] ?? '',
  },
})

type FittedScale = { ctx: CanvasRenderingContext2D; width: number; chart: { width: number } }

/** chart.js gives an axis its share of a quarter of the width, which cuts names; this makes it as wide as its texts, up to half of the chart. */
export const fitTo =
  (texts: readonly string[], theme: ChartTheme, gapPx: number) =>
  (scale: FittedScale): void => {
    scale.ctx.save()
    scale.ctx.font = cssFont(theme)
    const widest = texts.reduce((most, text) => Math.max(most, scale.ctx.measureText(text).width), 0)
    scale.ctx.restore()
    scale.width = Math.min(widest + gapPx, scale.chart.width / 2)
  }

const columnGapPx = 12
/** Tick mark and padding of chart.js, which are the same at any scale. */
export const tickGapPx = 11
/** From the chart up to the middle of the labels that chart.js writes above it. */
const toHeadPx = (theme: ChartTheme): number => tickGapPx + scaled(theme, 6.6)

/** p and q of each row as two columns to the right of a chart, formatted as in a table. A column without numbers is left out. */
export function createTestColumns(tests: readonly TestedRow[]) {
  const columns = (['p', 'q'] as const).flatMap((name) => {
    const values = tests.map((test) => test[name])
    const format = columnFormatP(values)
    const texts = values.map((value) => (value === null ? '' : format(value)))
    return texts.some(Boolean) ? [{ name, texts }] : []
  })
  return {
    /** The room that the heads of the columns take above the chart. */
    toHeadPx: (theme: ChartTheme): number => (columns.length === 0 ? 0 : toHeadPx(theme) + scaled(theme, 9)),
    toScales: (theme: ChartTheme, toAxis: (texts: string[]) => object) =>
      Object.fromEntries(
        columns.map(({ name, texts }) => {
          const axis: { ticks?: object } = toAxis(texts)
          const ticks = {
            ...axis.ticks,
            color: theme.dimmed,
            font: fontOf(theme),
            autoSkip: false,
            crossAlign: 'far' as const,
          }
          const options = {
            ...axis,
            axis: 'y' as const,
            position: 'right' as const,
            grid: { display: false },
            border: { display: false },
            ticks,
            afterFit: fitTo([name, ...texts], theme, scaled(theme, columnGapPx)),
          }
          return [name, options]
        }),
      ),
    paintHeads({ ctx, scales, chartArea }: Chart, theme: ChartTheme): void {
      ctx.save()
      ctx.font = cssFont(theme)
      ctx.fillStyle = theme.text
      ctx.textAlign = 'right'
      ctx.textBaseline = 'middle'
      for (const { name } of columns)
        ctx.fillText(name, scales[name]?.right ?? 0, chartArea.top - toHeadPx(theme))
      ctx.restore()
    },
  }
}

/** Returns the base options of all charts: no animation, and our own tooltips. */
export const chartBase = (theme: ChartTheme) =>
  ({
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    events: [],
    font: fontOf(theme),
    plugins: { legend: { display: false }, tooltip: { enabled: false } },
  }) satisfies ChartOptions

/** Formats one tick label so that it differs from the others. */
export const formatTick = (
  _value: string | number,
  index: number,
  ticks: readonly { value: number }[],
): string => formatTicks(ticks.map(({ value }) => value))[index] ?? ''
