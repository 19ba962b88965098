import { describeFit, describeModelNote } from '../../../shared/domain/results/describeModel.ts'
import type { ModelResult } from '../../../shared/domain/results/model.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { modelColumns, toModelLines } from '../../../shared/tables/models.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { tableOfAnalyses, unitOfMeasures } from './compareTable.ts'
import { type Contents, describePathways, describeSamples, type Sources, unitLines } from './tableContents.ts'

/** Returns one row per measure, contrast and pathway of a linear model. */
export async function modelTable(
  sources: Sources,
  { request }: Extract<TableChoice, { kind: 'model' }>,
): Promise<Contents> {
  const models: ModelResult[] = []
  for (const measure of ['activity', 'aging_offset'] as const)
    models.push(await sources.model({ ...request, measure }))
  const lines = models.flatMap(toModelLines)
  const columns = modelColumns(unitOfMeasures(sources.units()))
  return tableOfAnalyses(models, {
    columns,
    lines,
    about: [
      { name: 'among', value: describeSamples(request.of) },
      { name: 'pathways', value: describePathways(request.pathways) },
      ...models.map((model) => ({ name: `model of ${model.measure}`, value: toEnglish(describeFit(model)) })),
      { name: 'q', value: 'Benjamini–Hochberg over the pathways of one contrast and measure' },
      ...(models[0]?.terms ?? []).map((term) => ({
        name: `field ${term.field}`,
        value:
          term.kind === 'number' ? 'a number' : `levels: ${term.levels.map(({ value }) => value).join('; ')}`,
      })),
      // A sample without a result of one measure is in the model of the other.
      ...models.map(({ measure, sampleIds }) => ({
        name: `samples of ${measure}`,
        value: sampleIds.join('; '),
      })),
      ...unitLines(sources.units()),
    ],
    describeNote: (note) => toEnglish(describeModelNote(note)),
  })
}
