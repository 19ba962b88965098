import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import { SegmentedControl } from '../forms/SegmentedControl.tsx'
import shared from '../shared.module.css'
import classes from '../ui.module.css'

/** The tools of a screen: filters and views on the left, the one primary action on the right. */
export function ToolRow({ children, primary }: { children: ReactNode; primary?: ReactNode }) {
  return (
    <div className={classes.toolRow}>
      {children}
      <span className={shared.gap} />
      {primary}
    </div>
  )
}

export function MeasureControl({ value, change }: { value: Measure; change(measure: Measure): void }) {
  const { t } = useTranslation('ui')
  return (
    <SegmentedControl
      aria-label={t('measure.label')}
      value={value}
      onChange={change}
      data={[
        { value: 'activity', label: t('measure.activity') },
        { value: 'aging_offset', label: t('measure.aging_offset') },
      ]}
    />
  )
}
