import { Failure, type FailureCode } from '../../shared/contract/failures.ts'
import type { Job } from '../../shared/contract/state.ts'
import { call } from './call.ts'
import { transport } from './host.ts'

const looksAgain = new Set<() => void>()
transport.whenReconnected(() => {
  for (const look of looksAgain) look()
})

/**
 * Starts a job and waits until it has ended, however. `told`: each time it gets on. Listens before it starts, as a
 * short job may have ended when its id comes back. Throws `Failure` where it did not start, or is not known any more.
 */
export async function followJob(
  start: () => Promise<{ jobId: string }>,
  told: (job: Job) => void,
): Promise<Job> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Job>()
  const early = new Map<string, Job>()
  let jobId: string | undefined
  const hear = (job: Job) => {
    if (jobId === undefined) early.set(job.jobId, job)
    else if (job.jobId === jobId && job.state === 'running') told(job)
    else if (job.jobId === jobId) resolve(job)
  }
  const look = async () => {
    const job = (await call('jobs.list', {})).find((one) => one.jobId === jobId)
    if (job) hear(job)
    else if (jobId !== undefined) throw forgotten()
  }
  const lookAgain = () => void look().catch(reject)
  const stops = [transport.listen('job.progressed', hear), transport.listen('job.ended', hear)]
  looksAgain.add(lookAgain)
  try {
    jobId = (await start()).jobId
    const known = early.get(jobId)
    if (known) hear(known)
    return await ended
  } finally {
    for (const stop of stops) stop()
    looksAgain.delete(lookAgain)
  }
}

const forgotten = () =>
  new Failure('notFound', 'Pathclock was started again meanwhile, and the work has ended. Start it again.', {
    what: 'job',
  })

/** What ended a job as a failure that can be shown; `name`: the file that it wrote. */
export function failureOfJob({ jobId, title, message, failureCode }: Job, name: string): Failure {
  const said = message ?? title
  if (failureCode && failureCode in plain) return plain[failureCode as PlainCode](said, name)
  return new Failure('bug', said, { reference: jobId })
}

type PlainCode = Extract<FailureCode, 'file' | 'rejected' | 'notFound' | 'notSignedIn'>
const plain: Record<PlainCode, (said: string, name: string) => Failure> = {
  file: (said, name) => new Failure('file', said, { name }),
  rejected: (said) => new Failure('rejected', said, { problems: [] }),
  notFound: (said) => new Failure('notFound', said, { what: 'table' }),
  notSignedIn: (said) => new Failure('notSignedIn', said, {}),
}
