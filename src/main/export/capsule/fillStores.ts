import { Failure } from '../../../shared/contract/failures.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import {
  type AnswerFile,
  type ImportHead,
  type ImportOrder,
  NotAsWritten,
  type PathwayGroups,
  readAnswers,
  readGroups,
  readImports,
  readRegister,
} from './records.ts'
import type { OpenCapsule } from './verify.ts'

type Stores = { journal: Database<JournalSchema>; answers: Database<AnswersSchema> }

/**
 * Puts what a capsule holds into new, empty databases, each in one transaction, so that they show the same numbers as
 * those it was made of. Gives the names of pathways that were one there. Throws `rejected` for files that are whole and
 * not as Pathclock writes them.
 */
export async function fillStores({ journal, answers }: Stores, capsule: OpenCapsule): Promise<PathwayGroups> {
  try {
    await journal.transaction(async (query) => {
      await addImports(query, capsule)
      await addSamples(query, capsule)
    })
    await answers.transaction(async (query) => {
      for await (const answer of readAnswers(capsule)) await addAnswer(query, answer)
    })
    return await readGroups(capsule)
  } catch (error) {
    if (error instanceof NotAsWritten) throw notOurs(error)
    throw isRefusedRow(error) ? refusedRow(error) : error
  }
}

/** What a table of ours does not take, and which a capsule of ours therefore never holds (SQLITE_CONSTRAINT, SQLITE_MISMATCH). */
const isRefusedRow = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [19, 20].includes(Number(error.errcode) & 0xff)

type Journal = Stores['journal']['query']

async function addImports(query: Journal, capsule: OpenCapsule): Promise<void> {
  for await (const { head, orders } of readImports(capsule)) {
    await query.insertInto('batches').values(toBatch(head)).execute()
    for await (const order of orders)
      await query.insertInto('ledger').values(toOrder(head.batch_id, order)).execute()
  }
}

/** A batch of a capsule is over: nothing of it waits to be sent. */
const toBatch = (head: ImportHead) => ({
  batch_id: head.batch_id,
  file_name: head.file_name,
  file_sha256: head.file_sha256,
  mapping: JSON.stringify(head.mapping),
  read_as: JSON.stringify(head.read_as),
  created_at: head.created_at,
  state: 'done' as const,
  lease_owner: null,
  lease_until_ms: 0,
  made_by: null,
  recipe:
    head.transform === null
      ? null
      : JSON.stringify({ transform: head.transform, sendAs: head.order_fields ?? {} }),
  changes: JSON.stringify(head.corrections),
})

function toOrder(batchId: string, { fields, notes, ...order }: ImportOrder) {
  return {
    ...order,
    batch_id: batchId,
    fields: JSON.stringify(fields),
    notes: notes === null ? null : JSON.stringify(notes),
    // The real key is nobody's but the laboratory's; this one is never sent.
    idempotency_key: `capsule ${batchId} ${order.row}`,
    state: 'created' as const,
    message: null,
    withdrawn: null,
  }
}

async function addSamples(query: Journal, capsule: OpenCapsule): Promise<void> {
  for await (const { annotation, fields, synthetic, ...sample } of readRegister(capsule)) {
    await query
      .insertInto('samples')
      .values({ ...sample, fields: JSON.stringify(fields), synthetic: synthetic ? 1 : 0 })
      .execute()
    if (annotation === null) continue
    const { group, tags, note, changed_at } = annotation
    await query
      .insertInto('annotations')
      .values({
        sample_id: sample.sample_id,
        group_name: group,
        tags: JSON.stringify(tags),
        note,
        fields: JSON.stringify(annotation.fields),
        changed_at,
        changed_by: '',
      })
      .execute()
  }
}

const rowChunkSize = 500

async function addAnswer(query: Stores['answers']['query'], answer: AnswerFile) {
  const { analysis_id, scores, clock_values } = answer
  await query.insertInto('analyses').values(toAnalysis(answer)).execute()
  for (let from = 0; from < scores.length; from += rowChunkSize)
    await query
      .insertInto('scores')
      .values(scores.slice(from, from + rowChunkSize).map((row) => ({ analysis_id, ...row })))
      .execute()
  for (let from = 0; from < clock_values.length; from += rowChunkSize)
    await query
      .insertInto('clock_values')
      .values(clock_values.slice(from, from + rowChunkSize).map((row) => ({ analysis_id, ...row })))
      .execute()
}

const toAnalysis = (answer: AnswerFile) => ({
  analysis_id: answer.analysis_id,
  sample_id: answer.sample_id,
  kind: answer.kind,
  request: JSON.stringify(answer.request),
  raw: JSON.stringify(answer.raw),
  fetched_at: answer.fetched_at,
  service: answer.service,
  request_id: answer.request_id,
  synthetic: answer.synthetic ? 1 : 0,
  current: answer.current ? 1 : 0,
  parts: answer.parts,
})

/** Where a capsule is not as Pathclock writes it; what a validator says of it stays the cause. */
function notOurs(cause: NotAsWritten): Failure {
  const { path, problem, line } = cause.problem
  const name = path.slice(0, 300).replaceAll(/[^ -~]/g, '?')
  if (line === undefined)
    return damaged(
      problem === 'repeated'
        ? `${name} repeats what another file holds`
        : `${name} is not as Pathclock writes it`,
      cause,
    )
  return damaged(
    problem === 'repeated'
      ? `line ${line} of ${name} repeats what stands above it`
      : `line ${line} of ${name} is not as Pathclock writes it`,
    cause,
  )
}

const refusedRow = (cause: unknown): Failure =>
  damaged('its samples, orders and results do not fit together', cause)

const damaged = (why: string, cause: unknown): Failure =>
  new Failure(
    'rejected',
    `The capsule is damaged and was not opened: ${why}. Ask whoever made it for the file again.`,
    { problems: [{ field: 'fileId', message: 'damaged' }] },
    { cause },
  )
