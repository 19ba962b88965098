import { Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SampleResult } from '../../../shared/domain/analysis.ts'
import { formatAlone } from '../../../shared/format/numbers.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './results.module.css'

/** What pathway-clock returned for the sample as a whole; no age is worked out here. */
export function ClockPanel({ clock }: { clock: SampleResult['clock'] }) {
  const { t } = useTranslation('results')
  return (
    <section className={classes.section} aria-label={t('clock.title')}>
      <Title order={4} fz={13}>
        {t('clock.title')}
      </Title>
      {clock === null ? (
        <Text fz={12}>{t('clock.none')}</Text>
      ) : (
        <>
          {clock.values.length === 0 && <Text fz={12}>{t('clock.noValues')}</Text>}
          <dl className={classes.facts}>
            {clock.values.map(({ name, value }) => (
              <div key={name} className={classes.fact}>
                <dt>{name}</dt>
                <dd title={String(value)}>{formatAlone(value)}</dd>
              </div>
            ))}
          </dl>
          <Text fz={11} c="dimmed">
            {clock.offsets.length > 0 && `${t('clock.offsets', { count: clock.offsets.length })} `}
            {t('clock.hint')} {t('detail.fetched')} <Timestamp at={clock.fetchedAt} />
          </Text>
        </>
      )}
    </section>
  )
}
