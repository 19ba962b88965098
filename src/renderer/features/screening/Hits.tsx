import { Group, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningResult } from '../../../shared/domain/screening.ts'
import { LollipopChart } from '../../charts/LollipopChart.tsx'
import { usePublishShownColumns } from '../../state/shownTables.ts'
import { useTableLayout } from '../../state/useTableLayout.ts'
import { CohortSource, toSourceText } from '../../ui/CohortSource.tsx'
import { ColumnChooser } from '../../ui/ColumnChooser.tsx'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { arrangeCopied, toShownColumns } from '../../ui/copiedColumns.ts'
import { HitsTable } from './HitsTable.tsx'
import { hitColumns } from './hitColumns.tsx'
import { toHitBars } from './ranking.ts'
import classes from './screening.module.css'
import { toCopied } from './toCopied.ts'

/** A ranking with its origin: the first drugs as a picture, all of them as a table that can be copied. */
export function Hits({ result }: { result: ScreeningResult }) {
  const { t } = useTranslation('screening')
  const { t: words } = useTranslation('ui')
  const { hits, service, fetchedAt, synthetic } = result
  const columns = useMemo(() => hitColumns(t), [t])
  const arranging = useTableLayout('screening')
  const shown = toShownColumns(columns, arranging.layout)
  usePublishShownColumns('screening', shown)
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
          <Title order={3} fz={13}>
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
          <Title order={3} fz={13}>
            {t('allHits')}
          </Title>
          <span className={classes.copy}>
            <ColumnChooser size="xs" columns={columns} arranging={arranging} />
            <CopyAs inTools read={() => arrangeCopied(toCopied(result), shown)} />
          </span>
        </Group>
        <HitsTable hits={hits} columns={columns} arranging={arranging} />
      </section>
    </>
  )
}
