import { z } from 'zod'
import { type Message } from '../../messages/message.ts'
import { drugFilterSchema } from '../drugs/drug.ts'
import { matchDirectionSchema, profileSchema } from '../drugs/drugMatch.ts'
import { ageSourceSchema, sampleChoiceSchema, valueViewSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import { type StudySettings, studySettingsSchema } from './documents.ts'

const id = z.string().min(1).max(300)
const allSamples = sampleChoiceSchema.default({ filter: {} })
const pathways = z.array(z.string().min(1).max(200)).max(10_000).default([])

/**
 * `csv`: RFC 4180, UTF-8, no BOM. `csv-excel`: the same with a BOM, by which Excel knows the encoding; no `sep=` line, which no other reader knows.
 * `csv-excel-semicolon`: as that, for computers whose decimal sign is a comma: semicolons between cells, and 0,5.
 * `json`: one document with its columns described; `jsonl`: one object a line.
 */
export const tableFormatSchema = z.enum([
  'csv',
  'csv-excel',
  'csv-excel-semicolon',
  'tsv',
  'xlsx',
  'json',
  'jsonl',
  'parquet',
])
export type TableFormat = z.infer<typeof tableFormatSchema>
/** Those that can be written to a terminal or a pipe. */
export const textFormats: readonly TableFormat[] = [
  'csv',
  'csv-excel',
  'csv-excel-semicolon',
  'tsv',
  'json',
  'jsonl',
]
export const formatExtension: Record<TableFormat, string> = {
  csv: 'csv',
  'csv-excel': 'csv',
  'csv-excel-semicolon': 'csv',
  tsv: 'tsv',
  xlsx: 'xlsx',
  json: 'json',
  jsonl: 'jsonl',
  parquet: 'parquet',
}

/** Drugs of a list, of given ids, or all that a search of the cached drugs finds. */
const drugChoiceSchema = z.union([
  z.object({ listId: id }).strict(),
  z.object({ drugIds: z.array(id).min(1).max(10_000) }).strict(),
  z.object({ search: drugFilterSchema }).strict(),
])
export type DrugChoice = z.infer<typeof drugChoiceSchema>

/**
 * One table of what is known here. `match`: drugs that oppose or mimic a profile. `resultsLong`: a row a sample and pathway; `resultsWide`: a row a sample, a column a
 * pathway, of one measure in one view; `clock`: a row a sample that has both ages; `history`: every row of one batch, or of all, with its outcome; `answers`: every
 * answer that was ever stored, with when and from where.
 */
export const tableChoiceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('resultsLong'), of: allSamples, pathways }).strict(),
  z
    .object({
      kind: z.literal('resultsWide'),
      of: allSamples,
      measure: z.enum(['activity', 'aging_offset']),
      view: valueViewSchema.default({ kind: 'raw' }),
      pathways,
    })
    .strict(),
  z.object({ kind: z.literal('samples'), of: allSamples }).strict(),
  z
    .object({
      kind: z.literal('clock'),
      of: allSamples,
      predicted: ageSourceSchema.optional(),
      chronological: ageSourceSchema.optional(),
    })
    .strict(),
  z.object({ kind: z.literal('drugs'), of: drugChoiceSchema.default({ search: { text: '' } }) }).strict(),
  z.object({ kind: z.literal('compare'), request: comparisonRequestSchema.omit({ measure: true }) }).strict(),
  z
    .object({
      kind: z.literal('match'),
      profile: profileSchema,
      direction: matchDirectionSchema.default('opposing'),
    })
    .strict(),
  z.object({ kind: z.literal('screening'), taskId: id.optional() }).strict(),
  z.object({ kind: z.literal('history'), batchId: id.optional() }).strict(),
  z.object({ kind: z.literal('answers'), of: allSamples }).strict(),
])
export type TableChoice = z.infer<typeof tableChoiceSchema>
export type TableKind = TableChoice['kind']

/**
 * What a person chose of a file: which table, its form, its columns in their order (left out: all), and whether the
 * data dictionary of the table is meant instead of the table.
 */
export const exportSettingsSchema = z
  .object({
    table: tableChoiceSchema,
    format: tableFormatSchema,
    columns: z.array(z.string().min(1).max(1000)).min(1).max(16_384).optional(),
    dictionary: z.boolean().default(false),
  })
  .strict()
export type ExportSettings = z.infer<typeof exportSettingsSchema>

export type ColumnType = 'text' | 'number' | 'integer' | 'boolean' | 'time' | 'mixed'

/**
 * One line of the data dictionary. `unit`: null where the column has none (an id, a text); `not documented` where the
 * service does not say. `mixed`: numbers in some rows, texts in others. Times are ISO 8601, UTC. `meant`: what its
 * values are by declaration, though the rows may hold anything else; a free field, which nothing declares, is text.
 */
export type TableColumn = {
  name: string
  type: ColumnType
  unit: string | null
  about: Message
  parsedType?: 'number' | 'day' | 'time' | 'text'
}
export const notDocumented = 'not documented'

/** `rows`: null where counting would take as long as writing. `name`: suggested, without extension. */
export type TableDescription = {
  name: string
  columns: TableColumn[]
  rows: number | null
  synthetic: boolean
}

/** A table, or a report or capsule of a study. */
export const anySettingsSchema = z.union([exportSettingsSchema, studySettingsSchema])
export type AnySettings = ExportSettings | StudySettings
export const isOfStudy = (settings: AnySettings): settings is StudySettings => 'document' in settings

/**
 * One export that was made. `rows`: of the table, or the samples of the study. `sha256` of the file's bytes, in
 * hexadecimal. No path and no profile is stored with it.
 */
export type ExportRecord = {
  exportId: string
  at: string
  fileName: string
  settings: AnySettings
  rows: number
  sizeBytes: number
  sha256: string
}

/** Settings under a name, to be used again from the app and the command line. Times are ISO 8601. */
export type ExportPreset = { presetId: string; name: string; settings: AnySettings; savedAt: string }
