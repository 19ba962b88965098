import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ScreeningResult } from '../../../shared/domain/screening.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { RawJson } from '../../ui/RawJson.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Hits } from './Hits.tsx'
import { NoHits } from './NoHits.tsx'
import classes from './screening.module.css'

/** One task: how far it is, and its ranking once there is one. */
export function TaskDetail({ taskId }: { taskId: string }) {
  const result = useCall('screening.show', { taskId })
  return (
    <div className={classes.detail}>
      <LoadingBar visible={result.loading} />
      {result.failure && <FailureNotice failure={result.failure} retry={() => void result.refetch()} />}
      {result.data && !result.failure && (
        <Ranking result={result.data} askOnceMore={() => void result.refetch()} />
      )}
    </div>
  )
}

function Ranking({ result, askOnceMore }: { result: ScreeningResult; askOnceMore(): void }) {
  const { t } = useTranslation('screening')
  const { hits, state, status, synthetic } = result
  return (
    <>
      <div className={classes.head}>
        <Title order={2} fz={16}>
          <bdi>{result.clientReference ?? result.sampleId}</bdi>
        </Title>
        <StateBadge state={state} status={status} />
        {synthetic && hits.length === 0 && <SyntheticMark />}
      </div>
      {hits.length > 0 ? <Hits result={result} /> : <NoHits result={result} askOnceMore={askOnceMore} />}
      {result.fetchedAt !== null && (
        <section aria-label={t('raw')}>
          <RawJson raw={result.raw} />
        </section>
      )}
    </>
  )
}
