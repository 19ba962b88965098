import { Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SampleResult } from '../../../shared/domain/analysis.ts'
import { toCopiedTable, yesNo } from '../../../shared/format/copyTable.ts'
import { formatAlone } from '../../../shared/format/numbers.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './results.module.css'

/** What pathway-clock returned for the sample as a whole; no age is worked out here. */
export function ClockPanel({ result: { clock, sampleId } }: { result: SampleResult }) {
  const { t } = useTranslation('results')
  return (
    <section className={classes.section} aria-label={t('clock.title')}>
      <Group gap={8} justify="space-between">
        <Title order={4} fz={13}>
          {t('clock.title')}
        </Title>
        {clock !== null && clock.values.length > 0 && (
          <Group gap={8}>
            <CopyAs
              read={() =>
                toCopiedTable(
                  clock.values,
                  {
                    sample_id: () => sampleId,
                    name: ({ name }) => name,
                    value: ({ value }) => value,
                    unit: () => 'not documented',
                    fetched_at: () => clock.fetchedAt,
                    service: () => clock.service,
                    synthetic: () => yesNo(clock.synthetic),
                  },
                  { sampleId, ...clock },
                )
              }
            />
          </Group>
        )}
      </Group>
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
