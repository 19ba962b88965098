import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isFinal } from '../../../shared/domain/sample.ts'
import type { ScreeningTask } from '../../../shared/domain/screening.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { toPercent } from './ranking.ts'
import classes from './screening.module.css'

type Props = { tasks: ScreeningTask[]; chosen: string; choose: (taskId: string) => void }

/** The tasks, newest first; the chosen one is marked. */
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
        <span className={classes.taskName}>{task.clientReference ?? task.sampleId}</span>
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
