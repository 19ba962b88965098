import { type Kysely, sql } from 'kysely'
import { boundList } from '../../store/boundList.ts'
import type { AnalysisRow, AnswersSchema, ScoreRow } from '../../store/resultTables.ts'
import { inChunks } from '../chunks.ts'
import type { CollectedStudy } from '../study/study.ts'
import type { ZipFile } from '../zip.ts'
import type { SnapshotStores } from './files.ts'

type Query = Kysely<AnswersSchema>
type ClockValue = { name: string; value: number }

/** Answers may be long: those of a few samples are held at a time. */
const sampleChunkSize = 20
const digits = 6

/** Every answer that is kept of the samples, as it came, with its request and the numbers that were read from it. */
export async function* answerFiles(
  { answers }: SnapshotStores,
  { sampleIds }: CollectedStudy,
  counted: { answers: number },
): AsyncGenerator<ZipFile> {
  for await (const some of inChunks(sampleIds, sampleChunkSize)) {
    const answersBySample = Map.groupBy(await answersOf(answers, some), ({ sample_id }) => sample_id)
    for (const answer of some.flatMap((sampleId) => answersBySample.get(sampleId) ?? [])) {
      counted.answers += 1
      const number = String(counted.answers).padStart(digits, '0')
      yield { path: `answers/${number}-${answer.kind}.json`, chunks: [await toText(answers, answer)] }
    }
  }
}

const answersOf = (query: Query, sampleIds: readonly string[]) =>
  query
    .selectFrom('analyses')
    .selectAll()
    .where('sample_id', 'in', boundList(sampleIds))
    .orderBy(sql`rowid`)
    .execute()

/** `raw` stands last, letter by letter as it is kept. */
async function toText(query: Query, answer: AnalysisRow & { parts: number | null }): Promise<string> {
  const { sample_id, analysis_id, kind, fetched_at, service, request_id, parts } = answer
  const { scores, clock_values } = await valuesOf(query, analysis_id)
  const record = {
    sample_id,
    analysis_id,
    kind,
    request: JSON.parse(answer.request),
    fetched_at,
    service,
    request_id,
    synthetic: answer.synthetic === 1,
    current: answer.current === 1,
    parts,
    scores,
    clock_values,
  }
  return `${JSON.stringify(record).slice(0, -1)},"raw":${answer.raw}}\n`
}

async function valuesOf(
  query: Query,
  analysisId: string,
): Promise<{ scores: Omit<ScoreRow, 'analysis_id'>[]; clock_values: ClockValue[] }> {
  const scores = await query
    .selectFrom('scores')
    .select(['pathway', 'activity', 'aging_offset'])
    .where('analysis_id', '=', analysisId)
    .orderBy('pathway')
    .execute()
  const clock_values = await query
    .selectFrom('clock_values')
    .select(['name', 'value'])
    .where('analysis_id', '=', analysisId)
    .orderBy('name')
    .execute()
  return { scores, clock_values }
}
