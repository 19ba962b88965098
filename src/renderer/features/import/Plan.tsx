import { Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportCheck } from '../../../shared/domain/importing.ts'
import classes from './import.module.css'
import { toDuration } from './mapping.ts'

type Props = { check: ImportCheck; demo: boolean; serviceUrl: string | null }

/** What pressing the button will do: requests, time, and that it may cost money. */
export function Plan({ check, demo, serviceUrl }: Props) {
  const { t } = useTranslation('import')
  if (check.valid === 0) return null
  const { unit, count } = toDuration(check.estimateS)
  const Icon = demo ? IconInfoCircle : IconAlertTriangle
  return (
    <section className={classes.plan} aria-label={t('plan.title')}>
      <Title order={3} fz={16}>
        {t('plan.title')}
      </Title>
      <Text fz={13}>
        {t('plan.requests', {
          count: check.requests,
          service: serviceUrl ?? t('plan.service'),
          time: t(`plan.${unit}`, { count }),
        })}
      </Text>
      <Text fz={13} className={classes.severity} data-severity={demo ? 'info' : 'warning'}>
        <Icon size={14} aria-hidden />
        {demo ? t('plan.demo') : t('plan.cost')}
      </Text>
    </section>
  )
}
