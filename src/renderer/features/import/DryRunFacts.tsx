import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DryRun } from '../../../shared/domain/importing.ts'
import { Counts } from './Counts.tsx'
import { toDuration } from './durations.ts'
import classes from './import.module.css'

/** Where the orders would go, how many requests that takes and how long, under the service's limit. */
export function DryRunFacts({ run }: { run: DryRun }) {
  const { t } = useTranslation('import')
  const { unit, count } = toDuration(run.estimateS)
  return (
    <section className={classes.section} aria-label={t('plan.title')}>
      <Title order={3} fz={16}>
        {t('plan.title')}
      </Title>
      <Counts
        counts={[
          { label: t('plan.orders'), value: run.orders },
          { label: t('plan.requests'), value: run.requests },
          { label: t('plan.duplicates'), value: run.duplicateCount, hint: t('plan.duplicatesHint') },
        ]}
      />
      {run.orders > 0 && (
        <>
          <Text fz={13}>
            {t('plan.course', {
              service: run.service,
              path: run.path,
              time: t(`plan.${unit}`, { count }),
              limit: run.requestsPerMinute,
            })}
          </Text>
          <Text fz={12} c="dimmed">
            {t('plan.kept')}
          </Text>
        </>
      )}
    </section>
  )
}
