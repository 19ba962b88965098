import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createDotMatrixDrawing, maxDotRows } from '../../figures/dotMatrixDrawing.ts'
import type { DotMatrixChartProps } from '../../figures/props.ts'
import { Chart } from './Chart.tsx'
import { RowPages } from './RowPages.tsx'
import { toPick } from './toggleSelection.ts'
import { usePalettes } from './usePalettes.ts'

/** Pathways × contrasts as dots: colour is the effect, size −log10 of an adjusted p; many pathways by pages. */
export function DotMatrixChart(props: DotMatrixChartProps) {
  const { rows, columns, cells, effectTitle, sizeTitle, rowWord, columnWord, selected, onSelect, ...figure } =
    props
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const [chosenFrom, setFrom] = useState(0)
  const from = chosenFrom < rows.length ? chosenFrom : 0
  const drawing = useMemo(
    () =>
      createDotMatrixDrawing(
        { rows, columns, cells, effectTitle, sizeTitle, rowWord, columnWord, from, palettes },
        t,
      ),
    [rows, columns, cells, effectTitle, sizeTitle, rowWord, columnWord, from, palettes, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  return (
    <Chart
      {...figure}
      {...drawing}
      paint={paint}
      onPick={toPick({ selected, onSelect }, drawing.idAt)}
      tools={
        rows.length > maxDotRows && (
          <RowPages
            from={from}
            setFrom={(first) => setFrom(first ?? 0)}
            total={rows.length}
            each={maxDotRows}
          />
        )
      }
    />
  )
}
