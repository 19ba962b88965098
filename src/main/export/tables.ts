import type { Kysely } from 'kysely'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import type { CsvCell } from '../../shared/domain/csvLine.ts'
import type { AnswersSchema } from '../store/answers.ts'
import type { JournalSchema } from '../store/journal.ts'
import { annotationColumns } from './annotations.ts'
import { analysedAt, clockNames, clockValuesOf, scoresOf } from './answers.ts'
import { fieldNames, type RegisterRow, readFields, registerPages } from './register.ts'

/** A table read in pages of rows, so that it may have any length; null is a value that nobody gave, never 0. */
export type Table = { columns: string[]; pages: AsyncIterable<CsvCell[][]> }

export type Stores = { journal: Kysely<JournalSchema>; answers: Kysely<AnswersSchema> }

/** Labels that a person set for the values; left out or empty: the unit is not documented. */
export type Units = Pick<ConventionSettings, 'activity_unit' | 'aging_offset_unit'>

/** One row a sample and pathway: the long table that statistics programs read. */
export async function resultsTable({ journal, answers }: Stores, units: Units): Promise<Table> {
  const fields = await fieldNames(journal)
  const labels = (['activity_unit', 'aging_offset_unit'] as const).filter((name) => units[name])
  const inUnits = labels.map((name) => units[name] ?? null)
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    for await (const samples of registerPages(journal)) {
      const results = await scoresOf(
        answers,
        samples.map((sample) => sample.sample_id),
      )
      yield samples.flatMap((sample) => {
        const before = [sample.sample_id, sample.client_reference, ...fieldCells(sample, fields)]
        return (results.get(sample.sample_id) ?? []).map(({ answer, score }) => [
          ...before,
          score.pathway,
          score.activity,
          score.aging_offset,
          answer.fetchedAt,
          answer.service,
          answer.synthetic,
          ...inUnits,
        ])
      })
    }
  }
  const measured = ['pathway', 'activity', 'aging_offset', 'fetched_at', 'service', 'synthetic', ...labels]
  return { columns: ['sample_id', 'client_reference', ...fields, ...measured], pages: pages() }
}

/** The register, one row a sample, with the clock's numbers for the sample as a whole. */
export async function samplesTable({ journal, answers }: Stores): Promise<Table> {
  const fields = await fieldNames(journal)
  const names = await clockNames(answers)
  const annotated = await annotationColumns(journal)
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    for await (const samples of registerPages(journal)) {
      const ids = samples.map((sample) => sample.sample_id)
      const [analysed, clock] = await Promise.all([analysedAt(answers, ids), clockValuesOf(answers, ids)])
      const annotations = await annotated.of(ids)
      yield samples.map((sample) => {
        const { sample_id: sampleId, status, state, created_at, checked_at } = sample
        return [
          sampleId,
          sample.client_reference,
          ...fieldCells(sample, fields),
          status,
          state,
          created_at,
          checked_at,
          analysed.get(sampleId) ?? null,
          ...names.map((name) => clock.get(sampleId)?.get(name) ?? null),
          ...annotations(sampleId),
          sample.service,
          sample.synthetic === 1,
        ]
      })
    }
  }
  const columns = [
    'sample_id',
    'client_reference',
    ...fields,
    'status',
    'state',
    'created_at',
    'checked_at',
    'analysed_at',
    ...names.map((name) => `clock_${name}`),
    ...annotated.columns,
    'service',
    'synthetic',
  ]
  return { columns, pages: pages() }
}

/**
 * The values of a sample's fields. A text that is a number to the letter is written as one, so that a value such as
 * -2 is not taken for the start of a formula.
 */
const fieldCells = (sample: RegisterRow, names: readonly string[]): CsvCell[] => {
  const values = readFields(sample)
  return names.map((name) => {
    const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null
    const number = Number(value)
    return typeof value === 'string' && Number.isFinite(number) && String(number) === value ? number : value
  })
}
