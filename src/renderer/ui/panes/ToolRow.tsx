import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import { SegmentedControl } from '../forms/SegmentedControl.tsx'
import classes from '../ui.module.css'

/** What can be done on this screen: filters and views at the left, the one primary action at the right. */
export function ToolRow({ children, primary }: { children: ReactNode; primary?: ReactNode }) {
  return (
    <div className={classes.toolRow}>
      {children}
      <span className={classes.toolGap} />
      {primary}
    </div>
  )
}

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
