import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../shared/contract/state.ts'
import { useEvent } from '../client/useEvent.ts'

const colors: Record<Job['state'], string> = {
  running: 'teal',
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

/** Whoever began an export says where its file is; what went wrong with it is said here too. */
const isToldByPage = ({ kind, state, message }: Job): boolean =>
  kind === 'export' && state !== 'failed' && message === null

/** Says that long work has ended, wherever the person is by then; a failure stays until it is closed. */
export function useJobToasts(): void {
  const { t } = useTranslation('app')
  useEvent('job.ended', (job) => {
    if (job.state === 'running' || isToldByPage(job)) return
    notifications.show({
      id: job.jobId,
      color: colors[job.state],
      title: t(`ended.${job.state}`, { title: job.title }),
      message: job.message ?? '',
      ...(job.state === 'failed' ? { autoClose: false } : {}),
    })
  })
}
