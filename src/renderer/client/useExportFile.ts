import { useState } from 'react'
import type { Input } from '../../shared/contract/contract.ts'
import type { FileHandle, Job } from '../../shared/contract/state.ts'
import { call } from './call.ts'
import { chooseSave, deliver } from './files.ts'
import { failureOfJob, followJob } from './followJob.ts'
import { useAction } from './useAction.ts'

/** A report or capsule of a study. */
export type DocumentSettings = Input<'studies.write'>['settings']
export type ExportFileSettings = Input<'exports.write'>['settings'] | DocumentSettings
/** `rows`: of the table, or the samples of the study. `sha256` of the file's bytes, in hexadecimal; null where nothing was noted of it. */
export type Exported = { file: FileHandle; rows: number; sha256: string | null }
/** null: no place was chosen. */
type Outcome = Exported | 'cancelled' | null

/**
 * Writes a table or a document as a file, at a place the person chooses, and hands it over once it is whole. `job`: how far it is;
 * `requested`: what it is of. It goes on where the page that began it is left.
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
  return { ...action, job, asked: requested }
}

async function write(
  settings: ExportFileSettings,
  file: FileHandle,
  onProgress: (job: Job) => void,
): Promise<Exported | 'cancelled'> {
  const { fileId } = file
  const start = () =>
    'document' in settings
      ? call('studies.write', { fileId, settings })
      : call('exports.write', { fileId, settings })
  const job = await followJob(start, onProgress)
  if (job.state === 'cancelled') return 'cancelled'
  if (job.state === 'failed') throw failureOfJob(job, file.name)
  await deliver(file)
  // The note of an export has the id of its job.
  const record = (await call('exports.list', {})).find(({ exportId }) => exportId === job.jobId)
  if (!record) return { file, rows: job.done, sha256: null }
  return { file: { ...file, sizeBytes: record.sizeBytes }, rows: record.rows, sha256: record.sha256 }
}
