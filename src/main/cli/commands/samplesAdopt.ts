import { withApp } from '../app.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../endings.ts'
import { followJob } from '../followJob.ts'
import { counted } from '../text.ts'
import { isSet } from '../values.ts'

export const samplesAdopt: Command = {
  words: ['samples', 'adopt'],
  usage: 'FILE [--keep-unknown]',
  about: 'take orders that were placed elsewhere into the register, by their sample ids',
  operands: { least: 1, most: 1 },
  options: {
    'keep-unknown': { type: 'boolean', about: 'keep ids too that the service does not know' },
  },
  run: (run) =>
    withApp(run, async (app) => {
      const { fileId } = await app.call('files.adopt', { path: run.operands[0] ?? '' })
      const keepUnknown = isSet(run.values, 'keep-unknown')
      const adoption = await app.call('samples.adopt', { from: { fileId }, keepUnknown })
      const { jobId, asked, already, repeated, empty, broken } = adoption
      const job = jobId === null ? null : await followJob(app, async () => ({ jobId }))
      const adopted = job?.done ?? 0
      const missing = job?.failed ?? 0
      run.output.record({
        type: 'summary',
        asked,
        adopted,
        failed: missing,
        already: already.length,
        repeated: repeated.length,
        without_id: empty,
        broken: broken.length,
        message: job?.message ?? null,
      })
      run.output.say(job?.message ?? 'Nothing was left to take in.')
      if (already.length > 0) run.output.say(`${counted(already.length, 'sample')} in the register already.`)
      if (repeated.length > 0) run.output.say(`${counted(repeated.length, 'id')} named twice in the file.`)
      if (empty > 0) run.output.warn(`${counted(empty, 'row')} of the file without an id.`)
      for (const { row, message } of broken) run.output.warn(`Line ${row} was not taken in. ${message}`)
      return missing > 0 || empty > 0 || broken.length > 0 ? exitCodes.someRowsFailed : exitCodes.done
    }),
}
