import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chart } from './Chart.tsx'
import { choose } from './choosing.ts'
import {
  createDotPainters,
  effectScale,
  toDotData,
  toDotLegend,
  toDotOptions,
  toDotTable,
  toDotTargets,
} from './dotMatrix.ts'
import type { DotMatrixChartProps } from './props.ts'
import { RowPages } from './RowPages.tsx'
import type { ChartTheme } from './theme.ts'

const rowPx = 24
const axesPx = 60
const mostRows = 40
const columnPx = 110
const namesPx = 240

/** Pathways × contrasts as dots: colour is the effect, size −log10 of an adjusted p; many pathways by pages. */
export function DotMatrixChart(props: DotMatrixChartProps) {
  const { rows, columns, cells, effectTitle, sizeTitle, rowWord, columnWord, selected, onSelect } = props
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
  const draw = useCallback(
    (theme: ChartTheme) => ({ data: toDotData(matrix, theme), options: toDotOptions(matrix, theme) }),
    [matrix],
  )
  const paint = useCallback(
    (theme: ChartTheme) => createDotPainters(matrix, theme, selected),
    [matrix, selected],
  )
  const legend = useCallback(
    () =>
      toDotLegend(matrix, {
        effect: effectTitle,
        size: t('dots.size', { of: sizeTitle }),
        significant: t('dots.significant', { of: sizeTitle }),
        faded: t('dots.faded'),
        none: t('dots.none', { of: sizeTitle }),
      }),
    [matrix, effectTitle, sizeTitle, t],
  )
  const targets = useMemo(
    () =>
      toDotTargets(
        matrix,
        { effect: effectTitle, size: sizeTitle },
        { noSize: t('dots.noSize', { of: sizeTitle }), missing: t('dots.noEffect') },
      ),
    [matrix, effectTitle, sizeTitle, t],
  )
  const table = useCallback(
    () =>
      toDotTable(
        { rows, columns, cells },
        { row: rowWord, column: columnWord, effect: effectTitle, size: sizeTitle },
      ),
    [rows, columns, cells, rowWord, columnWord, effectTitle, sizeTitle],
  )
  const pick = (index: number, extend: boolean): void => {
    const row = matrix.rows[Math.floor(index / columns.length)]
    if (row !== undefined) onSelect?.(choose(selected, row, extend))
  }
  return (
    <Chart
      type="scatter"
      draw={draw}
      paint={paint}
      legend={legend}
      targets={targets}
      onPick={onSelect && pick}
      summary={props.summary}
      source={props.source}
      table={table}
      fileName={props.fileName}
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
