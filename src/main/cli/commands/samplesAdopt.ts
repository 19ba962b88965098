import type { Output as Result } from '../../../shared/contract/contract.ts'
import type { Job } from '../../../shared/contract/state.ts'
import { withApp } from '../app.ts'
import { type CommandSpec, option, type Run } from '../command.ts'
import { exitCodes, jobOf } from '../endings.ts'
import { followJob } from '../followJob.ts'
import { counted } from '../text.ts'
import { isSet } from '../values.ts'

export const samplesAdopt: CommandSpec = {
  name: 'samples adopt',
  takes: '<FILE>',
  group: 'Samples',
  summary: 'Add orders that were placed elsewhere to the register',
  details: `FILE is a table with a column of sample IDs. Samples that "export samples" wrote come back with their groups, tags
and notes; their results are fetched again from the service.`,
  options: () => [option('--keep-unknown', 'Also add IDs that the service does not know')],
  examples: ['samples adopt ids.csv', 'samples adopt ids.csv --keep-unknown'],
  run: (run) =>
    withApp(run, async (app) => {
      const { fileId } = await app.call('files.adopt', { path: run.operands[0] ?? '' })
      const keepUnknown = isSet(run.values, 'keep-unknown')
      const adoption = await app.call('samples.adopt', { from: { fileId }, keepUnknown })
      try {
        const { jobId } = adoption
        const job = jobId === null ? null : await followJob(app, async () => ({ jobId }))
        return report(run, adoption, job)
      } catch (error) {
        const job = jobOf(error)
        if (job) report(run, adoption, job)
        throw error
      }
    }),
}

/** `job`: as it ended; null where nobody had to be asked for. */
function report(run: Run, adoption: Result<'samples.adopt'>, job: Job | null): number {
  const { asked, already, repeated, empty, broken } = adoption
  const adopted = job?.done ?? 0
  const unknown = (job?.failed ?? 0) - (job?.unasked ?? 0)
  const unasked = asked - adopted - unknown
  const isDone = job === null || job.state === 'done'
  run.output.record({
    type: 'summary',
    requested: asked,
    adopted,
    failed: unknown + unasked,
    unknown_to_service: unknown,
    not_requested: unasked,
    settled: job?.settled ?? 0,
    already: already.length,
    repeated: repeated.length,
    without_id: empty,
    broken: broken.length,
    message: job?.message ?? null,
  })
  if (isDone) run.output.say(job?.message ?? 'Nothing was left to take in.')
  if (already.length > 0) run.output.say(`${counted(already.length, 'sample')} in the register already.`)
  if (repeated.length > 0) run.output.say(`${counted(repeated.length, 'id')} named twice in the file.`)
  if (empty > 0) run.output.warn(`${counted(empty, 'row')} of the file without an id.`)
  for (const { row, message } of broken) run.output.warn(`Line ${row} was not taken in. ${message}`)
  return unknown + unasked > 0 || empty > 0 || broken.length > 0 ? exitCodes.someRowsFailed : exitCodes.done
}
