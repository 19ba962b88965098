import { Box, Button, Group, Progress } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScreeningTask } from '../../../shared/domain/drugs/screening.ts'
import { isFinal } from '../../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useCall } from '../../client/useCall.ts'
import { TryExample } from '../../shared/help/Examples.tsx'
import { UnknownWords } from '../../shared/UnknownWords.tsx'
import { useSearchParams } from '../../state/searchParams.ts'
import { useStatusText } from '../../state/statusBar.ts'
import { usePublishShownTables } from '../../state/tables/shownTables.ts'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { StateBadge } from '../../ui/feedback/StateBadges.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { ToolRow } from '../../ui/panes/ToolRow.tsx'
import shared from '../../ui/shared.module.css'
import { Timestamp } from '../../ui/text/Timestamp.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { newestFirst, toPercent } from './ranking.ts'
import classes from './screening.module.css'
import { TaskDetail } from './TaskDetail.tsx'

/** Lists the screening tasks to the left, and shows the ranking of the chosen one to the right. */
export function ScreeningScreen() {
  const { t } = useTranslation('screening')
  const navigate = useNavigate()
  const { search, change } = useSearchParams('/activity/screenings')
  const forSample = search.sample ?? null
  const [creating, setCreating] = useState(forSample !== null || search.create === true)
  const tasks = useCall('screening.list', {})
  const samples = useCall('samples.list', { limit: 1 })
  const listed = newestFirst(tasks.data ?? [])
  // An unknown task in the address is reported. Showing another task instead would mislead.
  const chosen = search.task ?? listed[0]?.taskId ?? null
  const choose = (task: string) => change({ task, sample: undefined, study: undefined, create: undefined })
  useStatusText(listed.length > 0 ? t('taskCount', { count: listed.length }) : null)
  usePublishShownTables(
    listed.some(({ taskId }) => taskId === chosen) && chosen !== null
      ? [{ kind: 'screening', taskId: chosen }]
      : [],
  )
  const hasSamples = (samples.data?.total ?? 0) > 0
  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          <Button variant="filled" size="xs" disabled={!hasSamples} onClick={() => setCreating(true)}>
            {t('create')}
          </Button>
        }
      >
        <Hint>{t('tasks')}</Hint>
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
              <Button variant="filled" onClick={() => setCreating(true)}>
                {t('create')}
              </Button>
            ) : (
              <Group gap={8} justify="center">
                <Button variant="filled" onClick={() => void navigate({ to: '/import' })}>
                  {t('action.importSamples')}
                </Button>
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
          studyId={search.study ?? allSamplesId}
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

type Props = { tasks: ScreeningTask[]; chosen: string; choose: (taskId: string) => void }

/** Lists the tasks, newest first. */
export function TaskList({ tasks, chosen, choose }: Props) {
  const { t } = useTranslation('screening')
  return (
    <ul className={classes.tasks} aria-label={t('tasks')}>
      {tasks.map((task) => (
        <li key={task.taskId}>
          <button
            type="button"
            className={classes.task}
            aria-current={task.taskId === chosen}
            onClick={() => choose(task.taskId)}
          >
            <TaskLine task={task} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function TaskLine({ task }: { task: ScreeningTask }) {
  const { t } = useTranslation('screening')
  const percent = isFinal(task.state) ? null : toPercent(task.progress)
  return (
    <>
      <span className={classes.taskHead}>
        <Box component="span" flex={1} fw={600} fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {task.clientReference ?? task.sampleId}
        </Box>
        <StateBadge state={task.state} status={task.status} />
      </span>
      <span className={classes.taskFacts}>
        <Timestamp at={task.createdAt} />
        <span>{t(task.endpoint === 'screening' ? 'dialog.screening' : 'dialog.virtual')}</span>
        {task.synthetic && <SyntheticMark />}
        {percent !== null && <span>{t('progress', { percent })}</span>}
      </span>
      {percent !== null && <Progress size="xs" value={percent} aria-hidden />}
    </>
  )
}
