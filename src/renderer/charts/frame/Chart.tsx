import { Flex } from '@mantine/core'
import type { Chart as ChartInstance, Plugin } from 'chart.js'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Chart as ChartCanvas } from 'react-chartjs-2'
import { useTranslation } from 'react-i18next'
import { type Drawing, type Kind, type Targets, toNotes } from '../../../figures/frame/drawing.ts'
import { createStage, type Figure, registerChartParts } from '../../../figures/frame/figure.ts'
import type { Choosing, FigureProps } from '../../../figures/spec.ts'
import type { DataTable } from '../../../shared/tables/copyTable.ts'
import { useAfterFirstPaint } from '../../ui/useAfterFirstPaint.ts'
import classes from './Chart.module.css'
import { ChartActions } from './ChartActions.tsx'
import { ChartTable } from './ChartTable.tsx'
import { Legend } from './Legend.tsx'
import { type Pick, Pointable } from './Pointable.tsx'
import { baseScale, useChartTheme } from './theme.ts'

registerChartParts()

type Size = {
  /** If left out, the chart fills the height of its frame, but stays readable. */
  heightPx?: number | undefined
  /** With a height: the chart grows with its frame up to this height. */
  maxHeightPx?: number | undefined
  /** A width beyond the frame makes the chart scroll sideways. If left out, the chart is as wide as its frame. */
  widthPx?: number | undefined
  /** The chart fills its frame up to this width. */
  maxWidthPx?: number | undefined
}

export type ChartProps<K extends Kind> = FigureProps &
  Size &
  // Keep `draw` the same function between renders: a new one updates the chart; a new `paint` only draws it again.
  Drawing<K> & {
    /** Called only when the data is viewed or copied, because it may be larger than the picture. */
    table: () => DataTable
    /** Controls of the chart, beside its legend. */
    tools?: ReactNode
    targets: Targets
    /** Called on a click on a point or Enter. */
    onPick?: Pick | undefined
    /** Plugins for the page only, such as zooming. The array must stay the same between renders. */
    plugins?: readonly Plugin[]
    /** Called with the chart once it is created, and with null when it is destroyed. */
    onChart?: ((chart: ChartInstance | null) => void) | undefined
    overlay?: ReactNode
  }

const minHeightPx = 320
const noPlugins: readonly Plugin[] = []

/** Makes a drawing depend on the language too, whose change may format numbers differently. */
const forLanguage = <T,>(_words: unknown, drawn: T): T => drawn

/** The frame of every chart: legend, picture, data table, buttons to copy and save, and keys. */
export function Chart<K extends Kind>(props: ChartProps<K>) {
  const { draw, paint, legend, onChart } = props
  const { t } = useTranslation('charts')
  const theme = useChartTheme()
  const chart = useRef<ChartInstance<K> | null>(null)
  const [showsData, setShowsData] = useState(false)
  const { data, options } = useMemo(() => forLanguage(t, draw(theme)), [draw, theme, t])
  const painters = useMemo(() => forLanguage(t, paint?.(theme) ?? {}), [paint, theme, t])
  const [stage] = useState(createStage)
  const ownPlugins = props.plugins ?? noPlugins
  const plugins = useMemo(() => [stage.plugin, ...ownPlugins] as Plugin<K>[], [stage, ownPlugins])
  // Runs before the chart below is created or updated, because layout effects run before all others.
  useLayoutEffect(() => {
    stage.show(painters)
  }, [stage, painters])
  useEffect(() => {
    stage.show(painters)
    chart.current?.draw()
  }, [stage, painters])
  const items = useMemo(() => [...toNotes(props.note ?? []), ...legend(theme)], [legend, theme, props.note])
  const instance = () => chart.current as ChartInstance | null
  const isEmpty = props.targets.count === 0
  // The width is unknown until the frame is rendered.
  const drawsPicture = useAfterFirstPaint()
  return (
    <figure
      className={`${classes.figure} ${grows(props) ? classes.grows : ''}`}
      style={{ '--chart-scale': theme.scale / baseScale } as CSSProperties}
      aria-label={props.summary}
    >
      <Flex rowGap="sm" columnGap="lg" wrap="wrap" align="flex-start" justify="flex-end">
        <div className={classes.legend}>{!isEmpty && <Legend items={items} />}</div>
        {!showsData && !isEmpty && props.tools}
        <ChartActions
          figure={() => (chart.current ? toFigure(props, chart.current, theme.scale) : null)}
          hasPicture={!showsData && !isEmpty && drawsPicture}
          minHeightPx={props.heightPx ?? 0}
          table={props.table}
          fileName={props.fileName}
          source={props.source}
          definition={props.definition}
          showsData={showsData}
          toggleData={() => setShowsData(!showsData)}
        />
      </Flex>
      {showsData && <ChartDataTable make={props.table} caption={props.summary} />}
      {!showsData && isEmpty && <p className={classes.empty}>{t('empty')}</p>}
      {!showsData && !isEmpty && (
        <div className={classes.room}>
          <Pointable
            chart={instance}
            targets={props.targets}
            summary={props.summary}
            onPick={props.onPick}
            size={sizeOf(props)}
          >
            {drawsPicture && (
              <ChartCanvas
                ref={(made) => {
                  chart.current = (made ?? null) as ChartInstance<K> | null
                  onChart?.(instance())
                  // In its own task: with thousands of points each chart takes tens of milliseconds.
                  if (made) setTimeout(() => made === chart.current && stage.open(made as ChartInstance))
                }}
                type={props.type}
                data={data}
                options={options}
                plugins={plugins}
                updateMode="none"
                role="img"
                aria-label={props.summary}
              />
            )}
            {props.overlay}
          </Pointable>
        </div>
      )}
    </figure>
  )
}

const grows = ({ heightPx, maxHeightPx }: Size): boolean =>
  heightPx === undefined || maxHeightPx !== undefined

const sizeOf = (size: Size): CSSProperties => ({
  width: size.widthPx ?? '100%',
  maxWidth: size.maxWidthPx,
  ...(grows(size)
    ? { minHeight: size.heightPx ?? minHeightPx, maxHeight: size.maxHeightPx }
    : { height: size.heightPx }),
})

function ChartDataTable({ make, caption }: { make: () => DataTable; caption: string }) {
  const table = useMemo(() => make(), [make])
  return <ChartTable table={table} caption={caption} />
}

function toFigure<K extends Kind>(props: ChartProps<K>, chart: ChartInstance<K>, scale: number): Figure<K> {
  const ranges = Object.values(chart.scales).filter((scale) => scale.type === 'linear')
  return {
    drawing: { ...props, legend: (theme) => [...toNotes(props.note ?? []), ...props.legend(theme)] },
    widthPx: chart.width,
    heightPx: chart.height,
    scale,
    summary: props.summary,
    source: props.source,
    ranges: Object.fromEntries(ranges.map(({ id, min, max }) => [id, { min, max }])),
  }
}

/**
 * Returns the selection after a pick. A pick replaces the selection, or clears it if it was the only selected item.
 * With `extend` it adds or removes the item.
 */
export function toggleSelection(
  selected: ReadonlySet<string> | undefined,
  id: string,
  extend: boolean,
): string[] {
  const before = selected ?? new Set<string>()
  if (!extend) return before.size === 1 && before.has(id) ? [] : [id]
  return before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]
}

/** Returns the pick handler of a chart. `idAt` returns the id of a point; null or undefined if it has none. */
export const toPick = (
  { selected, onSelect }: Choosing,
  idAt: (index: number) => string | null | undefined,
): Pick | undefined =>
  onSelect &&
  ((index, extend) => {
    const id = idAt(index)
    if (id !== null && id !== undefined) onSelect(toggleSelection(selected, id, extend))
  })
