import { useState } from 'react'
import type { Input } from '../../shared/contract/contract.ts'
import { Failure, type FailureCode, rejected } from '../../shared/contract/failures.ts'
import type { FileHandle, Job } from '../../shared/contract/state.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { call, useAction } from './call.ts'
import { chooseSave, deliver } from './files.ts'
import { transport } from './host.ts'

/** A report or capsule of a study. */
export type DocumentSettings = Input<'documents.write'>['settings']
export type ExportFileSettings = Input<'exports.write'>['settings'] | DocumentSettings
/**
 * `rows`: of the table, or the samples of the study. `sha256`: of the file's bytes, in hexadecimal; null if the export
 * was not recorded.
 */
export type Exported = { file: FileHandle; rows: number; sha256: string | null }
/** Null: the user chose no place. */
type Outcome = Exported | 'cancelled' | null

/**
 * Writes a table or a document to a file that the user chooses, and delivers it once it is complete. `job`: its
 * progress. `requested`: its settings. It continues when the user leaves the page.
 */
export function useExportFile(onExported: (exported: Exported) => void = () => undefined) {
  const [job, setJob] = useState<Job | null>(null)
  const [requested, setRequested] = useState<ExportFileSettings | null>(null)
  const action = useAction(async (settings: ExportFileSettings, fileName: string): Promise<Outcome> => {
    setJob(null)
    setRequested(settings)
    const file = await chooseSave(fileName)
    if (!file) return null
    const outcome = await write(settings, file, setJob)
    if (outcome !== 'cancelled') onExported(outcome)
    return outcome
  })
  return { ...action, job, requested }
}

async function write(
  settings: ExportFileSettings,
  file: FileHandle,
  onProgress: (job: Job) => void,
): Promise<Exported | 'cancelled'> {
  const { fileId } = file
  const start = () =>
    'document' in settings
      ? call('documents.write', { fileId, settings })
      : call('exports.write', { fileId, settings })
  const job = await followJob(start, onProgress)
  if (job.state === 'cancelled') return 'cancelled'
  if (job.state === 'failed') throw failureOfJob(job, file.name)
  await deliver(file)
  // The record of an export has the id of its job.
  const record = (await call('exports.list', {})).find(({ exportId }) => exportId === job.jobId)
  if (!record) return { file, rows: job.done, sha256: null }
  return { file: { ...file, sizeBytes: record.sizeBytes }, rows: record.rows, sha256: record.sha256 }
}

/**
 * Starts a job and waits until it ends in any state. `onProgress`: called whenever it advances. Listens before the
 * start, because a short job may end before its id arrives. Throws `Failure` if it did not start or is unknown.
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
    transport.whenReconnected(recheck),
  ]
  try {
    jobId = (await start()).jobId
    const known = earlyEvents.get(jobId)
    if (known) onJobEvent(known)
    return await ended
  } finally {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

const jobLost = () =>
  new Failure('notFound', message('shared.pathclockStartedAgainMeanwhile'), { what: message('shared.job') })

/** Returns the failure of a job for display. `name`: the file that it wrote. */
export function failureOfJob({ jobId, title, message, failureCode }: Job, name: string): Failure {
  const text = message ?? title
  if (failureCode && failureCode in createFailureByCode)
    return createFailureByCode[failureCode as SimpleFailureCode](text, name)
  return new Failure('bug', text, { reference: jobId })
}

type SimpleFailureCode = Extract<FailureCode, 'file' | 'rejected' | 'notFound' | 'notSignedIn'>
const createFailureByCode: Record<SimpleFailureCode, (message: Message, name: string) => Failure> = {
  file: (text, name) => new Failure('file', text, { name }),
  rejected: (text) => rejected(text),
  notFound: (text) => new Failure('notFound', text, { what: message('shared.table') }),
  notSignedIn: (text) => new Failure('notSignedIn', text, {}),
}
