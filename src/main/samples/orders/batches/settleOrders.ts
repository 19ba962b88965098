import type { Kysely } from 'kysely'
import { type Failure, rejected } from '../../../../shared/contract/failures.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import { joinMessages, message } from '../../../../shared/messages/message.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { registerSample } from '../../register/sampleRows.ts'
import { formatLines, partitionByOrders } from '../ledger/ledgerLines.ts'
import {
  type Actor,
  enqueueRows,
  isSelected,
  type RowSelection,
  recordEvents,
  updateRows,
} from './batches.ts'

/** How many rows are settled as requested, and the lines that were meant and are not. */
type SettleResult = { rows: number; skipped: number[] }

/** The rows of unknown outcome that are meant; `missingLines`: lines that are none any more. Throws `rejected` where none is left. */
async function unknownRows(query: Kysely<JournalSchema>, { batchId, rows }: RowSelection) {
  const found = await query
    .selectFrom('ledger')
    .select(['row', 'client_reference', 'fields', 'sent_at'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'unknown')
    .orderBy('row')
    .execute()
  const selected = found.filter(isSelected(rows))
  const known = new Set(selected.map(({ row }) => row))
  const missingLines = [...new Set(rows)].filter((row) => !known.has(row))
  if (selected.length > 0) return { selected, missingLines }
  const [line] = missingLines
  if (line === undefined) throw rejected(message`No row of this batch is of unknown outcome.`)
  const row = await query
    .selectFrom('ledger')
    .select('row')
    .where('batch_id', '=', batchId)
    .where('row', '=', line)
    .executeTakeFirst()
  throw row ? notUnknown(line) : rejected(message`This batch has no order on line ${line}. Nothing changed.`)
}

const notUnknown = (line: number): Failure =>
  rejected(
    message`The outcome of line ${line} is known. Someone may have settled it: reload the batch. Nothing changed.`,
  )

/**
 * A person found that orders of unknown outcome were not placed: they are queued again, inside a transaction. One whose
 * reference another import orders, or may have ordered, is left to that one. One that stands in the register stays of
 * unknown outcome; throws `rejected` where that is so of all.
 */
export async function settleNotPlaced(
  query: Kysely<JournalSchema>,
  chosen: RowSelection,
  actor: Actor,
): Promise<SettleResult> {
  const { batchId } = chosen
  const { selected: rows, missingLines } = await unknownRows(query, chosen)
  const { free, others, placed } = await partitionByOrders(query, batchId, rows)
  const [firstPlaced] = placed
  if (firstPlaced && placed.length === rows.length)
    throw rejected(
      message`The register has “${firstPlaced.reference}” as sample ${firstPlaced.sampleId}, so its order was placed. Nothing changed.`,
    )
  // Surely not placed, and ordered by the other: they stay in the history of this batch.
  for (const [otherBatchId, lines] of others) {
    const movedAway = {
      state: 'failed',
      withdrawn: `moved:${otherBatchId}`,
      message: null,
      updated_at: actor.nowIso,
    } as const
    await updateRows(query, { batchId, lines }, movedAway)
  }
  await enqueueRows(query, batchId, free, actor.nowIso)
  const movedLines = [...others.values()].flat()
  const parts = [
    free.length > 0 ? message`${free.length} queued: ${formatLines(free)}` : message`${free.length} queued`,
    movedLines.length > 0
      ? message`${movedLines.length} left to another import of them: ${formatLines(movedLines)}`
      : null,
    firstPlaced
      ? message`${placed.length} in the register already, not settled: ${formatLines(placed.map(({ row }) => row))}`
      : null,
  ]
  await recordEvents(query, actor, { batchId, what: 'settled-not-placed', detail: joinMessages(parts, '; ') })
  const skipped = [...missingLines, ...movedLines, ...placed.map(({ row }) => row)].sort((a, b) => a - b)
  return { rows: free.length, skipped }
}

/**
 * A person found the sample of an order of unknown outcome: the row is created, and the sample enters the register
 * with what was sent. Inside a transaction. Throws `rejected` when the sample belongs to another row.
 */
export async function settlePlaced(
  query: Kysely<JournalSchema>,
  chosen: RowSelection,
  { sampleId, service }: { sampleId: string; service: string },
  actor: Actor,
): Promise<SettleResult> {
  const { selected, missingLines } = await unknownRows(query, chosen)
  const [row, ...others] = selected
  if (missingLines[0] !== undefined) throw notUnknown(missingLines[0])
  if (!row || others.length > 0)
    throw rejected(message`A sample belongs to one order. Choose the one line that ordered this sample.`)
  const owner = await query
    .selectFrom('ledger')
    .select(['client_reference'])
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  if (owner)
    throw rejected(
      message`Sample ${sampleId} belongs to “${owner.client_reference}”. Check the ID. Nothing changed.`,
    )
  await requireSameReference(query, sampleId, row.client_reference)
  await recordPlaced(query, { ...row, batchId: chosen.batchId }, { sampleId, service }, actor)
  return { rows: 1, skipped: [] }
}

/** How far the clock of this computer may be from that of the service. */
const clockToleranceMs = 3600_000

/**
 * A sample of the register that the service knows under the reference of an order of unknown outcome is that order: its
 * row is created, inside the transaction that adopts the sample. Gives whether there was one. Where several orders have
 * the reference, a person has to say which it is; so it is of a sample that stood before the request left, since what
 * was ordered then may be placed besides. `createdAt`: as the service says; null where it does not.
 */
export async function settleAdopted(
  query: Kysely<JournalSchema>,
  sample: { sampleId: string; reference: string; service: string; createdAt: string | null },
  actor: Actor,
): Promise<boolean> {
  const { sampleId, reference, service, createdAt } = sample
  const adopted = await query
    .selectFrom('samples')
    .select('batch_id')
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  // Ordered from here meanwhile.
  if (adopted?.batch_id !== null) return false
  const [row, another] = await query
    .selectFrom('ledger')
    .select(['batch_id as batchId', 'row', 'fields', 'sent_at'])
    .where('client_reference', '=', reference)
    .where('state', '=', 'unknown')
    .limit(2)
    .execute()
  if (!row || another) return false
  const isOlder =
    createdAt !== null &&
    row.sent_at !== null &&
    Date.parse(createdAt) < Date.parse(row.sent_at) - clockToleranceMs
  if (isOlder) return false
  await recordPlaced(query, row, { sampleId, service }, actor)
  return true
}

type UnknownRow = { batchId: string; row: number; fields: string; sent_at: string | null }

async function recordPlaced(
  query: Kysely<JournalSchema>,
  { batchId, row, fields, sent_at: sentAt }: UnknownRow,
  { sampleId, service }: { sampleId: string; service: string },
  actor: Actor,
): Promise<void> {
  await query
    .updateTable('ledger')
    .set({ state: 'created', sample_id: sampleId, message: null, updated_at: actor.nowIso })
    .where('batch_id', '=', batchId)
    .where('row', '=', row)
    .execute()
  const sample = {
    sample_id: sampleId,
    status: 'unknown',
    state: 'unknown' as const,
    checked_at: null,
    created_at: sentAt ?? actor.nowIso,
    service,
    synthetic: 0,
  }
  // Written by `addBatch` from this type.
  const order = { batchId, row, fields: JSON.parse(fields) as OrderFields }
  await registerSample(query, order, sample, actor.nowIso)
  await recordEvents(query, actor, { batchId, what: 'settled-placed', detail: message`${sampleId}` }, [row])
}

/**
 * Throws `rejected` where the sample stands in the register under another reference: the id was mistyped, or the sample
 * is that of another order.
 */
async function requireSameReference(
  query: Kysely<JournalSchema>,
  sampleId: string,
  reference: string,
): Promise<void> {
  const sample = await query
    .selectFrom('samples')
    .select('client_reference')
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  if (sample && sample.client_reference !== reference && sample.client_reference !== sampleId)
    throw rejected(
      message`The register has sample ${sampleId} as “${sample.client_reference}”, not as “${reference}”. Check the ID. Nothing changed.`,
    )
}
