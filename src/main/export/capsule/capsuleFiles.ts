import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { StudyQuestion } from '../../../shared/domain/results/model.ts'
import { unpack } from '../../../shared/domain/results/packedNumbers.ts'
import type { FileChange } from '../../../shared/domain/samples/importing.ts'
import type { Board } from '../../../shared/domain/studies/board.ts'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import type { Study } from '../../../shared/domain/studies/study.ts'
import type { ZipFile } from '../../archive/zip.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { boundList } from '../../store/boundList.ts'
import type { AnnotationRow, JournalSchema } from '../../store/journal.ts'
import { parseBatchTransform } from '../../store/legacyJson.ts'
import type { AnalysisRow, AnswersSchema } from '../../store/resultTables.ts'
import type { CollectedStudy, MakeReport } from '../documents/collectStudy.ts'
import { writeCsv } from '../formats/text.ts'
import type { writeMethods } from '../methods/methods.ts'
import { type RegisterRow, samplesOf } from '../tables/sampleColumns.ts'
import type { Table } from '../tables/table.ts'
import { type Sources } from '../tables/tableContents.ts'
import { dictionaryOf, type TableOf, withColumns } from '../tables/tables.ts'
import type { CapsuleQuestion, Manifest, StudyFile } from './capsuleRecords.ts'

export type CapsuleDeps = {
  sources: Pick<Sources, 'openSnapshot' | 'pathwayGroups'>
  tableOf: TableOf
  makeReport: MakeReport
  writeMethods: typeof writeMethods
}

/** The stores as they are when the capsule is started. */
type SnapshotStores = Pick<Sources, 'journal' | 'answers'>

const sampleChunkSize = 200

/** Returns a text file that ends with a newline. */
export const textFile = (path: string, text: string): ZipFile => ({
  path,
  chunks: [text.endsWith('\n') ? text : `${text}\n`],
})

export const toText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

export const jsonFile = (path: string, value: unknown): ZipFile => textFile(path, toText(value))

/** Passes the texts through and adds the file to the list at the end, with its length and hash. */
export async function* listing(
  { path, chunks }: ZipFile,
  listed: Manifest['files'],
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const sum = createHash('sha256')
  let bytes = 0
  for await (const text of chunks) {
    signal.throwIfAborted()
    sum.update(text)
    bytes += Buffer.byteLength(text)
    yield text
  }
  listed.push({ path, bytes, sha256: sum.digest('hex') })
}

type AnswersQuery = Kysely<AnswersSchema>

/** Results may be long, so only those of a few samples are held at a time. */
const answerChunkSize = 20
const digits = 6

/** Yields every stored result of the samples as it arrived, with its request and the numbers read from it. */
export async function* answerFiles(
  { answers }: SnapshotStores,
  { sampleIds }: CollectedStudy,
  counted: { answers: number },
): AsyncGenerator<ZipFile> {
  for await (const some of yieldingChunks(sampleIds, answerChunkSize)) {
    const answersBySample = Map.groupBy(await answersOf(answers, some), ({ sample_id }) => sample_id)
    for (const answer of some.flatMap((sampleId) => answersBySample.get(sampleId) ?? [])) {
      counted.answers += 1
      const number = String(counted.answers).padStart(digits, '0')
      yield { path: `answers/${number}-${answer.kind}.json`, chunks: [await toAnswerText(answers, answer)] }
    }
  }
}

const answersOf = (query: AnswersQuery, sampleIds: readonly string[]) =>
  query
    .selectFrom('analyses')
    .selectAll()
    .where('sample_id', 'in', boundList(sampleIds))
    .orderBy(sql`rowid`)
    .execute()

/** Puts `raw` last, exactly as it is stored. */
async function toAnswerText(
  query: AnswersQuery,
  answer: AnalysisRow & { parts: number | null },
): Promise<string> {
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

async function valuesOf(query: AnswersQuery, analysisId: string) {
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

type JournalQuery = Kysely<JournalSchema>

/** Yields each import that samples of the study came from, without the user's name and other rows of the file. */
export async function* importFiles(
  { journal }: SnapshotStores,
  { sampleIds }: CollectedStudy,
): AsyncGenerator<ZipFile> {
  const orders = new Map<string, { row: number; text: string }[]>()
  const batchIds = new Set<string>()
  for await (const some of yieldingChunks(sampleIds, sampleChunkSize)) {
    for (const batchId of await batchIdsOf(journal, some)) batchIds.add(batchId)
    for (const { batchId, ...order } of await ordersOf(journal, some))
      orders.set(batchId, [...(orders.get(batchId) ?? []), order])
  }
  for (const [index, batch] of (await batchesOf(journal, [...batchIds])).entries()) {
    const number = String(index + 1).padStart(3, '0')
    const own = (orders.get(batch.batch_id) ?? []).sort((a, b) => a.row - b.row)
    const rows = new Set(own.map(({ row }) => row))
    yield jsonFile(`imports/${number}.json`, toImport(batch, rows))
    yield { path: `imports/${number}-orders.jsonl`, chunks: own.map(({ text }) => text) }
  }
}

async function batchIdsOf(journal: JournalQuery, sampleIds: readonly string[]): Promise<string[]> {
  const rows = await journal
    .selectFrom('samples')
    .select('batch_id')
    .distinct()
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  return rows.flatMap(({ batch_id }) => batch_id ?? [])
}

async function ordersOf(journal: JournalQuery, sampleIds: readonly string[]) {
  const rows = await journal
    .selectFrom('ledger')
    .innerJoin('samples', (join) =>
      join
        .onRef('samples.sample_id', '=', 'ledger.sample_id')
        .onRef('samples.batch_id', '=', 'ledger.batch_id'),
    )
    .select(['ledger.batch_id', 'ledger.row', 'ledger.client_reference', 'ledger.fields', 'ledger.notes'])
    .select(['ledger.sample_id', 'ledger.sent_at', 'ledger.attempts', 'ledger.updated_at'])
    .where('samples.sample_id', 'in', boundList(sampleIds))
    .execute()
  return rows.map(({ batch_id: batchId, fields, notes, ...rest }) => {
    const order = { ...rest, fields: JSON.parse(fields), notes: notes === null ? null : JSON.parse(notes) }
    return { batchId, row: rest.row, text: `${JSON.stringify(order)}\n` }
  })
}

const batchesOf = (journal: JournalQuery, batchIds: readonly string[]) =>
  journal
    .selectFrom('batches')
    .select(['batch_id', 'file_name', 'file_sha256', 'created_at', 'mapping', 'read_as', 'recipe', 'changes'])
    .where('batch_id', 'in', boundList(batchIds))
    .orderBy('created_at')
    .orderBy('batch_id')
    .execute()

function toImport(batch: Awaited<ReturnType<typeof batchesOf>>[number], rows: ReadonlySet<number>) {
  const { batch_id, file_name, file_sha256, created_at } = batch
  const transform = parseBatchTransform(batch.recipe)
  // Written by the ledger from values of this type.
  const changes = JSON.parse(batch.changes ?? '[]') as FileChange[]
  return {
    batch_id,
    file_name: file_name.split(/[/\\]/).at(-1) ?? '',
    file_sha256,
    created_at,
    read_as: JSON.parse(batch.read_as),
    mapping: JSON.parse(batch.mapping),
    transform: transform?.transform ?? null,
    order_fields: transform?.sendAs ?? null,
    corrections: changes.flatMap((change) => correctionOf(change, rows)),
  }
}

function correctionOf(change: FileChange, rows: ReadonlySet<number>): FileChange[] {
  if (change.kind === 'replace') return [change]
  const edits = change.edits.filter(({ row }) => rows.has(row))
  return edits.length > 0 ? [{ kind: 'cells', edits }] : []
}

/** Returns the study of the capsule in the form that `readStudy` reads. Its samples are those of the register. */
export const toStudyFile = (study: Study, boards: Board[]): StudyFile => ({
  study_id: study.studyId,
  name: study.name,
  question: study.question,
  notes: study.notes,
  // Only the user's choices are stored; suggestions are computed again.
  design: Object.fromEntries(study.chosen.map((part) => [part, study.design[part]])),
  boards,
  created_at: study.createdAt,
  changed_at: study.changedAt,
  comparisons: study.comparisons.map(({ comparisonId, name, request, savedAt }) => ({
    comparison_id: comparisonId,
    name,
    request,
    saved_at: savedAt,
  })),
})

/** Returns the questions in the form that `readCapsuleQuestions` reads. */
export const toQuestionsFile = (questions: readonly StudyQuestion[]): { questions: CapsuleQuestion[] } => ({
  questions: questions.map(({ questionId, kind, request, tests, firstAt, lastAt, times }) => ({
    question_id: questionId,
    kind,
    request,
    tests,
    first_at: firstAt,
    last_at: lastAt,
    times,
  })),
})

/** Returns a file with one sample per line, with its annotations but without the names of annotators. */
export const registerFile = ({ journal }: SnapshotStores, { sampleIds }: CollectedStudy): ZipFile => ({
  path: 'register.jsonl',
  chunks: linesOf(journal, sampleIds),
})

async function* linesOf(
  journal: Kysely<JournalSchema>,
  sampleIds: readonly string[],
): AsyncGenerator<string> {
  for await (const some of yieldingChunks(sampleIds, sampleChunkSize)) {
    const rows = await journal
      .selectFrom('annotations')
      .selectAll()
      .where('sample_id', 'in', boundList(some))
      .execute()
    const annotations = new Map(rows.map((row) => [row.sample_id, row]))
    const samples = await samplesOf(journal, some)
    yield samples.map((sample) => toLine(sample, annotations.get(sample.sample_id))).join('')
  }
}

function toLine(sample: RegisterRow, annotation: AnnotationRow | undefined): string {
  const { sample_id, client_reference, batch_id, status, state, created_at, checked_at } = sample
  const line = {
    sample_id,
    client_reference,
    fields: JSON.parse(sample.fields),
    batch_id,
    status,
    state,
    created_at,
    checked_at,
    adopted_at: sample.adopted_at,
    place: sample.place,
    service: sample.service,
    synthetic: sample.synthetic === 1,
    annotation: annotation ? toAnnotation(annotation) : null,
  }
  return `${JSON.stringify(line)}\n`
}

const toAnnotation = ({ group_name, tags, note, fields, changed_at }: AnnotationRow) => ({
  group: group_name,
  tags: JSON.parse(tags),
  note,
  fields: JSON.parse(fields),
  changed_at,
})

/** Yields the statistics of the samples with their parameters, as on the screens. */
export function* statisticsFiles(collected: CollectedStudy): Generator<ZipFile> {
  const { study, version, services, synthetic, oldestFetchedAt, newestFetchedAt, units } = collected
  const about = {
    application: `Pathclock ${version}`,
    study,
    services,
    synthetic,
    oldest_fetched_at: oldestFetchedAt,
    newest_fetched_at: newestFetchedAt,
    activity_unit: units.activity_unit ?? null,
    aging_offset_unit: units.aging_offset_unit ?? null,
    use: 'research use only',
  }
  const { comparisons, models, clustering, pca, clock } = collected
  const all: [string, unknown][] = [
    ...comparisons.map((one): [string, unknown] => [`comparison-${one.measure.replace('_', '-')}`, one]),
    ...models.map((one): [string, unknown] => [`model-${one.measure.replaceAll('_', '-')}`, one]),
    ['clustering', clustering],
    ['pca', pca],
    ['clock', clock],
  ]
  for (const [name, result] of all)
    if (result !== null) yield jsonFile(`statistics/${name}.json`, { ...about, result: toPlain(result) })
}

/** Converts packed numbers to plain lists, with null for missing values. */
function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return value
  if ('f64' in value && typeof value.f64 === 'string')
    return [...unpack({ f64: value.f64 })].map((one) => (Number.isFinite(one) ? one : null))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlain(one)]))
}

/** The column with the names of annotators, which stay in the laboratory. It is the only column of this name. */
const whoColumn = 'annotated_by'

export async function* tableFiles(
  { tableOf }: CapsuleDeps,
  { study, sampleIds, clock }: CollectedStudy,
): AsyncGenerator<ZipFile> {
  const of = { sampleIds }
  const view = { kind: 'raw' } as const
  const choices: [string, TableChoice][] = [
    ['results', { kind: 'resultsLong', of, pathways: [] }],
    ['results-wide-activity', { kind: 'resultsWide', of, measure: 'activity', view, pathways: [] }],
    ['results-wide-aging-offset', { kind: 'resultsWide', of, measure: 'aging_offset', view, pathways: [] }],
    ['samples', { kind: 'samples', of }],
    ['answers', { kind: 'answers', of }],
  ]
  if (study.kind === 'cohort' && study.comparison)
    choices.push(['comparison', { kind: 'compare', request: { ...study.comparison, of } }])
  if (study.kind === 'cohort' && study.model)
    choices.push(['model', { kind: 'model', request: { ...study.model, of } }])
  if (clock && clock.points.length > 0) choices.push(['clock', { kind: 'clock', of }])
  for (const [name, choice] of choices) {
    const all = await tableOf(choice)
    const columns = all.columns.flatMap(({ name: column }) => (column === whoColumn ? [] : [column]))
    const table = withColumns(all, { columns, table: choice })
    try {
      yield { path: `tables/${name}.csv`, chunks: asTexts(table) }
      yield { path: `tables/${name}-columns.csv`, chunks: asTexts(dictionaryOf(table)) }
    } finally {
      await all.close()
    }
  }
}

async function* asTexts(table: Table): AsyncGenerator<string> {
  for await (const text of writeCsv(table))
    yield typeof text === 'string' ? text : Buffer.from(text).toString()
}
