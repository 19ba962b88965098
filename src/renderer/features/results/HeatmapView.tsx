import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResultMatrix } from '../../../shared/domain/analysis.ts'
import { HeatmapChart } from '../../charts/HeatmapChart.tsx'
import { formatValue } from '../../charts/numbers.ts'
import classes from './results.module.css'
import { toHeatmap } from './selection.ts'
import { useAxisTitle } from './useAxisTitle.ts'

/** All samples and pathways of one measure as colours. */
export function HeatmapView({ matrix }: { matrix: ResultMatrix }) {
  const { t } = useTranslation('results')
  const axisTitle = useAxisTitle(matrix.measure)
  const heatmap = useMemo(() => toHeatmap(matrix), [matrix])
  return (
    <div className={classes.canvas}>
      <HeatmapChart
        heatmap={heatmap}
        measure={axisTitle}
        fileName={`heatmap ${matrix.measure}`}
        summary={t('heatmapSummary', {
          pathways: heatmap.rows.length,
          samples: heatmap.columns.length,
          measure: t(`measures.${matrix.measure}`),
          min: formatValue(heatmap.scale.min),
          max: formatValue(heatmap.scale.max),
          missing: heatmap.missing,
        })}
      />
      {matrix.totalSamples > matrix.samples.length && (
        <Text fz={12} c="dimmed">
          {t('shownOf', { shown: matrix.samples.length, total: matrix.totalSamples })}
        </Text>
      )}
    </div>
  )
}
