import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  createDotPainters,
  effectScale,
  toDotData,
  toDotLegend,
  toDotOptions,
  toDotTable,
  toDotTargets,
} from '../../figures/dotMatrix.ts'
import type { DotMatrixChartProps } from '../../figures/props.ts'
import type { ChartTheme } from '../../figures/theme.ts'
import { Chart } from './Chart.tsx'
import { toPick } from './choosing.ts'
import { RowPages } from './RowPages.tsx'

const rowPx = 24
const axesPx = 60
const mostRows = 40
const columnPx = 110
const namesPx = 240

/** Pathways × contrasts as dots: colour is the effect, size −log10 of an adjusted p; many pathways by pages. */
export function DotMatrixChart(props: DotMatrixChartProps) {
  const { rows, columns, cells, effectTitle, sizeTitle, rowWord, columnWord, selected, onSelect, ...figure } =
    props
  const { t } = useTranslation('charts')
  const [chosenFrom, setFrom] = useState(0)
  const from = chosenFrom < rows.length ? chosenFrom : 0
  const scale = useMemo(() => effectScale(cells), [cells])
  const matrix = useMemo(
    () => ({
      rows: rows.slice(from, from + mostRows),
      columns,
      cells: cells.slice(from * columns.length, (from + mostRows) * columns.length),
      scale,
    }),
    [rows, columns, cells, scale, from],
  )
  const drawn = useMemo(() => {
    const of = sizeTitle
    const titles = { effect: effectTitle, size: sizeTitle }
    const words = {
      effect: effectTitle,
      size: t('dots.size', { of }),
      significant: t('dots.significant', { of }),
      faded: t('dots.faded'),
      none: t('dots.none', { of }),
    }
    return {
      draw: (theme: ChartTheme) => ({ data: toDotData(matrix, theme), options: toDotOptions(matrix, theme) }),
      legend: () => toDotLegend(matrix, words),
      targets: toDotTargets(matrix, titles, {
        noSize: t('dots.noSize', { of }),
        missing: t('dots.noEffect'),
      }),
      table: () => toDotTable({ rows, columns, cells }, { ...titles, row: rowWord, column: columnWord }),
    }
  }, [matrix, rows, columns, cells, effectTitle, sizeTitle, rowWord, columnWord, t])
  const paint = useCallback(
    (theme: ChartTheme) => createDotPainters(matrix, theme, selected),
    [matrix, selected],
  )
  const rowAt = (index: number) => matrix.rows[Math.floor(index / columns.length)]
  return (
    <Chart
      type="scatter"
      {...figure}
      {...drawn}
      paint={paint}
      onPick={toPick({ selected, onSelect }, rowAt)}
      heightPx={Math.max(1, matrix.rows.length) * rowPx + axesPx}
      widthPx={Math.max(420, columns.length * columnPx + namesPx)}
      tools={
        rows.length > mostRows && (
          <RowPages
            from={from}
            setFrom={(first) => setFrom(first ?? 0)}
            total={rows.length}
            each={mostRows}
          />
        )
      }
    />
  )
}
