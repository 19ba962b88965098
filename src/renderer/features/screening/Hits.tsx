import { Group, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningResult } from '../../../shared/domain/screening.ts'
import { LollipopChart } from '../../charts/LollipopChart.tsx'
import { CohortSource, toSourceText } from '../../ui/CohortSource.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { HitsTable } from './HitsTable.tsx'
import { toHitBars } from './ranking.ts'
import classes from './screening.module.css'
import { toCopied } from './toCopied.ts'

/** A ranking with its origin: the first drugs as a picture, all of them as a table that can be copied. */
export function Hits({ result }: { result: ScreeningResult }) {
  const { t } = useTranslation('screening')
  const { t: words } = useTranslation('ui')
  const { hits, service, fetchedAt, synthetic } = result
  const bars = useMemo(() => toHitBars(hits), [hits])
  const origin = { service, oldestFetchedAt: fetchedAt, newestFetchedAt: fetchedAt, synthetic }
  return (
    <>
      <div className={classes.source}>
        <CohortSource of={origin}>
          <span>{t('hits', { count: hits.length })}</span>
        </CohortSource>
      </div>
      {bars.bars.length > 0 && (
        <section>
          <Title order={4} fz={13}>
            {t('topBars', { count: bars.bars.length + bars.missing.length })}
          </Title>
          <LollipopChart
            ranked={bars}
            axisTitle={t('scoreAxis')}
            labelWord={t('drug')}
            source={toSourceText(origin, words)}
            fileName={`screening ${result.taskId}`}
            summary={t('barsSummary', { shown: bars.bars.length, total: hits.length })}
          />
        </section>
      )}
      <section className={classes.ranking}>
        <Group justify="space-between" mb={8}>
          <Title order={4} fz={13}>
            {t('allHits')}
          </Title>
          <span className={classes.copy}>
            <CopyAs inTools read={() => toCopied(result)} />
          </span>
        </Group>
        <HitsTable hits={hits} />
      </section>
    </>
  )
}
