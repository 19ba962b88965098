import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { TryExample } from '../../state/Examples.tsx'
import { useReadOnly } from '../../state/useReadOnly.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'

/** What this place is for, and the next step: import, or analyse what is there. */
export function NoResults() {
  const { t } = useTranslation('results')
  const readOnly = useReadOnly()
  const navigate = useNavigate()
  const samples = useCall('samples.list', { limit: 1 })
  const jobs = useCall('jobs.list', {})
  const analyse = useAction(async () => {
    await call('analyses.run', {})
    await jobs.refetch()
  })
  const count = samples.data?.total ?? 0
  const running = jobs.data?.some((job) => job.kind === 'analysis' && job.state === 'running') ?? false
  const text = readOnly
    ? t('empty.capsule')
    : running
      ? t('empty.running')
      : count > 0
        ? t('empty.withSamples', { count })
        : t('empty.text')
  return (
    <>
      {analyse.failure && <FailureNotice failure={analyse.failure} />}
      <EmptyState
        title={t('empty.title')}
        text={text}
        action={
          running || readOnly ? null : count > 0 ? (
            <Button loading={analyse.pending} onClick={() => void analyse.run()}>
              {t('empty.analyse', { count })}
            </Button>
          ) : (
            <Group gap={8} justify="center">
              <Button onClick={() => void navigate({ to: '/import' })}>{t('empty.import')}</Button>
              <TryExample />
            </Group>
          )
        }
      />
    </>
  )
}
