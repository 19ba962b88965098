import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { everySample } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { TryExample } from '../../state/Examples.tsx'
import { useReadOnly } from '../../state/useReadOnly.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** What this place is for, and the next step: import, or analyse what is there. */
export function NoResults() {
  const { t } = useTranslation('results')
  const readOnly = useReadOnly()
  const navigate = useNavigate()
  const samples = useCall('samples.list', { limit: 1 })
  const jobs = useCall('jobs.list', {})
  const { openAnalyse } = useDialogs()
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
    <EmptyState
      title={t('empty.title')}
      text={text}
      action={
        running || readOnly ? null : count > 0 ? (
          <Button onClick={() => openAnalyse(everySample)}>{t('empty.analyse', { count })}</Button>
        ) : (
          <Group gap={8} justify="center">
            <Button onClick={() => void navigate({ to: '/import' })}>{t('empty.import')}</Button>
            <TryExample />
          </Group>
        )
      }
    />
  )
}
