import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Measure } from '../../shared/domain/analysis.ts'

/** Which of a sample's numbers are shown. */
export function MeasureControl({ value, change }: { value: Measure; change(measure: Measure): void }) {
  const { t } = useTranslation('ui')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('measure.label')}
      value={value}
      onChange={(chosen) => change(chosen === 'aging_offset' ? chosen : 'activity')}
      data={[
        { value: 'activity', label: t('measure.activity') },
        { value: 'aging_offset', label: t('measure.aging_offset') },
      ]}
    />
  )
}
