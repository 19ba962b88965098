import { useState } from 'react'
import type { Job } from '../../../shared/contract/state.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useEvent } from '../../client/useEvent.ts'
import type { Sent } from './useWizard.ts'

/** A batch on its way: how far it is, by what is pushed, and what can be done with it. */
export function useSending({ batchId, jobId: firstJobId }: Sent) {
  const [jobId, setJobId] = useState(firstJobId)
  const [pushed, setPushed] = useState<Job | null>(null)
  const [said, setSaid] = useState('')
  const jobs = useCall('jobs.list', {})
  const batches = useCall('batches.list', {})
  const { refetch } = batches
  const take = (job: Job) => {
    if (job.jobId !== jobId) return
    setPushed(job)
    void refetch()
  }
  useEvent('job.progressed', take)
  useEvent('job.ended', take)
  const follow = async (asked: Promise<{ jobId: string }>) => {
    setJobId((await asked).jobId)
    setSaid('')
    await refetch()
  }
  const pause = useAction(async () => {
    await call('batches.pause', { batchId })
    await refetch()
  })
  const resume = useAction(() => follow(call('batches.resume', { batchId })))
  const cancel = useAction(async () => {
    setSaid((await call('batches.cancel', { batchId })).message)
    await refetch()
  })
  const retry = useAction(() => follow(call('batches.retryFailed', { batchId })))
  const job = pushed?.jobId === jobId ? pushed : (jobs.data?.find((one) => one.jobId === jobId) ?? null)
  const actions = [pause, resume, cancel, retry]
  return {
    batch: batches.data?.find((one) => one.batchId === batchId) ?? null,
    job,
    running: job === null || job.state === 'running',
    said,
    failure: actions.find(({ failure }) => failure)?.failure ?? batches.failure,
    pause,
    resume,
    cancel,
    retry,
  }
}

export type Sending = ReturnType<typeof useSending>
