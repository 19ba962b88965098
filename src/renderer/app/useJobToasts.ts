import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import type { Job } from '../../shared/contract/state.ts'
import { useEvent } from '../client/useEvent.ts'
import { TranslatedMessage } from '../ui/TranslatedMessage.tsx'
import { EndedTitle } from './EndedTitle.tsx'

const colors: Record<Job['state'], string> = {
  running: 'teal',
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
}

/** Whoever began an export says where its file is; what went wrong with it is said here too. */
const isReportedByPage = ({ kind, state, message }: Job): boolean =>
  kind === 'export' && state !== 'failed' && message === null

/** Says that long work has ended, wherever the person is by then; a failure stays until it is closed. */
export function useJobToasts(): void {
  useEvent('job.ended', (job) => {
    const { state, title, message } = job
    if (state === 'running' || isReportedByPage(job)) return
    notifications.show({
      id: job.jobId,
      color: colors[state],
      title: createElement(EndedTitle, { state, title }),
      message: message && createElement(TranslatedMessage, { text: message }),
      ...(state === 'failed' ? { autoClose: false } : {}),
    })
  })
}
