import { Button, Group, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../client/useCall.ts'
import { TryExample } from '../../state/Examples.tsx'
import { usePublishShownTables } from '../../state/shownTables.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { UnknownWords } from '../../state/UnknownWords.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { ToolRow } from '../../ui/ToolRow.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { newestFirst } from './ranking.ts'
import classes from './screening.module.css'
import { TaskDetail } from './TaskDetail.tsx'
import { TaskList } from './TaskList.tsx'

/** Screening tasks at the left, the ranking of the chosen one at the right. */
export function ScreeningScreen() {
  const { t } = useTranslation('screening')
  const navigate = useNavigate()
  const search: { task?: unknown; sample?: unknown } = useSearch({ strict: false })
  const forSample = typeof search.sample === 'string' ? search.sample : null
  const [creating, setCreating] = useState(forSample !== null)
  const tasks = useCall('screening.list', {})
  const samples = useCall('samples.list', { limit: 1 })
  const listed = newestFirst(tasks.data ?? [])
  // One that is not known here is said to be so: another in its place would be taken for it.
  const chosen = typeof search.task === 'string' ? search.task : (listed[0]?.taskId ?? null)
  const choose = (taskId: string) => void navigate({ to: '/screening', search: { task: taskId } as never })
  useStatusText(listed.length > 0 ? t('taskCount', { count: listed.length }) : null)
  usePublishShownTables(
    listed.some(({ taskId }) => taskId === chosen) && chosen !== null
      ? [{ kind: 'screening', taskId: chosen }]
      : [],
  )
  const hasSamples = (samples.data?.total ?? 0) > 0
  return (
    <div className={classes.page}>
      <ToolRow
        primary={
          <Button size="xs" disabled={!hasSamples} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        }
      >
        <Text fz={12} c="dimmed">
          {t('tasks')}
        </Text>
      </ToolRow>
      <UnknownWords of="screening" />
      <LoadingBar visible={tasks.loading} />
      {tasks.failure && <FailureNotice failure={tasks.failure} retry={() => void tasks.refetch()} />}
      {tasks.data && listed.length === 0 && (
        <EmptyState
          title={t('empty.title')}
          text={hasSamples ? t('empty.text') : `${t('empty.text')} ${t('empty.noSamples')}`}
          action={
            hasSamples ? (
              <Button onClick={() => setCreating(true)}>{t('create')}</Button>
            ) : (
              <Group gap={8} justify="center">
                <Button onClick={() => void navigate({ to: '/import' })}>{t('empty.import')}</Button>
                <TryExample />
              </Group>
            )
          }
        />
      )}
      {chosen !== null && (listed.length > 0 || !tasks.data) && (
        <div className={classes.panes}>
          <TaskList tasks={listed} chosen={chosen} choose={choose} />
          <TaskDetail key={chosen} taskId={chosen} />
        </div>
      )}
      <p className={classes.notThis}>{t('notThis')}</p>
      {creating && (
        <CreateDialog
          sampleId={
            forSample ?? (samples.data?.total === 1 ? (samples.data.rows[0]?.sampleId ?? null) : null)
          }
          close={() => setCreating(false)}
          created={(taskId) => {
            setCreating(false)
            void tasks.refetch()
            choose(taskId)
          }}
        />
      )}
    </div>
  )
}
