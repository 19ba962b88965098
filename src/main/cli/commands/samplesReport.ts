import { extname, resolve } from 'node:path'
import { toFailure } from '../../../shared/contract/failures.ts'
import { withApp } from '../app.ts'
import { type CommandSpec, option } from '../command.ts'
import { exitCodeOf, exitCodes, UsageError } from '../endings.ts'
import { textOf } from '../values.ts'

export const samplesReport: CommandSpec = {
  name: 'samples report',
  takes: '<ID>',
  group: 'Samples',
  summary: 'Save the detection report of a sample',
  details: `The file is byte for byte what the service gives. Where that fails, the copy that was stored before is written and
marked, and the exit code is that of the failure (with --offline: 0).`,
  options: () => [option('--out <FILE>', 'Write to this file (required)')],
  examples: ['samples report S-1042 --out report.pdf', 'samples report S-1042 --out report.pdf --offline'],
  async run(run) {
    const out = textOf(run.values, 'out')
    if (!out) throw new UsageError('Say where to write: --out FILE.')
    return withApp(run, async (app) => {
      const path = resolve(out)
      const [sampleId = ''] = run.operands
      const { fileId } = await app.saveAt(path)
      const saved = await app.call('samples.saveReport', { sampleId, fileId })
      const { file, contentType, extension, fetchedAt, stored } = saved
      run.output.record({
        type: 'summary',
        sample_id: sampleId,
        file: path,
        content_type: contentType,
        extension,
        bytes: file.sizeBytes,
        fetched_at: fetchedAt,
        stored: stored !== null,
        ...(stored && { reason: stored.message }),
      })
      run.output.say(`${file.sizeBytes} bytes of ${contentType} in ${path}`)
      if (extname(path).toLowerCase() !== `.${extension}`)
        run.output.warn(`The report is ${contentType}: a name that ends in .${extension} suits it.`)
      if (stored === null) return exitCodes.done
      run.output.warn(
        `This is the report stored at ${fetchedAt}, not what the service gives now: ${stored.message}`,
      )
      // Whoever asks that no request leaves wants the stored one; anybody else must not take it for the current one.
      return run.globals.offline ? exitCodes.done : exitCodeOf(toFailure(stored))
    })
  },
}
