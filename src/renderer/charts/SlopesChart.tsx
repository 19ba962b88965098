import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SlopesChartProps } from '../../figures/props.ts'
import { createSlopesDrawing } from '../../figures/slopesDrawing.ts'
import { Chart } from './Chart.tsx'
import { toPick } from './toggleSelection.ts'
import { usePalettes } from './usePalettes.ts'

const maxWidthPx = 560

/** A line a pair from the first value to the second, and the mean of all. */
export function SlopesChart(props: SlopesChartProps) {
  const { pairs, names, valueTitle, pairWord, selected, onSelect, ...figure } = props
  const [left, right] = names
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const drawing = useMemo(
    () => createSlopesDrawing({ pairs, names: [left, right], valueTitle, pairWord, palettes }, t),
    [pairs, left, right, valueTitle, pairWord, palettes, t],
  )
  const paint = useMemo(() => drawing.paint(selected), [drawing, selected])
  const onPick = toPick({ selected, onSelect }, drawing.idAt)
  return <Chart {...figure} {...drawing} paint={paint} onPick={onPick} widthPx={maxWidthPx} />
}
