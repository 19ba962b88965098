import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { VolcanoChartProps } from '../../figures/props.ts'
import { buildVolcano, toVolcanoTable } from '../../figures/volcano.ts'
import { formatAlone } from '../../shared/format/numbers.ts'
import { ScatterChart } from './ScatterChart.tsx'

/** Difference against −log10 of p or q, with the threshold as a line and the most extreme named. */
export function VolcanoChart({ rows, against, threshold, differenceTitle, ...figure }: VolcanoChartProps) {
  const { t } = useTranslation('charts')
  const volcano = useMemo(() => {
    const words = {
      up: t('volcano.up'),
      down: t('volcano.down'),
      no: t('volcano.no'),
      noise: t('volcano.noise'),
      tiny: t('volcano.tiny', { of: against }),
    }
    const thresholdLabel = t('volcano.threshold', { of: against, at: formatAlone(threshold) })
    return buildVolcano({ rows, against, threshold, thresholdLabel, words })
  }, [rows, against, threshold, t])
  const table = useCallback(
    () => toVolcanoTable(rows, t('pathway'), differenceTitle),
    [rows, differenceTitle, t],
  )
  return (
    <ScatterChart
      {...figure}
      {...volcano}
      table={table}
      xTitle={differenceTitle}
      yTitle={t('volcano.axis', { of: against })}
      pointWord={t('pathway')}
    />
  )
}
