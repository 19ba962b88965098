import { type Kysely, sql } from 'kysely'
import { answerColumns } from '../../../shared/tables/answers.ts'
import {
  type Cell,
  type Column,
  describeColumns,
  textColumn,
  toCells,
} from '../../../shared/tables/column.ts'
import { sampleColumns } from '../../../shared/tables/samples.ts'
import { message } from '../../../shared/words/message.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { boundList } from '../../store/boundList.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { samplesOf } from './sampleColumns.ts'
import { type ChoiceOf, type Contents, createOrigins, type Sources } from './tableContents.ts'

type AnswerRecord = Awaited<ReturnType<typeof answersOf>>[number] & { reference: string | null }

const sampleChunkSize = 200

/** Returns every stored result, sorted by time within a sample. */
export async function answersTable(sources: Sources, { of }: ChoiceOf<'answers'>): Promise<Contents> {
  const { journal, answers } = sources
  const sampleIds = await sources.chooseSamples(of)
  const origins = createOrigins()
  const services = await servicesOf(answers, sampleIds)
  for (const service of services) origins.addService(service)
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const some of yieldingChunks(sampleIds, sampleChunkSize)) {
      const answersBySample = Map.groupBy(await answersOf(answers, some), ({ sampleId }) => sampleId)
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

const { id, kind, fetchedAt, service, current, scores, synthetic } = answerColumns
const fields: Column<AnswerRecord>[] = [
  id,
  { ...sampleColumns.id, of: (answer) => answer.sampleId },
  { ...sampleColumns.reference, of: (answer) => answer.reference },
  kind,
  fetchedAt,
  service,
  textColumn('request', message('export.parametersSentJson'), (answer) => answer.request),
  textColumn('request_id', message('export.identifierRequestWhereService'), (answer) => answer.requestId),
  current,
  scores,
  synthetic,
]
