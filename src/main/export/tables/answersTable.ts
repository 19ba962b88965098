import { type Kysely, sql } from 'kysely'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import {
  type Cell,
  type Column,
  countColumn,
  describeColumns,
  textColumn,
  timeColumn,
  toCells,
  yesNoColumn,
} from '../../../shared/tables/column.ts'
import { message } from '../../../shared/words/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { boundList } from '../../store/boundList.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { samplesOf } from './sampleColumns.ts'
import { type Contents, createOrigins, type Sources } from './tableContents.ts'

type AnswersTableChoice = Extract<TableChoice, { kind: 'answers' }>

type AnswerRecord = {
  analysis_id: string
  sample_id: string
  kind: 'activity' | 'clock'
  fetched_at: string
  service: string
  request: string
  request_id: string | null
  current: number
  synthetic: number
  scores: number
  reference: string | null
}

const sampleChunkSize = 200

/** Returns every stored result, sorted by time within a sample. */
export async function answersTable(sources: Sources, { of }: AnswersTableChoice): Promise<Contents> {
  const { journal, answers } = sources
  const sampleIds = await sources.chooseSamples(of)
  const origins = createOrigins()
  const services = await servicesOf(answers, sampleIds)
  for (const service of services) origins.addService(service)
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const some of yieldingChunks(sampleIds, sampleChunkSize)) {
      const answersBySample = Map.groupBy(await answersOf(answers, some), ({ sample_id }) => sample_id)
      yield (await samplesOf(journal, some)).flatMap(({ sample_id, client_reference: reference }) =>
        (answersBySample.get(sample_id) ?? []).map((answer) => toCells(fields, { ...answer, reference })),
      )
    }
  }
  return {
    columns: describeColumns(fields),
    pages: pages(),
    rows: services.reduce((sum, { count }) => sum + count, 0),
    synthetic: origins.isSynthetic(),
    provenance: origins.lines(),
  }
}

const servicesOf = (query: Kysely<AnswersSchema>, sampleIds: readonly string[]) =>
  query
    .selectFrom('analyses')
    .select(({ fn }) => [
      'service',
      fn.countAll<number>().as('count'),
      fn.max('synthetic').as('synthetic'),
      fn.min('fetched_at').as('oldest'),
      fn.max('fetched_at').as('newest'),
    ])
    .where('sample_id', 'in', boundList(sampleIds))
    .groupBy('service')
    .execute()

async function answersOf(query: Kysely<AnswersSchema>, sampleIds: readonly string[]) {
  return query
    .selectFrom('analyses')
    .select([
      'analysis_id',
      'sample_id',
      'kind',
      'fetched_at',
      'service',
      'request',
      'request_id',
      'current',
      'synthetic',
      sql<number>`(SELECT count(*) FROM scores WHERE scores.analysis_id = analyses.analysis_id)`.as('scores'),
    ])
    .where('sample_id', 'in', boundList(sampleIds))
    .orderBy('fetched_at')
    .orderBy(sql`rowid`)
    .execute()
}

const fields: Column<AnswerRecord>[] = [
  textColumn('analysis_id', message('export.identifierAnswerComputer'), (answer) => answer.analysis_id),
  textColumn('sample_id', message('export.identifierSampleService'), (answer) => answer.sample_id),
  textColumn('client_reference', message('export.nameUnderSampleOrdered'), (answer) => answer.reference),
  textColumn('kind', message('export.activityPathwayAnalysisClock'), (answer) => answer.kind),
  timeColumn('fetched_at', message('export.whenAnswerFetched'), (answer) => answer.fetched_at),
  textColumn('service', message('export.addressServiceGave'), (answer) => answer.service),
  textColumn('request', message('export.parametersSentJson'), (answer) => answer.request),
  textColumn('request_id', message('export.identifierRequestWhereService'), (answer) => answer.request_id),
  yesNoColumn('current', message('export.whetherNewestSampleKind'), (answer) => answer.current === 1),
  countColumn('scores', message('export.howManyPathwaysValues'), (answer) => answer.scores),
  yesNoColumn('synthetic', message('export.whetherServiceMarkedData'), (answer) => answer.synthetic === 1),
]
