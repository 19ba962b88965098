import { Failure, type FailureCode } from '../../shared/contract/failures.ts'
import type { Job } from '../../shared/contract/state.ts'
import { call } from './call.ts'
import { transport } from './host.ts'

const recheckers = new Set<() => void>()
transport.whenReconnected(() => {
  for (const recheck of recheckers) recheck()
})

/**
 * Starts a job and waits until it has ended, however. `onProgress`: each time it gets on. Listens before it starts, as a
 * short job may have ended when its id comes back. Throws `Failure` where it did not start, or is not known any more.
 */
export async function followJob(
  start: () => Promise<{ jobId: string }>,
  onProgress: (job: Job) => void,
): Promise<Job> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Job>()
  const earlyEvents = new Map<string, Job>()
  let jobId: string | undefined
  const onJobEvent = (job: Job) => {
    if (jobId === undefined) earlyEvents.set(job.jobId, job)
    else if (job.jobId === jobId && job.state === 'running') onProgress(job)
    else if (job.jobId === jobId) resolve(job)
  }
  const checkJob = async () => {
    const job = (await call('jobs.list', {})).find((one) => one.jobId === jobId)
    if (job) onJobEvent(job)
    else if (jobId !== undefined) throw jobLost()
  }
  const recheck = () => void checkJob().catch(reject)
  const unsubscribers = [
    transport.listen('job.progressed', onJobEvent),
    transport.listen('job.ended', onJobEvent),
  ]
  recheckers.add(recheck)
  try {
    jobId = (await start()).jobId
    const known = earlyEvents.get(jobId)
    if (known) onJobEvent(known)
    return await ended
  } finally {
    for (const unsubscribe of unsubscribers) unsubscribe()
    recheckers.delete(recheck)
  }
}

const jobLost = () =>
  new Failure('notFound', 'Pathclock was started again meanwhile, and the work has ended. Start it again.', {
    what: 'job',
  })

/** What ended a job as a failure that can be shown; `name`: the file that it wrote. */
export function failureOfJob({ jobId, title, message, failureCode }: Job, name: string): Failure {
  const text = message ?? title
  if (failureCode && failureCode in createFailureByCode)
    return createFailureByCode[failureCode as SimpleFailureCode](text, name)
  return new Failure('bug', text, { reference: jobId })
}

type SimpleFailureCode = Extract<FailureCode, 'file' | 'rejected' | 'notFound' | 'notSignedIn'>
const createFailureByCode: Record<SimpleFailureCode, (text: string, name: string) => Failure> = {
  file: (text, name) => new Failure('file', text, { name }),
  rejected: (text) => new Failure('rejected', text, { problems: [] }),
  notFound: (text) => new Failure('notFound', text, { what: 'table' }),
  notSignedIn: (text) => new Failure('notSignedIn', text, {}),
}
