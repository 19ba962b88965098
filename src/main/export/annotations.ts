import { type Kysely, sql } from 'kysely'
import type { CsvCell } from '../../shared/domain/csvLine.ts'
import { among } from '../store/among.ts'
import type { JournalSchema } from '../store/journal.ts'

type AnnotationCells = {
  columns: string[]
  /** Gives the cells of each of some samples, in the order of the columns. */
  of(sampleIds: readonly string[]): Promise<(sampleId: string) => CsvCell[]>
}

const fixed = ['annotation_group', 'annotation_tags', 'annotation_note']
const origin = ['annotated_at', 'annotated_by']

/** Columns for what was added to samples here, under names of their own; none where nothing was added. */
export async function annotationColumns(query: Kysely<JournalSchema>): Promise<AnnotationCells> {
  const { rows: names } = await sql<{ name: string }>`
    SELECT DISTINCT field.key AS name FROM annotations, json_each(annotations.fields) AS field ORDER BY name
  `.execute(query)
  const some = await query.selectFrom('annotations').select('sample_id').limit(1).executeTakeFirst()
  if (!some) return { columns: [], of: async () => () => [] }
  const columns = [...fixed, ...names.map(({ name }) => `annotation_${name}`), ...origin]
  return {
    columns,
    async of(sampleIds) {
      const rows = await query
        .selectFrom('annotations')
        .selectAll()
        .where('sample_id', 'in', among(sampleIds))
        .execute()
      const cells = new Map(
        rows.map((row): [string, CsvCell[]] => {
          // Written by the register as a list of texts and a flat object.
          const tags = JSON.parse(row.tags) as string[]
          const fields = new Map(Object.entries<string | number>(JSON.parse(row.fields)))
          const covariates = names.map(({ name }) => fields.get(name) ?? null)
          const { group_name, note, changed_at, changed_by } = row
          return [row.sample_id, [group_name, tags.join('; '), note, ...covariates, changed_at, changed_by]]
        }),
      )
      return (sampleId) => cells.get(sampleId) ?? columns.map(() => null)
    },
  }
}
