import type { Chart as ChartInstance, ChartOptions } from 'chart.js'
import { formatValue } from '../../shared/format/numbers.ts'
import type { SlopePair } from '../data.ts'
import {
  type ChartDrawing,
  type LegendItem,
  listTargets,
  type Painters,
  type Point,
  type Targets,
  toNotes,
  type Words,
} from '../frame/drawing.ts'
import { isDrawable } from '../frame/numbers.ts'
import { type ChartTheme, chartBase, fontOf, labelAxis, numberAxis, scaled } from '../frame/theme.ts'
import { padded, rangeOf } from '../scatter/scatter.ts'
import type { DrawingInput, SlopesChartProps } from '../spec.ts'
import { defaultPalettes, type Palettes, sidesOf, withAlpha } from '../style/colours.ts'
import { tracePoint } from '../style/pointShapes.ts'

type Direction = 'rises' | 'falls' | 'same'
type Slope = { id: string; label: string; first: number; second: number; direction: Direction }

type Slopes = ReturnType<typeof buildSlopes>

/** Returns the complete pairs by difference, largest rise first. `mean`: null if there are none. */
export function buildSlopes(pairs: readonly SlopePair[]) {
  const slopes = pairs.flatMap(({ id, label, first, second }): Slope[] =>
    isDrawable(first) && isDrawable(second)
      ? [{ id, label, first, second, direction: directionOf(first, second) }]
      : [],
  )
  slopes.sort((a, b) => b.second - b.first - (a.second - a.first))
  const count = (direction: Direction) => slopes.filter((slope) => slope.direction === direction).length
  return {
    slopes,
    counts: { rises: count('rises'), falls: count('falls'), same: count('same') },
    incomplete: pairs.length - slopes.length,
    mean: slopes.length === 0 ? null : { first: meanOf(slopes, 'first'), second: meanOf(slopes, 'second') },
  }
}

const directionOf = (first: number, second: number): Direction =>
  second > first ? 'rises' : second < first ? 'falls' : 'same'

const meanOf = (slopes: readonly Slope[], side: 'first' | 'second'): number =>
  slopes.reduce((sum, slope) => sum + slope[side], 0) / slopes.length

const unchanged = { light: '#8A8F98', dark: '#98A2AE' } as const

function slopeColour(direction: Direction, { dark }: ChartTheme, palettes = defaultPalettes): string {
  const ground = dark ? 'dark' : 'light'
  if (direction === 'same') return unchanged[ground]
  return sidesOf(palettes, ground)[direction === 'rises' ? 'high' : 'low']
}

function toSlopeOptions(
  { slopes }: Slopes,
  theme: ChartTheme,
  names: readonly [string, string],
  title: string,
): ChartOptions<'scatter'> {
  const range = padded(rangeOf(Float64Array.from(slopes.flatMap(({ first, second }) => [first, second]))))
  const x = labelAxis(names, theme, 0.35)
  return {
    ...chartBase(theme),
    layout: { padding: { top: 8 } },
    scales: {
      x: {
        ...x,
        border: { color: theme.dimmed },
        ticks: { ...x.ticks, font: fontOf(theme, 12), autoSkip: true },
      },
      y: { ...numberAxis(range, title, theme, 'upwards'), border: { display: false } },
    },
  }
}

type Ends = { from: Point; to: Point }

function endsOf({ scales }: ChartInstance, { first, second }: { first: number; second: number }): Ends {
  const { x, y } = scales
  return {
    from: { x: x?.getPixelForValue(0) ?? 0, y: y?.getPixelForValue(first) ?? 0 },
    to: { x: x?.getPixelForValue(1) ?? 0, y: y?.getPixelForValue(second) ?? 0 },
  }
}

/** With more lines, they are thin and translucent, so that density is visible. */
const fewSlopes = 60
const pointPx = 3

function createSlopePainters(
  built: Slopes,
  theme: ChartTheme,
  selected: ReadonlySet<string> | undefined,
  palettes?: Palettes,
): Painters {
  const hasFewSlopes = built.slopes.length <= fewSlopes
  const alpha = hasFewSlopes ? 0.85 : Math.max(0.08, fewSlopes / built.slopes.length)
  return {
    over(chart) {
      const { ctx } = chart
      for (const slope of built.slopes) {
        const colour = slopeColour(slope.direction, theme, palettes)
        const isSelected = selected?.has(slope.id) === true
        ctx.strokeStyle = isSelected ? theme.text : withAlpha(colour, alpha)
        ctx.lineWidth = isSelected ? 2.5 : hasFewSlopes ? 1.25 : 1
        strokeLine(ctx, endsOf(chart, slope))
        if (hasFewSlopes || isSelected) dotEnds(ctx, endsOf(chart, slope), colour, scaled(theme, pointPx))
      }
      if (built.mean && built.slopes.length > 1) {
        ctx.strokeStyle = theme.text
        ctx.lineWidth = 2.5
        ctx.setLineDash([6, 4])
        strokeLine(ctx, endsOf(chart, built.mean))
        ctx.setLineDash([])
      }
    },
  }
}

function strokeLine(ctx: CanvasRenderingContext2D, { from, to }: Ends): void {
  ctx.beginPath()
  ctx.moveTo(from.x, from.y)
  ctx.lineTo(to.x, to.y)
  ctx.stroke()
}

function dotEnds(ctx: CanvasRenderingContext2D, { from, to }: Ends, colour: string, radiusPx: number): void {
  ctx.fillStyle = colour
  ctx.beginPath()
  tracePoint(ctx, 'circle', from.x, from.y, radiusPx)
  tracePoint(ctx, 'circle', to.x, to.y, radiusPx)
  ctx.fill()
}

const reachPx = 14

/** Returns the pairs as targets, from the largest rise to the largest fall. The pointer hits the nearest line. */
const toSlopeTargets = ({ slopes }: Slopes, names: readonly [string, string], t: Words): Targets =>
  listTargets(slopes, {
    reachPx,
    describe: ({ label, first, second }) => ({
      title: label,
      value: t('slopes.difference', { value: formatValue(second - first) }),
      lines: [`${names[0]}: ${formatValue(first)}`, `${names[1]}: ${formatValue(second)}`],
    }),
    locate: (chart, slope) => endsOf(chart, slope).to,
    pointFor: (chart, slope, at) => across(endsOf(chart, slope), at.x),
  })

/** Returns the point of a line at this x, or null beside it. */
function across({ from, to }: Ends, x: number): Point | null {
  const share = (x - from.x) / (to.x - from.x)
  if (!(share >= -0.02 && share <= 1.02)) return null
  return { x, y: from.y + share * (to.y - from.y) }
}

function toSlopeLegend(
  { slopes, counts, incomplete }: Slopes,
  theme: ChartTheme,
  t: Words,
  palettes?: Palettes,
): LegendItem[] {
  const directions = (['rises', 'falls', 'same'] as const).filter((direction) => counts[direction] > 0)
  return [
    ...directions.map((direction) => ({
      kind: 'line' as const,
      label: t(`slopes.${direction}`, { count: counts[direction] }),
      colour: slopeColour(direction, theme, palettes),
      dashed: false,
    })),
    ...(slopes.length > 1
      ? [{ kind: 'line' as const, label: t('slopes.mean'), colour: theme.text, dashed: true }]
      : []),
    ...toNotes([incomplete > 0 ? t('slopes.incomplete', { count: incomplete }) : null]),
  ]
}

/** Draws one line per pair from the first value to the second, and the mean of all. */
export function createSlopesDrawing(
  { pairs, names, valueTitle, pairWord, palettes }: DrawingInput<SlopesChartProps>,
  t: Words,
): ChartDrawing<'scatter'> {
  const built = buildSlopes(pairs)
  return {
    type: 'scatter',
    draw: (theme) => ({
      // The lines are painted, because chart elements are too slow for thousands of them.
      data: { datasets: [{ label: 'slopes', data: [] }] },
      options: toSlopeOptions(built, theme, names, valueTitle),
    }),
    legend: (theme) => toSlopeLegend(built, theme, t, palettes),
    targets: toSlopeTargets(built, names, t),
    table: () => ({
      columns: [pairWord, ...names.map((name) => `${name}: ${valueTitle}`)],
      rows: pairs.map(({ label, first, second }) => [label, first, second]),
    }),
    paint: (selected) => (theme) => createSlopePainters(built, theme, selected, palettes),
    idAt: (index) => built.slopes[index]?.id,
  }
}
