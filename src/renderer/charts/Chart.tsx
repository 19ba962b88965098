import { ScrollArea } from '@mantine/core'
import type { ChartData, Chart as ChartInstance, ChartOptions, Plugin } from 'chart.js'
import { type ReactNode, useRef, useState } from 'react'
import { Chart as ChartCanvas } from 'react-chartjs-2'
import type { DataTable } from '../ui/dataTable.ts'
import classes from './Chart.module.css'
import { ChartActions } from './ChartActions.tsx'
import { ChartTable } from './ChartTable.tsx'
import { registerChartParts } from './register.ts'

registerChartParts()

type Kind = 'bar' | 'matrix'

export type ChartProps<K extends Kind> = {
  type: K
  /** Keep `data`, `options` and `plugins` the same objects between renders: a new one redraws the chart. */
  data: ChartData<K>
  options: ChartOptions<K>
  plugins?: Plugin<K>[]
  /** One sentence that says what the picture shows, for those who do not see it. */
  summary: string
  table: DataTable
  /** Without extension. */
  fileName: string
  heightPx: number
  /** Wider than the frame: the chart scrolls sideways. Left out: as wide as the frame. */
  widthPx?: number | undefined
  legend?: ReactNode
  overlay?: ReactNode
}

/** The frame of every chart: legend, the picture, its data behind a switch, copy and save. */
export function Chart<K extends Kind>(props: ChartProps<K>) {
  const chart = useRef<ChartInstance<K> | null>(null)
  const [showsData, setShowsData] = useState(false)
  return (
    <figure className={classes.figure} aria-label={props.summary}>
      <div className={classes.head}>
        <div className={classes.legend}>{props.legend}</div>
        <ChartActions
          canvas={() => chart.current?.canvas ?? null}
          table={props.table}
          fileName={props.fileName}
          showsData={showsData}
          toggleData={() => setShowsData(!showsData)}
        />
      </div>
      {showsData ? (
        <ChartTable table={props.table} caption={props.summary} />
      ) : (
        <ScrollArea type="auto" offsetScrollbars="present">
          <div className={classes.canvas} style={{ height: props.heightPx, width: props.widthPx ?? '100%' }}>
            <ChartCanvas
              ref={(instance) => {
                chart.current = (instance ?? null) as ChartInstance<K> | null
              }}
              type={props.type}
              data={props.data}
              options={props.options}
              plugins={props.plugins ?? []}
              updateMode="none"
              role="img"
              aria-label={props.summary}
            />
            {props.overlay}
          </div>
        </ScrollArea>
      )}
    </figure>
  )
}
