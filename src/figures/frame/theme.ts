import type { ChartOptions } from 'chart.js'
import { formatTicks } from '../../shared/format/numbers.ts'
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

/** Scales a pixel size by the theme's scale. */
export const scaled = ({ scale }: ChartTheme, px: number): number => Math.round(px * scale * 10) / 10

/** Returns the font of axes and labels for chart.js options. */
export const fontOf = (theme: ChartTheme, px = 11) => ({ size: scaled(theme, px), family: theme.fontFamily })

/** Returns the same font in the notation of a canvas. */
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

const endGapPx = 14

/**
 * Returns an axis on the right with a text for each row, as wide as its texts. chart.js would give it a quarter of the
 * width.
 */
export const rowEndsAxis = (ends: readonly string[], theme: ChartTheme) => ({
  axis: 'y' as const,
  position: 'right' as const,
  grid: { display: false },
  border: { display: false },
  ticks: { color: theme.dimmed, font: fontOf(theme), autoSkip: false },
  afterFit: (scale: { ctx: CanvasRenderingContext2D; width: number }) => {
    scale.ctx.save()
    scale.ctx.font = cssFont(theme)
    const widest = ends.reduce((most, text) => Math.max(most, scale.ctx.measureText(text).width), 0)
    scale.ctx.restore()
    scale.width = widest === 0 ? 0 : widest + endGapPx
  },
})

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
