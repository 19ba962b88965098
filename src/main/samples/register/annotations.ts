import { sql } from 'kysely'
import type { Checked } from '../../../shared/contract/contract.ts'
import { notFound } from '../../../shared/contract/failures.ts'
import type { Person } from '../../../shared/domain/samples/importing.ts'
import type { Annotation } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/words/message.ts'
import { chunks } from '../../concurrency/chunks.ts'
import type { Random } from '../../ports.ts'
import { boundList } from '../../store/boundList.ts'
import type { AnnotationRow, Journal, JournalQuery } from '../../store/journal.ts'
import { findRow, findRows } from '../../store/rows.ts'

type Change = Checked<'samples.annotate'>['change']

/** Small enough that the user soon sees the first samples change, and that other writers get their turn in between. */
const samplesPerTransaction = 500

/** A sample's annotation before a change (null: none) and after it. */
type Replaced = { previous: AnnotationRow | null; written: AnnotationRow }

/** Returns the annotations of the samples. Samples without one are absent. */
export async function annotationsOf(
  query: JournalQuery,
  sampleIds: readonly string[],
): Promise<Map<string, Annotation>> {
  const rows = await annotationRows(query, sampleIds)
  return new Map([...rows].map(([sampleId, row]) => [sampleId, toAnnotation(row)]))
}

async function annotationRows(query: JournalQuery, sampleIds: readonly string[]) {
  const rows = await findRows(query, 'annotations', { sample_id: sampleIds }, 'sample_id')
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

export type SampleChange = { sampleId: string; change: Change }
type By = { who: string; nowIso: string }

/**
 * Changes the annotations of samples, never what was sent. The samples must be in the register. Returns how many it
 * changed and the id that `undoAnnotations` takes. If an error interrupts it, the earlier part stays changed and can be
 * undone; calling it for the rest reports the error.
 */
export async function annotate(
  { journal, random }: { journal: Journal; random: Random },
  changes: readonly SampleChange[],
  by: By,
): Promise<{ changed: number; undoId: string; left: number }> {
  const undoId = random.id()
  let changed = 0
  for (const [part, chunk] of [...chunks(changes, samplesPerTransaction)].entries())
    try {
      await journal.transaction(async (query) => {
        const replaced = await annotateInTransaction(query, chunk, by)
        await storeUndo(query, { undoId, part, madeAt: by.nowIso }, replaced)
      })
      changed += chunk.length
    } catch (error) {
      if (changed === 0) throw error
      break
    }
  return { changed, undoId, left: changes.length - changed }
}

/** Changes annotations inside a transaction of the caller, without an undo. */
export async function annotateInTransaction(
  query: JournalQuery,
  changes: readonly SampleChange[],
  { who, nowIso }: By,
): Promise<Replaced[]> {
  const rows = await annotationRows(
    query,
    changes.map(({ sampleId }) => sampleId),
  )
  const replaced = changes.map(({ sampleId: sample_id, change }) => {
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

/** Writes all rows in one statement: with ten thousand samples, one statement each would be slow. */
async function write(query: JournalQuery, rows: readonly AnnotationRow[]): Promise<void> {
  if (rows.length === 0) return
  await query
    .insertInto('annotations')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('sample_id')
        .doUpdateSet(({ ref }) => ({
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

/** A small number, since each undo can hold the earlier values of 100,000 samples. */
const maxUndos = 5

/** Stores one part of an undo in the transaction of the change, so that a change can be undone after a restart. */
async function storeUndo(
  query: JournalQuery,
  { undoId, part, madeAt }: { undoId: string; part: number; madeAt: string },
  replaced: readonly Replaced[],
): Promise<void> {
  await query
    .insertInto('annotation_undo')
    .values({ undo_id: undoId, part, made_at: madeAt, content: JSON.stringify(replaced) })
    .execute()
  if (part > 0) return
  await query
    .deleteFrom('annotation_undo')
    .where('undo_id', 'not in', (undos) =>
      undos
        .selectFrom('annotation_undo')
        .select('undo_id')
        .groupBy('undo_id')
        .orderBy((undo) => undo.fn.max(sql`rowid`), 'desc')
        .limit(maxUndos),
    )
    .execute()
}

/**
 * Restores the annotations that a change replaced, with their authors and times. Samples that were changed again since
 * are skipped and counted in `left`. Throws `notFound` if the change was already undone or is older than the last five.
 */
export async function undoAnnotations(
  journal: Journal,
  undoId: string,
): Promise<{ changed: number; left: number }> {
  const parts = await findRows(journal.query, 'annotation_undo', { undo_id: undoId }, 'part')
  if (parts.length === 0)
    throw notFound(message('samples.pathclockNoLongerEarlier'), message('shared.change'))
  let [changed, total] = [0, 0]
  for (const { part, content } of parts) {
    // Written by `storeUndo` from this type.
    const replaced = JSON.parse(content) as Replaced[]
    total += replaced.length
    changed += await journal.transaction(async (query) => {
      const restored = await undoSome(query, replaced)
      await query
        .deleteFrom('annotation_undo')
        .where('undo_id', '=', undoId)
        .where('part', '=', part)
        .execute()
      return restored
    })
  }
  return { changed, left: total - changed }
}

async function undoSome(query: JournalQuery, replaced: readonly Replaced[]): Promise<number> {
  const ids = replaced.map(({ written }) => written.sample_id)
  const rows = await annotationRows(query, ids)
  const currentOf = ({ written }: Replaced) => rows.get(written.sample_id) ?? null
  const unchanged = replaced.filter((one) => isSame(currentOf(one), one.previous))
  const toUndo = replaced.filter(
    (one) => isSame(currentOf(one), one.written) && !isSame(one.written, one.previous),
  )
  await write(
    query,
    toUndo.flatMap(({ previous }) => previous ?? []),
  )
  const created = toUndo.filter(({ previous }) => previous === null).map(({ written }) => written.sample_id)
  await query.deleteFrom('annotations').where('sample_id', 'in', boundList(created)).execute()
  return unchanged.length + toUndo.length
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

/**
 * Adds the notes of an imported row to the annotation of its sample. Fields that exist already are not overwritten.
 * Call inside the transaction that creates the sample.
 */
export async function addNotesToSample(
  query: JournalQuery,
  { batchId, row, sampleId }: { batchId: string; row: number; sampleId: string },
  nowIso: string,
): Promise<void> {
  const order = await findRow(query, 'ledger', { batch_id: batchId, row })
  if (!order?.notes) return
  // Written by `addBatch` from this type.
  const notes = Object.entries(JSON.parse(order.notes) as Record<string, string>)
  const existing = (await annotationsOf(query, [sampleId])).get(sampleId)?.fields ?? {}
  const added = notes.filter(([name]) => !Object.hasOwn(existing, name))
  if (added.length === 0) return
  const person = (await findRow(query, 'batches', { batch_id: batchId }))?.made_by
  const who = person ? formatPerson(JSON.parse(person) as Person) : ''
  const change = { fields: Object.fromEntries(added) }
  await annotateInTransaction(query, [{ sampleId, change }], { who, nowIso })
}

/** Returns one name for the user: the user name, else the account, else the profile. */
export const formatPerson = ({ profile, user, account }: Person): string => user ?? account ?? profile
