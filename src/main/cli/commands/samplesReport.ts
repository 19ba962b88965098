import { extname, resolve } from 'node:path'
import { withApp } from '../app.ts'
import type { Command } from '../command.ts'
import { exitCodes, UsageError } from '../endings.ts'
import { textOf } from '../values.ts'

export const samplesReport: Command = {
  words: ['samples', 'report'],
  usage: 'ID --out FILE',
  about: 'the detection report of a sample, byte for byte as the service gives it',
  operands: { least: 1, most: 1 },
  options: { out: { type: 'string', value: 'FILE', about: 'file to write' } },
  async run(run) {
    const out = textOf(run.values, 'out')
    if (!out) throw new UsageError('Say where to write: --out FILE.')
    return withApp(run, async (app) => {
      const path = resolve(out)
      const [sampleId = ''] = run.operands
      const { fileId } = await app.saveAt(path)
      const { file, contentType, extension } = await app.call('samples.saveReport', { sampleId, fileId })
      run.output.record({
        type: 'summary',
        sample_id: sampleId,
        file: path,
        content_type: contentType,
        extension,
        bytes: file.sizeBytes,
      })
      run.output.say(`${file.sizeBytes} bytes of ${contentType} in ${path}`)
      if (extname(path).toLowerCase() !== `.${extension}`)
        run.output.warn(`The report is ${contentType}: a name that ends in .${extension} suits it.`)
      return exitCodes.done
    })
  },
}
