import type { Kysely } from 'kysely'
import type { Checked } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Person } from '../../../shared/domain/samples/importing.ts'
import type { Annotation } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/messages/message.ts'
import { chunks } from '../../concurrency/chunks.ts'
import type { Database, Random } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { AnnotationRow, JournalSchema } from '../../store/journal.ts'

type Change = Checked<'samples.annotate'>['change']

/** A person sees the first of many soon, and other writers get their turn in between. */
const samplesPerTransaction = 500

/** What a sample had before a change, null where it had nothing, and what it has since. */
type Replaced = { previous: AnnotationRow | null; written: AnnotationRow }

/** What was added to each of the samples; those without are left out. */
export async function annotationsOf(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[],
): Promise<Map<string, Annotation>> {
  const rows = await annotationRows(query, sampleIds)
  return new Map([...rows].map(([sampleId, row]) => [sampleId, toAnnotation(row)]))
}

async function annotationRows(query: Kysely<JournalSchema>, sampleIds: readonly string[]) {
  const rows = await query
    .selectFrom('annotations')
    .selectAll()
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  return new Map(rows.map((row) => [row.sample_id, row]))
}

const toAnnotation = (row: AnnotationRow): Annotation => ({
  group: row.group_name,
  // Written by `annotate` from these types.
  tags: JSON.parse(row.tags) as string[],
  note: row.note,
  fields: JSON.parse(row.fields) as Annotation['fields'],
  changedAt: row.changed_at,
  changedBy: row.changed_by,
})

/**
 * Changes what is stored beside samples; nothing of what was sent. The samples must be in the register. Where an error ends
 * it after a part, that part alone is returned: it can be taken back, and a call for the rest says what is wrong.
 */
export async function annotate(
  journal: Database<JournalSchema>,
  sampleIds: readonly string[],
  change: Change,
  by: { who: string; nowIso: string },
): Promise<Replaced[]> {
  const replaced: Replaced[] = []
  for (const chunk of chunks(sampleIds, samplesPerTransaction))
    try {
      replaced.push(
        ...(await journal.transaction((query) => annotateInTransaction(query, chunk, change, by))),
      )
    } catch (error) {
      if (replaced.length === 0) throw error
      return replaced
    }
  return replaced
}

/** The same inside a transaction of the caller's. */
export async function annotateInTransaction(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[],
  change: Change,
  { who, nowIso }: { who: string; nowIso: string },
): Promise<Replaced[]> {
  const rows = await annotationRows(query, sampleIds)
  const replaced = sampleIds.map((sample_id) => {
    const previous = rows.get(sample_id) ?? null
    const merged = applyChange(previous ? toAnnotation(previous) : undefined, change)
    return { previous, written: { sample_id, ...merged, changed_at: nowIso, changed_by: who } }
  })
  await write(
    query,
    replaced.map(({ written }) => written),
  )
  return replaced
}

/** In one statement: of ten thousand samples each would cost a way to the journal and back. */
async function write(query: Kysely<JournalSchema>, rows: readonly AnnotationRow[]): Promise<void> {
  if (rows.length === 0) return
  await query
    .insertInto('annotations')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('sample_id').doUpdateSet(({ ref }) => ({
        group_name: ref('excluded.group_name'),
        tags: ref('excluded.tags'),
        note: ref('excluded.note'),
        fields: ref('excluded.fields'),
        changed_at: ref('excluded.changed_at'),
        changed_by: ref('excluded.changed_by'),
      })),
    )
    .execute()
}

/**
 * Gives each sample back what it had before, with who and when. One that was changed since keeps what it has now.
 * Returns how many are as they were before, and how many were left.
 */
async function undoChanges(
  journal: Database<JournalSchema>,
  replaced: readonly Replaced[],
): Promise<{ changed: number; left: number }> {
  let changed = 0
  for (const chunk of chunks(replaced, samplesPerTransaction))
    changed += await journal.transaction((query) => undoSome(query, chunk))
  return { changed, left: replaced.length - changed }
}

async function undoSome(query: Kysely<JournalSchema>, replaced: readonly Replaced[]): Promise<number> {
  const ids = replaced.map(({ written }) => written.sample_id)
  const rows = await annotationRows(query, ids)
  const currentOf = ({ written }: Replaced) => rows.get(written.sample_id) ?? null
  // After a failure some may be back already.
  const alreadyUndone = replaced.filter((one) => isSame(currentOf(one), one.previous))
  const toUndo = replaced.filter(
    (one) => isSame(currentOf(one), one.written) && !isSame(one.written, one.previous),
  )
  await write(
    query,
    toUndo.flatMap(({ previous }) => previous ?? []),
  )
  const created = toUndo.filter(({ previous }) => previous === null).map(({ written }) => written.sample_id)
  await query.deleteFrom('annotations').where('sample_id', 'in', boundList(created)).execute()
  return alreadyUndone.length + toUndo.length
}

const isSame = (one: AnnotationRow | null, other: AnnotationRow | null): boolean =>
  one === other || (one !== null && other !== null && toComparable(one) === toComparable(other))

const toComparable = (row: AnnotationRow): string =>
  JSON.stringify([row.group_name, row.tags, row.note, row.fields, row.changed_at, row.changed_by])

function applyChange(previous: Annotation | undefined, change: Change) {
  const removedTags = new Set(change.removeTags)
  const tags = [...(previous?.tags ?? []), ...(change.addTags ?? [])].filter((tag) => !removedTags.has(tag))
  const fields = Object.entries({ ...previous?.fields, ...change.fields }).filter(
    ([, value]) => value !== null,
  )
  return {
    group_name: change.group === undefined ? (previous?.group ?? null) : change.group,
    note: change.note === undefined ? (previous?.note ?? null) : change.note || null,
    tags: JSON.stringify([...new Set(tags)]),
    fields: JSON.stringify(Object.fromEntries(fields)),
  }
}

/** A change is offered to be taken back for seconds only, and one of 100,000 samples is large. */
const maxRemembered = 5

/** Remembers what the last changes of annotations replaced, as long as the app runs and the profile is open. */
export function createAnnotationUndo(deps: { journal: Database<JournalSchema>; random: Random }) {
  const remembered = new Map<string, readonly Replaced[]>()
  return {
    /** Returns the name under which the change is taken back. */
    remember(replaced: readonly Replaced[]): string {
      const undoId = deps.random.id()
      remembered.set(undoId, replaced)
      for (const oldest of [...remembered.keys()].slice(0, -maxRemembered)) remembered.delete(oldest)
      return undoId
    },
    /** Throws `notFound` where it was taken back before, or is not remembered any more. */
    async undo({ undoId }: { undoId: string }): Promise<{ changed: number; left: number }> {
      const replaced = remembered.get(undoId)
      if (!replaced)
        throw new Failure('notFound', message`Pathclock no longer has the earlier values of these samples.`, {
          what: message`change`,
        })
      const outcome = await undoChanges(deps.journal, replaced)
      remembered.delete(undoId)
      return outcome
    },
  }
}

/**
 * The notes that a row of a file brought become fields of its sample's annotation, in the transaction that creates the
 * sample. A field that stands there already, written by a person or by an earlier time, stays as it is.
 */
export async function addNotesToSample(
  query: Kysely<JournalSchema>,
  { batchId, row, sampleId }: { batchId: string; row: number; sampleId: string },
  nowIso: string,
): Promise<void> {
  const ledgerRow = await query
    .selectFrom('ledger')
    .innerJoin('batches', 'batches.batch_id', 'ledger.batch_id')
    .select(['notes', 'made_by'])
    .where('ledger.batch_id', '=', batchId)
    .where('row', '=', row)
    .executeTakeFirst()
  if (!ledgerRow?.notes) return
  // Written by `addBatch` from this type.
  const notes = Object.entries(JSON.parse(ledgerRow.notes) as Record<string, string>)
  const existing = (await annotationsOf(query, [sampleId])).get(sampleId)?.fields ?? {}
  const added = notes.filter(([name]) => !Object.hasOwn(existing, name))
  if (added.length === 0) return
  // As `addBatch` wrote it.
  const who = ledgerRow.made_by === null ? '' : formatPerson(JSON.parse(ledgerRow.made_by) as Person)
  await annotateInTransaction(query, [sampleId], { fields: Object.fromEntries(added) }, { who, nowIso })
}

/** A person by one name. */
export const formatPerson = ({ profile, user, account }: Person): string => user ?? account ?? profile
