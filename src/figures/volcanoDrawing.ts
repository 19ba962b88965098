import type { DataTable } from '../shared/format/dataTable.ts'
import { formatAlone } from '../shared/format/numbers.ts'
import type { Words } from './drawing.ts'
import type { VolcanoChartProps } from './props.ts'
import { buildVolcano, toVolcanoTable, type Volcano } from './volcano.ts'

type Input = Pick<VolcanoChartProps, 'rows' | 'against' | 'threshold' | 'differenceTitle' | 'palettes'>
type VolcanoScatter = Volcano & {
  xTitle: string
  yTitle: string
  pointWord: string
  table: () => DataTable
}

/** Difference against −log10 of p or q as a scatter, with the threshold as a line and the most extreme named. */
export function createVolcano(
  { rows, against, threshold, differenceTitle, palettes }: Input,
  t: Words,
): VolcanoScatter {
  const words = {
    up: t('volcano.up'),
    down: t('volcano.down'),
    no: t('volcano.no'),
    noise: t('volcano.noise'),
    tiny: t('volcano.tiny', { of: against }),
  }
  const thresholdLabel = t('volcano.threshold', { of: against, at: formatAlone(threshold) })
  return {
    ...buildVolcano({ rows, against, threshold, thresholdLabel, words, palettes }),
    xTitle: differenceTitle,
    yTitle: t('volcano.axis', { of: against }),
    pointWord: t('pathway'),
    table: () => toVolcanoTable(rows, t('pathway'), differenceTitle),
  }
}
