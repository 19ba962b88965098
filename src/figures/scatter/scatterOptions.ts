import type { ChartData, ChartOptions } from 'chart.js'
import type { AnnotationOptions } from 'chartjs-plugin-annotation'
import type {} from 'chartjs-plugin-zoom'
import type { ScatterLine } from '../data.ts'
import type { LegendItem } from '../frame/drawing.ts'
import { axisTitle, type ChartTheme, chartBase, fontOf, formatTick, scaled } from '../frame/theme.ts'
import { withAlpha } from '../style/colours.ts'
import { evenRadius, isStroked, lineColourOf, pointStyleOf } from '../style/pointShapes.ts'
import type { Scatter } from './scatter.ts'

/** With more points, pixels are painted instead, because chart elements become too slow. */
export const maxElements = 2000
export const pointRadiusPx = 4

/** Returns one dataset per group, or an empty one above the limit. */
export function toScatterData(scatter: Scatter, theme: ChartTheme): ChartData<'scatter'> {
  const { points, styles, styleOf } = scatter
  if (points.length > maxElements) return { datasets: [{ label: 'points', data: [] }] }
  return {
    datasets: styles.map((style, styleIndex) => ({
      label: style.name ?? '\u0000',
      data: points.flatMap(({ x, y }, index) =>
        styleOf[index] === styleIndex ? [{ x: x ?? Number.NaN, y: y ?? Number.NaN }] : [],
      ),
      ...pointStyleOf(style.shape),
      pointRadius: evenRadius(style.shape, scaled(theme, pointRadiusPx)),
      backgroundColor: withAlpha(style.colour, 0.75),
      borderColor: lineColourOf(style.shape, style.colour, theme.dark),
      borderWidth: isStroked(style.shape) ? 1.5 : 0.75,
    })),
  }
}

type Titles = { x: string; y: string }

export function toScatterOptions(
  scatter: Scatter,
  theme: ChartTheme,
  titles: Titles,
  lines: readonly ScatterLine[],
): ChartOptions<'scatter'> {
  const axis = (range: Scatter['x'], title: string, along: 'across' | 'upwards') => ({
    type: 'linear' as const,
    ...range,
    grid: { color: theme.line },
    border: { color: theme.dimmed },
    // The ends of the range are not round numbers.
    ticks: {
      includeBounds: false,
      color: theme.dimmed,
      font: fontOf(theme),
      maxRotation: 0,
      callback: formatTick,
    },
    title: axisTitle(title, theme, along),
  })
  return {
    ...chartBase(theme),
    layout: { padding: { top: 8, right: 12 } },
    plugins: {
      ...chartBase(theme).plugins,
      annotation: { annotations: lines.map((line) => toAnnotation(line, theme)) },
      zoom: zoomOptions(scatter),
    },
    scales: { x: axis(scatter.x, titles.x, 'across'), y: axis(scatter.y, titles.y, 'upwards') },
  }
}

const closest = 1e-6

function zoomOptions({ x, y }: Scatter) {
  const limit = (range: Scatter['x']) => ({ ...range, minRange: (range.max - range.min) * closest })
  return {
    limits: { x: limit(x), y: limit(y) },
    pan: { enabled: true, mode: 'xy' as const },
    zoom: {
      mode: 'xy' as const,
      wheel: { enabled: true, modifierKey: 'ctrl' as const },
      pinch: { enabled: true },
    },
  }
}

const isDashed = (line: ScatterLine): boolean => line.kind !== 'line' || line.dashed === true
const lineColour = (line: ScatterLine, theme: ChartTheme): string =>
  isDashed(line) ? theme.dimmed : theme.text

function toAnnotation(line: ScatterLine, theme: ChartTheme): AnnotationOptions<'line'> {
  const shared = {
    type: 'line' as const,
    borderColor: lineColour(line, theme),
    borderWidth: 1.25,
    ...(isDashed(line) ? { borderDash: [4, 3] } : {}),
    drawTime: 'beforeDatasetsDraw' as const,
  }
  if (line.kind !== 'line')
    return line.kind === 'x'
      ? { ...shared, xMin: line.at, xMax: line.at }
      : { ...shared, yMin: line.at, yMax: line.at }
  const { slope, intercept } = line
  return {
    ...shared,
    xMin: ({ chart }) => chart.scales.x?.min ?? 0,
    xMax: ({ chart }) => chart.scales.x?.max ?? 0,
    yMin: ({ chart }) => slope * (chart.scales.x?.min ?? 0) + intercept,
    yMax: ({ chart }) => slope * (chart.scales.x?.max ?? 0) + intercept,
  }
}

type LegendWords = { thinned: string | null; noGroup: string; undrawn: string | null; leftOut: string | null }

export function toScatterLegend(
  scatter: Scatter,
  lines: readonly ScatterLine[],
  theme: ChartTheme,
  words: LegendWords,
): LegendItem[] {
  const present = scatter.styles.filter(({ count }) => count > 0)
  const named = present.length === 1 && present[0]?.name === null ? [] : present
  const notes = [words.thinned, words.undrawn, words.leftOut].filter((text) => text !== null)
  return [
    ...named.map(({ name, colour, shape }) => ({
      kind: 'point' as const,
      label: name ?? words.noGroup,
      colour,
      edge: lineColourOf(shape, colour, theme.dark),
      shape,
    })),
    ...lines.map((line) => ({
      kind: 'line' as const,
      label: line.label,
      colour: lineColour(line, theme),
      dashed: isDashed(line),
    })),
    ...notes.map((label) => ({ kind: 'note' as const, label })),
  ]
}
