import { z } from 'zod'
import { drugFilterSchema } from '../drugs/drug.ts'
import { matchDirectionSchema, profileSchema } from '../drugs/drugMatch.ts'
import { ageSourceSchema, sampleChoiceSchema, valueViewSchema } from '../results/cohort.ts'
import { comparisonRequestSchema } from '../results/comparison.ts'
import { modelRequestSchema } from '../results/model.ts'
import { type StudySettings, studySettingsSchema } from './documents.ts'
import type { TableColumn } from './tableColumn.ts'

const id = z.string().min(1).max(300)
const allSamples = sampleChoiceSchema.default({ filter: {} })
const pathways = z.array(z.string().min(1).max(200)).max(10_000).default([])

/**
 * `csv`: RFC 4180, UTF-8, no BOM.
 * `csv-excel`: the same with a BOM, from which Excel detects the encoding. It has no `sep=` line, which other programs
 * do not understand.
 * `csv-excel-semicolon`: the same for computers whose decimal sign is a comma: semicolons between cells, and 0,5.
 * `json`: one document that describes its columns. `jsonl`: one object per line.
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
/** The formats that can be written to a terminal or a pipe. */
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

/** The drugs of a list, those with the given ids, or all hits of a search in the cached drugs. */
const drugChoiceSchema = z.union([
  z.strictObject({ listId: id }),
  z.strictObject({ drugIds: z.array(id).min(1).max(10_000) }),
  z.strictObject({ search: drugFilterSchema }),
])
export type DrugChoice = z.infer<typeof drugChoiceSchema>

/**
 * One table of the data on this computer. `match`: drugs that oppose or mimic a profile. `resultsLong`: one row per
 * sample and pathway. `resultsWide`: one row per sample and one column per pathway, for one measure in one view.
 * `clock`: one row per sample with both ages. `history`: every row of one batch, or of all batches, with its outcome.
 * `answers`: every result that was ever stored, with its time and origin.
 */
export const tableChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('resultsLong'), of: allSamples, pathways }),
  z.strictObject({
    kind: z.literal('resultsWide'),
    of: allSamples,
    measure: z.enum(['activity', 'aging_offset']),
    view: valueViewSchema.default({ kind: 'raw' }),
    pathways,
  }),
  z.strictObject({ kind: z.literal('samples'), of: allSamples }),
  z.strictObject({
    kind: z.literal('clock'),
    of: allSamples,
    predicted: ageSourceSchema.optional(),
    chronological: ageSourceSchema.optional(),
  }),
  z.strictObject({ kind: z.literal('drugs'), of: drugChoiceSchema.default({ search: { text: '' } }) }),
  z.strictObject({ kind: z.literal('compare'), request: comparisonRequestSchema.omit({ measure: true }) }),
  z.strictObject({ kind: z.literal('model'), request: modelRequestSchema.omit({ measure: true }) }),
  z.strictObject({
    kind: z.literal('match'),
    profile: profileSchema,
    direction: matchDirectionSchema.default('opposing'),
  }),
  z.strictObject({ kind: z.literal('screening'), taskId: id.optional() }),
  z.strictObject({ kind: z.literal('history'), batchId: id.optional() }),
  z.strictObject({ kind: z.literal('answers'), of: allSamples }),
])
export type TableChoice = z.infer<typeof tableChoiceSchema>
export type TableKind = TableChoice['kind']

/**
 * The user's settings for a file: the table, its format, its columns in order (absent: all), and whether to write the
 * data dictionary instead of the table.
 */
export const exportSettingsSchema = z.strictObject({
  table: tableChoiceSchema,
  format: tableFormatSchema,
  columns: z.array(z.string().min(1).max(1000)).min(1).max(16_384).optional(),
  dictionary: z.boolean().default(false),
})
export type ExportSettings = z.infer<typeof exportSettingsSchema>

/** `rows`: null if counting would take as long as writing. `name`: a suggested file name without extension. */
export type TableDescription = {
  name: string
  columns: TableColumn[]
  rows: number | null
  synthetic: boolean
}

export const anySettingsSchema = z.union([exportSettingsSchema, studySettingsSchema])
export type AnySettings = ExportSettings | StudySettings
export const isOfStudy = (settings: AnySettings): settings is StudySettings => 'document' in settings

/**
 * One export. `rows`: the rows of the table, or the samples of the study. `sha256`: the hash of the file's bytes in
 * hexadecimal. Neither a path nor a profile is stored with it.
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

/** Named export settings for reuse in the app and on the command line. Times are ISO 8601. */
export type ExportPreset = { presetId: string; name: string; settings: AnySettings; savedAt: string }
