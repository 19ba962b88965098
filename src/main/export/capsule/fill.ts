import { z } from 'zod'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Database } from '../../ports.ts'
import type { AnswersSchema } from '../../store/answers.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { Entry } from './archive.ts'
import {
  type AnswerFile,
  answerFileSchema,
  importSchema,
  orderSchema,
  type PathwayGroups,
  pathwaysFileSchema,
  registerLineSchema,
} from './schemas.ts'
import { linesOf, Unreadable } from './unpack.ts'
import { type OpenCapsule, textOf } from './verify.ts'

/** One answer, or the head of an import: more than the service may send, with the numbers that were read from it. */
const mostFileBytes = 96 * 1024 * 1024

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
      for (const entry of entriesIn(capsule, 'answers/')) await addAnswer(query, capsule, entry)
    })
    return await readGroups(capsule)
  } catch (error) {
    throw isOfFiles(error) ? notOurs(error) : error
  }
}

/** The files are what was sealed, so one that is too long for us was written so. */
const isOfFiles = (error: unknown): boolean =>
  error instanceof z.ZodError || error instanceof SyntaxError || error instanceof Unreadable

async function readGroups(capsule: OpenCapsule): Promise<PathwayGroups> {
  const [entry] = entriesIn(capsule, 'pathways.json')
  if (!entry) return []
  return pathwaysFileSchema.parse(JSON.parse(await textOf(capsule.archive, entry, mostFileBytes))).groups
}

const entriesIn = ({ archive }: OpenCapsule, folder: string): Entry[] =>
  archive.entries.filter(({ path }) => path.startsWith(folder)).sort((a, b) => (a.path < b.path ? -1 : 1))

type Journal = Stores['journal']['query']

async function addImports(query: Journal, capsule: OpenCapsule): Promise<void> {
  const { archive } = capsule
  for (const entry of entriesIn(capsule, 'imports/').filter(({ path }) => path.endsWith('.json'))) {
    const told = importSchema.parse(JSON.parse(await textOf(archive, entry, mostFileBytes)))
    await query.insertInto('batches').values(toBatch(told)).execute()
    const orders = archive.entries.find(({ path }) => path === entry.path.replace('.json', '-orders.jsonl'))
    if (!orders) continue
    for await (const line of linesOf(archive, orders))
      await query.insertInto('ledger').values(toOrder(told.batch_id, line)).execute()
  }
}

/** A batch of a capsule is over: nothing of it waits to be sent. */
const toBatch = (told: z.infer<typeof importSchema>) => ({
  batch_id: told.batch_id,
  file_name: told.file_name,
  file_sha256: told.file_sha256,
  mapping: JSON.stringify(told.mapping),
  read_as: JSON.stringify(told.read_as),
  created_at: told.created_at,
  state: 'done' as const,
  lease_owner: null,
  lease_until_ms: 0,
  made_by: null,
  recipe:
    told.recipe === null ? null : JSON.stringify({ recipe: told.recipe, sendAs: told.order_fields ?? {} }),
  changes: JSON.stringify(told.corrections),
})

function toOrder(batchId: string, line: string) {
  const { fields, notes, ...order } = orderSchema.parse(JSON.parse(line))
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
  for (const entry of entriesIn(capsule, 'register.jsonl'))
    for await (const line of linesOf(capsule.archive, entry)) {
      const { annotation, fields, synthetic, ...sample } = registerLineSchema.parse(JSON.parse(line))
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

const rowsAtOnce = 500

async function addAnswer(query: Stores['answers']['query'], capsule: OpenCapsule, entry: Entry) {
  const told = answerFileSchema.parse(JSON.parse(await textOf(capsule.archive, entry, mostFileBytes)))
  const { analysis_id, scores, clock_values } = told
  await query.insertInto('analyses').values(toAnalysis(told)).execute()
  for (let from = 0; from < scores.length; from += rowsAtOnce)
    await query
      .insertInto('scores')
      .values(scores.slice(from, from + rowsAtOnce).map((row) => ({ analysis_id, ...row })))
      .execute()
  for (let from = 0; from < clock_values.length; from += rowsAtOnce)
    await query
      .insertInto('clock_values')
      .values(clock_values.slice(from, from + rowsAtOnce).map((row) => ({ analysis_id, ...row })))
      .execute()
}

const toAnalysis = (told: AnswerFile) => ({
  analysis_id: told.analysis_id,
  sample_id: told.sample_id,
  kind: told.kind,
  request: JSON.stringify(told.request),
  raw: JSON.stringify(told.raw),
  fetched_at: told.fetched_at,
  service: told.service,
  request_id: told.request_id,
  synthetic: told.synthetic ? 1 : 0,
  current: told.current ? 1 : 0,
  parts: told.parts,
})

const notOurs = (cause: unknown) =>
  new Failure(
    'rejected',
    'The files of this capsule are not as Pathclock writes them. It cannot be opened.',
    {
      problems: [{ field: 'fileId', message: cause instanceof Error ? cause.message.slice(0, 300) : '' }],
    },
  )
