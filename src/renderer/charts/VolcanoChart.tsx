import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { VolcanoChartProps } from '../../figures/props.ts'
import { createVolcano } from '../../figures/volcanoDrawing.ts'
import { ScatterChart } from './ScatterChart.tsx'
import { usePalettes } from './usePalettes.ts'

/** Difference against −log10 of p or q, with the threshold as a line and the most extreme named. */
export function VolcanoChart({ rows, against, threshold, differenceTitle, ...figure }: VolcanoChartProps) {
  const { t } = useTranslation('charts')
  const palettes = usePalettes()
  const volcano = useMemo(
    () => createVolcano({ rows, against, threshold, differenceTitle, palettes }, t),
    [rows, against, threshold, differenceTitle, palettes, t],
  )
  return <ScatterChart {...figure} {...volcano} />
}
