import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createDotMatrixDrawing, maxDotRows } from '../../figures/dotMatrix/dotMatrix.ts'
import type { DotMatrixChartProps } from '../../figures/spec.ts'
import { Chart, toPick } from './frame/Chart.tsx'
import { RowPages } from './frame/RowPages.tsx'
import { useChartTheme, usePalettes } from './frame/theme.ts'

/**
 * Pathways × contrasts as dots. The color is the effect, the size −log10 of the adjusted p; many pathways are paged.
 */
export function DotMatrixChart(props: DotMatrixChartProps) {
  const {
    rows,
    columns,
    cells,
    tests,
    effectTitle,
    sizeTitle,
    rowWord,
    columnWord,
    selected,
    onSelect,
    ...figure
  } = props
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const { scale } = useChartTheme()
  const [chosenFrom, setFrom] = useState(0)
  const from = chosenFrom < rows.length ? chosenFrom : 0
  const drawing = useMemo(
    () =>
      createDotMatrixDrawing(
        { rows, columns, cells, tests, effectTitle, sizeTitle, rowWord, columnWord, from, palettes },
        t,
      ),
    [rows, columns, cells, tests, effectTitle, sizeTitle, rowWord, columnWord, from, palettes, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  return (
    <Chart
      {...figure}
      {...drawing}
      paint={paint}
      heightPx={drawing.heightPx * scale}
      widthPx={drawing.widthPx * scale}
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
