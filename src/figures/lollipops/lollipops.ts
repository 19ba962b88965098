import type { ChartData, Chart as ChartInstance, ChartOptions } from 'chart.js'
import { columnFormat, formatValue } from '../../shared/format/numbers.ts'
import type { Bar } from '../data.ts'
import {
  type ChartDrawing,
  listTargets,
  type Painters,
  type Point,
  type Targets,
  type TooltipContent,
  toNotes,
  type Words,
} from '../frame/drawing.ts'
import { axisTitle, type ChartTheme, chartBase, cssFont, fontOf, formatTick, scaled } from '../frame/theme.ts'
import type { DrawingInput, LollipopChartProps } from '../spec.ts'
import { edgeOf, type Palettes } from '../style/colours.ts'
import { paintPoint } from '../style/pointShapes.ts'
import { colourBars, toBarsTable } from './rankedBars.ts'

const rowPx = 22
const axesPx = 70
/** The maximum number of rows shown together. */
export const maxBars = 50

type Input = DrawingInput<LollipopChartProps> & {
  /** The first row shown; null: the ends of the ranking. */
  from: number | null
}

/** Draws values from zero, each with its number at the end. Of many rows, draws the ends of the ranking or one page. */
export function createLollipopDrawing(
  { ranked, axisTitle, labelWord, from, palettes }: Input,
  t: Words,
): ChartDrawing<'bar'> & { heightPx: number } {
  const { bars, missing } = ranked
  const shown = from === null ? takeEnds(bars, maxBars) : takeFrom(bars, from, maxBars)
  const gap = t('rowsBetween', { count: shown.leftOut })
  return {
    type: 'bar',
    draw: (theme) => ({
      data: toLollipopData(shown, bars, theme, gap, palettes),
      options: toRowOptions(theme, axisTitle, theme.dimmed, { beginAtZero: true, grace: '14%' }),
    }),
    legend: () => toNotes([missing.length > 0 ? t('undrawn', { count: missing.length }) : null]),
    targets: toLollipopTargets(shown, axisTitle),
    table: () => toBarsTable(ranked, labelWord, axisTitle),
    paint: (selected) => (theme) => createLollipopPainters(shown, bars, theme, selected, palettes),
    idAt: (index) => shown.bars[index]?.label,
    heightPx: Math.max(120, rowCount(shown) * rowPx + axesPx),
  }
}

/** The visible part of a ranking. `gapAfter`: the index of the row after which rows are left out. */
export type Shown = { bars: Bar[]; gapAfter: number | null; leftOut: number }

/** Returns the two ends of a long ranking, which matter most, or all of a short one. */
export function takeEnds(bars: readonly Bar[], maxBars: number): Shown {
  if (bars.length <= maxBars) return { bars: [...bars], gapAfter: null, leftOut: 0 }
  const each = Math.floor(maxBars / 2)
  return {
    bars: [...bars.slice(0, each), ...bars.slice(-each)],
    gapAfter: each - 1,
    leftOut: bars.length - each * 2,
  }
}

export const takeFrom = (bars: readonly Bar[], from: number, maxBars: number): Shown => ({
  bars: bars.slice(from, from + maxBars),
  gapAfter: null,
  leftOut: bars.length - Math.min(maxBars, bars.length - from),
})

const stemPx = 2
const headPx = 5
const maxNameLength = 32

/** Returns the rows of the axis: one per bar, and an empty one where rows are left out. */
const rowsOf = ({ bars, gapAfter }: Shown): (Bar | null)[] =>
  gapAfter === null ? bars : [...bars.slice(0, gapAfter + 1), null, ...bars.slice(gapAfter + 1)]

export const rowCount = (shown: Shown): number => rowsOf(shown).length

export function toLollipopData(
  shown: Shown,
  all: readonly Bar[],
  theme: ChartTheme,
  gap: string,
  palettes?: Palettes,
): ChartData<'bar'> {
  const rows = rowsOf(shown)
  const colourOf = colourBars(all, theme.dark ? 'dark' : 'light', palettes)
  return {
    labels: rows.map((bar) => (bar ? cut(bar.label) : gap)),
    datasets: [
      {
        label: 'values',
        data: rows.map((bar) => bar?.value ?? null),
        backgroundColor: rows.map((bar) => (bar ? colourOf(bar.value) : 'transparent')),
        barThickness: scaled(theme, stemPx),
      },
    ],
  }
}

const cut = (name: string): string =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name

type ValueScale = NonNullable<NonNullable<ChartOptions<'bar'>['scales']>['x']>

/** Returns the options for labeled rows, with `ends` on the right, and a value axis with a line at 0. */
export function toRowOptions(
  theme: ChartTheme,
  title: string,
  zeroColour: string,
  values: Partial<ValueScale>,
): ChartOptions<'bar'> {
  const font = fontOf(theme)
  return {
    indexAxis: 'y',
    ...chartBase(theme),
    layout: { padding: { right: 16 } },
    scales: {
      x: {
        ...values,
        grid: { color: ({ tick }) => (tick?.value === 0 ? zeroColour : theme.line) },
        border: { display: false },
        ticks: { color: theme.dimmed, font, maxRotation: 0, autoSkipPadding: 12, callback: formatTick },
        title: axisTitle(title, theme, 'across'),
      },
      y: {
        grid: { display: false },
        border: { color: theme.line },
        ticks: { color: theme.text, font, autoSkip: false },
      },
    },
  } as ChartOptions<'bar'>
}

/** Paints the head of each lollipop with its value beside it, and a ring around selected ones. */
function createLollipopPainters(
  shown: Shown,
  all: readonly Bar[],
  theme: ChartTheme,
  selected: ReadonlySet<string> | undefined,
  palettes?: Palettes,
): Painters {
  const colourOf = colourBars(all, theme.dark ? 'dark' : 'light', palettes)
  const format = columnFormat(all.map(({ value }) => value))
  return {
    over(chart) {
      const { ctx } = chart
      const rows = rowsOf(shown)
      ctx.save()
      ctx.font = cssFont(theme)
      const radiusPx = scaled(theme, headPx)
      ctx.textBaseline = 'middle'
      chart.getDatasetMeta(0).data.forEach(({ x, y }, index) => {
        const bar = rows[index]
        if (!bar) return
        const isSelected = selected?.has(bar.label) === true
        const fill = colourOf(bar.value)
        paintPoint(ctx, 'circle', { x, y }, radiusPx, {
          fill,
          line: isSelected ? theme.text : edgeOf(fill, theme.dark),
          lineWidth: isSelected ? 2.5 : 1,
        })
        ctx.fillStyle = theme.dimmed
        ctx.textAlign = bar.value < 0 ? 'right' : 'left'
        ctx.fillText(format(bar.value), x + (bar.value < 0 ? -1 : 1) * (radiusPx + 4), y)
      })
      ctx.restore()
    },
  }
}

/** Returns one target per row. The whole row reacts to the pointer. */
export const rowTargets = <Row>(
  rows: readonly Row[],
  locate: (chart: ChartInstance, row: Row) => Point | null,
  describe: (row: Row) => TooltipContent,
): Targets =>
  listTargets(rows, {
    describe,
    locate,
    pointFor: (chart, row, { x }) => {
      const found = locate(chart, row)
      return found && { x, y: found.y }
    },
    reachPx: (chart) => chart.chartArea.height / Math.max(1, chart.getDatasetMeta(0).data.length) / 2,
  })

export const toLollipopTargets = (shown: Shown, valueTitle: string): Targets => {
  const rows = rowsOf(shown).flatMap((bar, row) => (bar ? [{ bar, row }] : []))
  return rowTargets(
    rows,
    (chart, { row }) => {
      const element = chart.getDatasetMeta(0).data[row]
      return element ? { x: element.x, y: element.y } : null
    },
    ({ bar }) => ({ title: bar.label, value: formatValue(bar.value), lines: [valueTitle] }),
  )
}
