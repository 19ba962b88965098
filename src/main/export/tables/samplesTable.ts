import { type Kysely, sql } from 'kysely'
import { notDocumented } from '../../../shared/domain/studies/tableColumn.ts'
import { type Cell, type Column, textColumn, toCells } from '../../../shared/tables/column.ts'
import { answerColumns, sampleColumns } from '../../../shared/tables/samples.ts'
import { message } from '../../../shared/words/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { boundList } from '../../store/boundList.ts'
import type { CurrentClock } from '../../store/currentAnalyses.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { analysedAt, clockNames, clocksOf } from './currentResults.ts'
import { annotationColumns, idNames, type RegisterRow, sampleFields, samplesOf } from './sampleColumns.ts'
import {
  type ChoiceOf,
  type Contents,
  originsOf,
  type Sources,
  servicesOf,
  toContents,
} from './tableContents.ts'

/** A sample with the data beyond its order. */
type SampleRecord = ReturnType<typeof toRecord> & { clock: CurrentClock | undefined }

const sampleChunkSize = 200

/** Returns the register with one row per sample and the clock's values for the whole sample. */
export async function samplesTable(sources: Sources, { of }: ChoiceOf<'samples'>): Promise<Contents> {
  const { journal, answers, profileName } = sources
  const sampleIds = await sources.chooseSamples(of)
  const clock = (await clockNames(answers)).map(clockField)
  const taken = new Set([...idNames, ...[...stateFields, ...clock, ...originFields].map(({ name }) => name)])
  const annotated = await annotationColumns(journal, taken, profileName)
  const fields = await sampleFields(journal, taken)
  const services = await servicesOf(
    journal,
    'samples',
    'checked_at',
    sql`sample_id IN ${boundList(sampleIds)}`,
  )
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const ids of yieldingChunks(sampleIds, sampleChunkSize)) {
      const [analysed, clocks] = await Promise.all([analysedAt(answers, ids), clocksOf(answers, ids)])
      const added = await annotated.of(ids)
      yield (await samplesOf(journal, ids)).map((sample) => {
        const { sample_id: sampleId } = sample
        const record = toRecord(sample, analysed.get(sampleId) ?? null)
        const known = { ...record, clock: clocks.get(sampleId) }
        return [
          ...toCells(fields, sample),
          ...toCells([...stateFields, ...clock], known),
          ...added(sampleId),
          ...toCells(originFields, known),
        ]
      })
    }
  }
  const columns = [...fields, ...stateFields, ...clock, ...annotated.fields, ...originFields]
  return toContents(columns, originsOf(services), { pages: pages(), rows: sampleIds.length })
}

const toRecord = (row: RegisterRow, analysedAt: string | null) => ({
  sampleId: row.sample_id,
  clientReference: row.client_reference,
  status: row.status,
  state: row.state,
  createdAt: row.created_at,
  checkedAt: row.checked_at,
  analysedAt,
  service: row.service,
  synthetic: row.synthetic === 1,
})

const { status, state, createdAt, checkedAt, analysedAt: analysedColumn, synthetic } = sampleColumns
const stateFields: Column<SampleRecord>[] = [status, state, createdAt, checkedAt, analysedColumn]

const originFields: Column<SampleRecord>[] = [
  textColumn('service', message('export.addressServiceOrder'), ({ service }) => service),
  synthetic,
]

const clockField = (name: string): Column<SampleRecord> => ({
  name: `clock_${name}`,
  type: 'number',
  unit: notDocumented,
  about: message('export.numberPathwayClockSample'),
  of: ({ clock }) => clock?.get(name)?.value ?? null,
})

type AnswerRecord = Awaited<ReturnType<typeof answersOf>>[number] & { reference: string | null }

/** Returns every stored result, sorted by time within a sample. */
export async function answersTable(sources: Sources, { of }: ChoiceOf<'answers'>): Promise<Contents> {
  const { journal, answers } = sources
  const sampleIds = await sources.chooseSamples(of)
  const services = await servicesOf(
    answers,
    'analyses',
    'fetched_at',
    sql`sample_id IN ${boundList(sampleIds)}`,
  )
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const some of yieldingChunks(sampleIds, sampleChunkSize)) {
      const answersBySample = Map.groupBy(await answersOf(answers, some), ({ sampleId }) => sampleId)
      yield (await samplesOf(journal, some)).flatMap(({ sample_id, client_reference: reference }) =>
        (answersBySample.get(sample_id) ?? []).map((answer) =>
          toCells(answerFields, { ...answer, reference }),
        ),
      )
    }
  }
  const rows = services.reduce((sum, { count }) => sum + count, 0)
  return toContents(answerFields, originsOf(services), { pages: pages(), rows })
}

async function answersOf(query: Kysely<AnswersSchema>, sampleIds: readonly string[]) {
  const rows = await query
    .selectFrom('analyses')
    .select([
      'analysis_id as analysisId',
      'sample_id as sampleId',
      'kind',
      'fetched_at as fetchedAt',
      'service',
      'request',
      'request_id as requestId',
      'current',
      'synthetic',
      sql<number>`(SELECT count(*) FROM scores WHERE scores.analysis_id = analyses.analysis_id)`.as('scores'),
    ])
    .where('sample_id', 'in', boundList(sampleIds))
    .orderBy('fetched_at')
    .orderBy(sql`rowid`)
    .execute()
  return rows.map((row) => ({ ...row, current: row.current === 1, synthetic: row.synthetic === 1 }))
}

const answerFields: Column<AnswerRecord>[] = [
  answerColumns.id,
  { ...sampleColumns.id, of: (answer) => answer.sampleId },
  { ...sampleColumns.reference, of: (answer) => answer.reference },
  answerColumns.kind,
  answerColumns.fetchedAt,
  answerColumns.service,
  textColumn('request', message('export.parametersSentJson'), (answer) => answer.request),
  textColumn('request_id', message('export.identifierRequestWhereService'), (answer) => answer.requestId),
  answerColumns.current,
  answerColumns.scores,
  answerColumns.synthetic,
]
