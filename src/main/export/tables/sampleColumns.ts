import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { defaultOrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { type Annotation, orderFieldNames } from '../../../shared/domain/samples/sample.ts'
import { notDocumented, type TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import { type Cell, type Column, textColumn, timeColumn, toCells } from '../../../shared/tables/column.ts'
import {
  annotationName,
  sampleColumns,
  annotationColumns as sharedColumns,
} from '../../../shared/tables/samples.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import { boundList } from '../../store/boundList.ts'
import type { AnnotationRow, JournalSchema, StoredSample } from '../../store/journal.ts'
import { toNumberOfSameLetters, typeAfter, withDistinctNames } from './table.ts'

/** A sample of the register with its parsed fields. */
export type RegisterRow = StoredSample & { read: ReadonlyMap<string, string | number> }

const fieldsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

/** Parses into a Map, because the field of a plain object could have the name of an inherited property. */
const readFields = (fields: string): Map<string, string | number> =>
  new Map(Object.entries(fieldsSchema.parse(JSON.parse(fields))))

/** Returns these samples in this order, without those that no longer exist. */
export async function samplesOf(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[],
): Promise<RegisterRow[]> {
  const rows = await query
    .selectFrom('samples')
    .selectAll()
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  const byId = new Map(rows.map((row) => [row.sample_id, row]))
  return sampleIds.flatMap((sampleId) => {
    const row = byId.get(sampleId)
    return row ? { ...row, read: readFields(row.fields) } : []
  })
}

export const idNames = ['sample_id', 'client_reference']

/** The rows read between turns of other work, which take a few ms. */
const readChunkSize = 2000

/**
 * Returns the columns that identify a sample: its ids, then every field that any sample of the register has, with those
 * of orders first, so that the columns do not depend on the chosen samples. `taken` contains the names of all other
 * columns and of the ids; the new names are added to it.
 */
export async function sampleFields(
  query: Kysely<JournalSchema>,
  taken: Set<string>,
): Promise<Column<RegisterRow>[]> {
  const types = await fieldTypes(query, { table: 'samples', key: 'rowid', first: 0 }, toCell)
  types.delete('client_reference')
  const known = orderFieldNames.filter((name) => types.has(name))
  const others = [...types.keys()].filter((name) => !known.some((one) => one === name)).sort()
  const ids = [
    { ...sampleColumns.id, of: (row: RegisterRow) => row.sample_id },
    { ...sampleColumns.reference, of: (row: RegisterRow) => row.client_reference },
  ]
  const fields = [...known, ...others].map((name) => toField(name, types.get(name) ?? 'text'))
  return [...ids, ...withDistinctNames(fields, taken, 'field_')]
}

type FieldType = ReturnType<typeof typeAfter>

/** Returns the type of each field that any row of a table has. Reads it in the order of its key. */
async function fieldTypes(
  query: Kysely<JournalSchema>,
  { table, key, first }: { table: 'samples' | 'annotations'; key: string; first: number | string },
  toValue: (name: string, value: string | number) => string | number = (_, value) => value,
): Promise<Map<string, FieldType>> {
  const types = new Map<string, FieldType>()
  const column = sql.ref(key)
  for (let last = first; ; await yieldToEventLoop()) {
    const { rows } = await sql<{ key: number | string; fields: string }>`
      SELECT ${column} AS key, fields FROM ${sql.table(table)}
      WHERE ${column} > ${last} ORDER BY ${column} LIMIT ${readChunkSize}
    `.execute(query)
    for (const { fields } of rows)
      for (const [name, value] of readFields(fields))
        types.set(name, typeAfter(types.get(name), toValue(name, value)))
    if (rows.length < readChunkSize) return types
    last = rows.at(-1)?.key ?? last
  }
}

const aboutFields: Record<string, Message> = {
  age: message('export.ageDonorOrdered'),
  collected_at: message('export.dayCollectionOrderedYyyy'),
  donor_id: message('export.whomSampleOrdered'),
}

/** Returns the type from the order form. A field that the form calls a day may be a text at another service. */
function parsedTypeOf(name: string): NonNullable<TableColumn['parsedType']> {
  const type = defaultOrderForm.find(({ field }) => field === name)?.type
  if (type === 'day') return 'day'
  return type === 'age' ? 'number' : 'text'
}

function toField(name: string, type: FieldType): Column<RegisterRow> {
  const unit = name === 'age' ? 'years' : notDocumented
  return {
    name,
    type,
    unit: type === 'text' ? null : unit,
    about: aboutFields[name] ?? message('export.fieldSampleGivenOrder'),
    parsedType: parsedTypeOf(name),
    of: ({ read }) => {
      const value = read.get(name)
      return value === undefined ? null : toCell(name, value)
    },
  }
}

const orderTexts: ReadonlySet<string> = new Set(orderFieldNames.filter((name) => name !== 'age'))

/** Returns a value as stored: text fields of an order stay text (donor "1001"), so that tables can be joined. */
function toCell(name: string, value: string | number): string | number {
  if (orderTexts.has(name)) return String(value)
  return name === 'age' ? toNumberOfSameLetters(value) : value
}

type Annotated = Pick<Annotation, 'group' | 'tags' | 'note' | 'changedAt' | 'changedBy'> & {
  read: ReadonlyMap<string, string | number>
}

type AnnotationCells = {
  fields: Column<Annotated>[]
  /** Returns a function with the cells of each of these samples, in the order of the columns. */
  of(sampleIds: readonly string[]): Promise<(sampleId: string) => Cell[]>
}

/** Returns columns for the annotations. The annotator is included unless only the profile's name is known. */
export async function annotationColumns(
  query: Kysely<JournalSchema>,
  taken: Set<string>,
  profileName: () => string,
): Promise<AnnotationCells> {
  const some = await query.selectFrom('annotations').select('sample_id').limit(1).executeTakeFirst()
  if (!some) return { fields: [], of: async () => () => [] }
  const types = await fieldTypes(query, { table: 'annotations', key: 'sample_id', first: '' })
  const covariates = [...types]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, type]) => toAnnotationField(name, type))
  const fields = withDistinctNames(
    [...Object.values(sharedColumns), ...covariates, ...changeFields(profileName)],
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
      const cells = new Map(rows.map((row) => [row.sample_id, toCells(fields, toAnnotated(row))]))
      return (sampleId) => cells.get(sampleId) ?? none
    },
  }
}

const toAnnotated = (row: AnnotationRow): Annotated => ({
  group: row.group_name,
  // Written by the register as a list of texts.
  tags: JSON.parse(row.tags) as string[],
  note: row.note,
  changedAt: row.changed_at,
  changedBy: row.changed_by,
  read: readFields(row.fields),
})

const changeFields = (profileName: () => string): Column<Annotated>[] => [
  timeColumn('annotated_at', message('export.whenAnnotationsLastChanged'), (row) => row.changedAt),
  textColumn('annotated_by', message('export.changedLastWhereKnown'), ({ changedBy }) =>
    changedBy === '' || changedBy === profileName() ? null : changedBy,
  ),
]

const toAnnotationField = (name: string, type: FieldType): Column<Annotated> => ({
  name: annotationName(name),
  type,
  unit: type === 'text' ? null : notDocumented,
  about: message('export.valueAddedSample'),
  parsedType: 'text',
  of: ({ read }) => read.get(name) ?? null,
})
