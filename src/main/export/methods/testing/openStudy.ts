import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { Failure } from '../../../../shared/contract/failures.ts'
import { studyChoiceSchema } from '../../../../shared/domain/studies/documents.ts'
import { tableChoiceSchema } from '../../../../shared/domain/studies/exporting.ts'
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { createCollectStudy } from '../../documents/collectStudy.ts'
import { writeCsv } from '../../formats/text.ts'
import { type GivenSamples, openExports } from '../../testing/openExports.ts'
import { writeMethods } from '../methods.ts'

export type StudyInput = z.input<typeof studyChoiceSchema>

/** Opens documents on real stores, in a folder of the test. */
export async function openStudy(given: GivenSamples) {
  const { sources, folder, close, tableOf, clock } = await openExports(given)
  const collectStudy = createCollectStudy({
    sources: {
      ...sources,
      sample: () =>
        Promise.reject(
          new Failure('notFound', joinMessages([`Single samples are not read here.`]), {
            what: message('shared.sample'),
          }),
        ),
      history: async () => [],
    },
    version: '1.2.3',
    clock,
  })
  const collect = (input: StudyInput) =>
    collectStudy(studyChoiceSchema.parse(input), new AbortController().signal)
  const csvOf = async (choice: z.input<typeof tableChoiceSchema>) => {
    let text = ''
    for await (const piece of writeCsv(await tableOf(tableChoiceSchema.parse(choice)))) text += String(piece)
    return text
  }
  return {
    close,
    collect,
    /** Writes the tables and programs as in a capsule to a folder of this name, and returns its path. */
    async unpack(name: string, input: StudyInput): Promise<string> {
      const collected = await collect(input)
      const { study, sampleIds } = collected
      const { r, python } = writeMethods(collected, 'en')
      const write = (file: string, text: string) => writeFileSync(join(folder, name, file), text)
      for (const part of ['tables', 'methods']) mkdirSync(join(folder, name, part), { recursive: true })
      write('tables/results.csv', await csvOf({ kind: 'resultsLong', of: { sampleIds } }))
      write('tables/samples.csv', await csvOf({ kind: 'samples', of: { sampleIds } }))
      if (study.kind === 'cohort' && study.comparison) {
        const request = { ...study.comparison, of: { sampleIds } }
        write('tables/comparison.csv', await csvOf({ kind: 'compare', request }))
      }
      if (study.kind === 'cohort' && study.model) {
        const request = { ...study.model, of: { sampleIds } }
        write('tables/model.csv', await csvOf({ kind: 'model', request }))
      }
      write('methods/recompute.R', r)
      write('methods/recompute.py', python)
      return join(folder, name)
    },
  }
}
