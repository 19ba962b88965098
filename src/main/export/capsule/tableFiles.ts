import type { TableChoice } from '../../../shared/domain/exporting.ts'
import { dictionaryOf, withColumns } from '../columnSelection.ts'
import { writeCsv } from '../formats/delimited.ts'
import type { CollectedStudy } from '../study/study.ts'
import type { Table } from '../table.ts'
import type { ZipFile } from '../zip.ts'
import type { CapsuleDeps } from './files.ts'

/** Who annotated a sample is for the laboratory to know. No other column can have this name. */
const whoColumn = 'annotated_by'

/** The tables of the study, each with its data dictionary. */
export async function* tableFiles(
  { tableOf }: CapsuleDeps,
  { study, sampleIds }: CollectedStudy,
): AsyncGenerator<ZipFile> {
  const of = { sampleIds }
  const view = { kind: 'raw' } as const
  const choices: [string, TableChoice][] = [
    ['results', { kind: 'resultsLong', of, pathways: [] }],
    ['results-wide-activity', { kind: 'resultsWide', of, measure: 'activity', view, pathways: [] }],
    ['results-wide-aging-offset', { kind: 'resultsWide', of, measure: 'aging_offset', view, pathways: [] }],
    ['samples', { kind: 'samples', of }],
    ['answers', { kind: 'answers', of }],
  ]
  if (study.kind === 'cohort' && study.comparison)
    choices.push(['comparison', { kind: 'compare', request: { ...study.comparison, of } }])
  for (const [name, choice] of choices) {
    const all = await tableOf(choice)
    const columns = all.columns.flatMap(({ name: column }) => (column === whoColumn ? [] : [column]))
    const table = withColumns(all, { columns, table: choice })
    try {
      yield { path: `tables/${name}.csv`, chunks: asTexts(table) }
      yield { path: `tables/${name}-columns.csv`, chunks: asTexts(dictionaryOf(table)) }
    } finally {
      await all.close()
    }
  }
}

async function* asTexts(table: Table): AsyncGenerator<string> {
  for await (const text of writeCsv(table))
    yield typeof text === 'string' ? text : Buffer.from(text).toString()
}
