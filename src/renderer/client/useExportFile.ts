import { useState } from 'react'
import type { Input } from '../../shared/contract/contract.ts'
import type { FileHandle, Job } from '../../shared/contract/state.ts'
import { call } from './call.ts'
import { chooseSave, deliver } from './files.ts'
import { failureOfJob, followJob } from './followJob.ts'
import { useAction } from './useAction.ts'

/** A report or capsule of a study. */
export type AskedDocument = Input<'studies.write'>['settings']
export type AskedFile = Input<'exports.write'>['settings'] | AskedDocument
/** `rows`: of the table, or the samples of the study. `sha256` of the file's bytes, in hexadecimal; null where nothing was noted of it. */
export type Exported = { file: FileHandle; rows: number; sha256: string | null }
/** null: no place was chosen. */
type Outcome = Exported | 'cancelled' | null

/**
 * Writes a table or a document as a file, at a place the person chooses, and hands it over once it is whole. `job`: how far it is;
 * `asked`: what it is of. It goes on where the page that began it is left.
 */
export function useExportFile(told: (exported: Exported) => void = () => undefined) {
  const [job, setJob] = useState<Job | null>(null)
  const [asked, setAsked] = useState<AskedFile | null>(null)
  const action = useAction(async (settings: AskedFile, fileName: string): Promise<Outcome> => {
    setJob(null)
    setAsked(settings)
    const file = await chooseSave(fileName)
    if (!file) return null
    const outcome = await write(settings, file, setJob)
    if (outcome !== 'cancelled') told(outcome)
    return outcome
  })
  return { ...action, job, asked }
}

async function write(
  settings: AskedFile,
  file: FileHandle,
  told: (job: Job) => void,
): Promise<Exported | 'cancelled'> {
  const { fileId } = file
  const start = () =>
    'document' in settings
      ? call('studies.write', { fileId, settings })
      : call('exports.write', { fileId, settings })
  const job = await followJob(start, told)
  if (job.state === 'cancelled') return 'cancelled'
  if (job.state === 'failed') throw failureOfJob(job, file.name)
  await deliver(file)
  // The note of an export has the id of its job.
  const noted = (await call('exports.list', {})).find(({ exportId }) => exportId === job.jobId)
  if (!noted) return { file, rows: job.done, sha256: null }
  return { file: { ...file, sizeBytes: noted.sizeBytes }, rows: noted.rows, sha256: noted.sha256 }
}
