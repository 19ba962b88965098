import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { notDocumented } from '../../shared/domain/exporting.ts'
import { boundList } from '../store/boundList.ts'
import type { AnnotationRow, JournalSchema } from '../store/journal.ts'
import { type Field, namedApart, textField, timeField, toCells, typeAfter } from './columns.ts'
import { readFields } from './sampleRows.ts'
import type { Cell } from './table.ts'

type Annotated = AnnotationRow & { read: ReadonlyMap<string, string | number> }

type AnnotationCells = {
  fields: Field<Annotated>[]
  /** Gives the cells of each of some samples, in the order of the columns. */
  of(sampleIds: readonly string[]): Promise<(sampleId: string) => Cell[]>
}

/**
 * Columns for what was added to samples here, under names of their own; none where nothing was added. Who did it is
 * told, unless only the name of the profile is known of them. `taken` gains the names.
 */
export async function annotationColumns(
  query: Kysely<JournalSchema>,
  taken: Set<string>,
  profileName: () => string,
): Promise<AnnotationCells> {
  const some = await query.selectFrom('annotations').select('sample_id').limit(1).executeTakeFirst()
  if (!some) return { fields: [], of: async () => () => [] }
  const covariates = [...(await covariateTypes(query))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, type]) => toField(name, type))
  const fields = namedApart(
    [...fixedFields, ...covariates, ...changeFields(profileName)],
    taken,
    'annotation_field_',
  )
  const none = fields.map(() => null)
  return {
    fields,
    async of(sampleIds) {
      const rows = await query
        .selectFrom('annotations')
        .selectAll()
        .where('sample_id', 'in', boundList(sampleIds))
        .execute()
      const cells = new Map(
        rows.map((row) => [row.sample_id, toCells(fields, { ...row, read: readFields(row.fields) })]),
      )
      return (sampleId) => cells.get(sampleId) ?? none
    },
  }
}

const fixedFields: Field<Annotated>[] = [
  textField(
    'annotation_group',
    'Group given here; it goes before a group that was ordered.',
    (row) => row.group_name,
  ),
  textField(
    'annotation_tags',
    'Tags given here, joined by “; ”, with “\\” before a “;” or “\\” of their own; empty text: none.',
    // Written by the register as a list of texts.
    (row) => (JSON.parse(row.tags) as string[]).map((tag) => tag.replace(/[\\;]/g, '\\$&')).join('; '),
  ),
  textField('annotation_note', 'Note taken here.', (row) => row.note),
]

const changeFields = (profileName: () => string): Field<Annotated>[] => [
  timeField('annotated_at', 'When what was added here was changed last.', (row) => row.changed_at),
  textField('annotated_by', 'Who changed it last, where that is known.', ({ changed_by }) =>
    changed_by === '' || changed_by === profileName() ? null : changed_by,
  ),
]

type CovariateType = ReturnType<typeof typeAfter>

const toField = (name: string, type: CovariateType): Field<Annotated> => ({
  name: `annotation_${name}`,
  type,
  unit: type === 'text' ? null : notDocumented,
  about: 'Value added to the sample here.',
  meant: 'text',
  of: ({ read }) => read.get(name) ?? null,
})

const readChunkSize = 2000

async function covariateTypes(query: Kysely<JournalSchema>): Promise<Map<string, CovariateType>> {
  const types = new Map<string, CovariateType>()
  for (let last = ''; ; await yieldToEventLoop()) {
    const { rows } = await sql<{ sample_id: string; fields: string }>`
      SELECT sample_id, fields FROM annotations WHERE sample_id > ${last} ORDER BY sample_id LIMIT ${readChunkSize}
    `.execute(query)
    for (const { fields } of rows)
      for (const [name, value] of readFields(fields)) types.set(name, typeAfter(types.get(name), value))
    if (rows.length < readChunkSize) return types
    last = rows.at(-1)?.sample_id ?? last
  }
}
