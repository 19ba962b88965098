import { Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isFinal } from '../../../shared/domain/sample.ts'
import type { ScreeningResult } from '../../../shared/domain/screening.ts'
import { LollipopChart } from '../../charts/LollipopChart.tsx'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { RawJson } from '../../ui/RawJson.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { HitsTable } from './HitsTable.tsx'
import { toHitBars } from './ranking.ts'
import classes from './screening.module.css'

/** One task: how far it is, and its ranking once there is one. */
export function TaskDetail({ taskId }: { taskId: string }) {
  const result = useCall('screening.show', { taskId })
  return (
    <div className={classes.detail}>
      <LoadingBar visible={result.loading} />
      {result.failure && <FailureNotice failure={result.failure} retry={() => void result.refetch()} />}
      {result.data && <Ranking result={result.data} />}
    </div>
  )
}

function Ranking({ result }: { result: ScreeningResult }) {
  const { t } = useTranslation('screening')
  const sample = useCall('samples.get', { sampleId: result.sampleId })
  return (
    <>
      <div className={classes.head}>
        <Title order={3} fz={16}>
          {sample.data?.clientReference ?? result.sampleId}
        </Title>
        <StateBadge state={result.state} status={result.status} />
        {result.synthetic && <SyntheticMark />}
        {result.hits.length > 0 && result.fetchedAt && (
          <Text fz={12} c="dimmed">
            {t('hits', { count: result.hits.length })} · {t('fetched')} <Timestamp at={result.fetchedAt} />
          </Text>
        )}
      </div>
      {result.hits.length > 0 ? <Hits result={result} /> : <Text fz={13}>{waiting()}</Text>}
      {result.fetchedAt !== null && (
        <section aria-label={t('raw')}>
          <RawJson raw={result.raw} />
        </section>
      )}
    </>
  )

  function waiting(): string {
    if (result.unanswered) return t('unanswered')
    if (!isFinal(result.state)) return t('waiting')
    return result.state === 'succeeded' ? t('noHits') : t('failed', { status: result.status })
  }
}

function Hits({ result }: { result: ScreeningResult }) {
  const { t } = useTranslation('screening')
  const bars = useMemo(() => toHitBars(result.hits), [result.hits])
  return (
    <>
      {bars.bars.length > 0 && (
        <section>
          <Title order={4} fz={13}>
            {t('topBars', { count: bars.bars.length })}
          </Title>
          <LollipopChart
            ranked={bars}
            axisTitle={t('scoreAxis')}
            labelWord={t('drug')}
            fileName={`screening ${result.taskId}`}
            summary={t('barsSummary', { shown: bars.bars.length, total: result.hits.length })}
          />
        </section>
      )}
      <section>
        <Title order={4} fz={13} mb={8}>
          {t('allHits')}
        </Title>
        <HitsTable hits={result.hits} />
      </section>
    </>
  )
}
