import type { ReferenceService } from '../../demoService/index.ts'
import type { Call, Input } from '../../shared/contract/contract.ts'
import type { Job } from '../../shared/contract/state.ts'

/** Signs in with the service's key, to send as fast as it responds. Returns the id of the profile. */
export async function connect(
  call: Call,
  { url: serviceUrl, apiKey }: Pick<ReferenceService, 'url' | 'apiKey'>,
  name = 'Lab',
): Promise<string> {
  const { profile } = await call('session.connectApiKey', { serviceUrl, apiKey, name })
  const profileId = profile?.id ?? ''
  await call('profiles.change', { profileId, dialect: { requests_per_minute: 100_000 } })
  return profileId
}

/** Reads and checks a file with the suggested mapping. Returns the id of its draft. */
export async function checkFile(call: Call, path: string): Promise<string> {
  const { fileId } = await call('files.adopt', { path })
  const { draftId, suggestedMapping: mapping } = await call('imports.read', { fileId })
  await call('imports.check', { draftId, mapping })
  return draftId
}

/** Orders the rows of a file, and waits until all of them were sent. */
export async function orderFile(call: Call, path: string, more: Partial<Input<'imports.send'>> = {}) {
  const sent = await call('imports.send', { draftId: await checkFile(call, path), ...more })
  await jobEnd(call, sent.jobId)
  return sent
}

/** Waits for the end of a job, by its id or the first that `isIt`. Returns the job. */
export async function jobEnd(call: Call, isIt: string | ((job: Job) => boolean)): Promise<Job> {
  const matches = (job: Job) => (typeof isIt === 'string' ? job.jobId === isIt : isIt(job))
  for (;;) {
    const found = (await call('jobs.list', {})).find((job) => job.state !== 'running' && matches(job))
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
