import { sql } from 'kysely'
import { type Failure, isFailure, rejected } from '../../../../shared/contract/failures.ts'
import type { SettleCheck } from '../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import type { FileSettlement } from '../../../../shared/domain/samples/settlementFile.ts'
import { joinMessages, type Message, message, shortList } from '../../../../shared/words/message.ts'
import type { OrderResponse, RemoteService, ServiceResponse } from '../../../ports.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalQuery } from '../../../store/journal.ts'
import { formatMessage, parseMessage } from '../../../store/legacyJson.ts'
import { findRow, findRows } from '../../../store/rows.ts'
import { type ReportedSample, registerSample } from '../../register/sampleRows.ts'
import { formatLines, partitionByOrders } from '../ledger/ledgerLines.ts'
import { sentFields } from '../orderBody.ts'
import {
  type Actor,
  closeIfSent,
  enqueueRows,
  isSelected,
  isUndoable,
  lastRowEvents,
  type RowSelection,
  recordEvents,
  requireIdle,
  updateLines,
} from './batches.ts'

/**
 * A change that a settlement makes in the journal: an order was placed, was not placed, or its settlement is undone.
 */
type Settlement =
  | { kind: 'placed'; order: UnknownRow; sample: ReportedSample; detail: Message }
  | { kind: 'notPlaced'; batchId: string; free: number[]; moved: Map<string, number[]>; detail: Message }
  | { kind: 'undone'; batchId: string; lines: number[]; detail: Message }

/** Writes a settlement. Every settlement goes through here. Call inside a transaction. */
async function writeSettlement(query: JournalQuery, settlement: Settlement, actor: Actor): Promise<void> {
  const { nowIso } = actor
  const { detail } = settlement
  if (settlement.kind === 'placed') {
    const { batchId, row, fields } = settlement.order
    const sampleId = settlement.sample.sample_id
    const created = { state: 'created', sample_id: sampleId, message: null, updated_at: nowIso } as const
    await updateLines(query, { batchId, lines: [row] }, created)
    // `addBatch` wrote it from this type.
    const order = { batchId, row, fields: JSON.parse(fields) as OrderFields }
    await registerSample(query, order, settlement.sample, nowIso)
    return recordEvents(query, actor, { batchId, what: 'settled-placed', detail }, [row])
  }
  const { batchId } = settlement
  if (settlement.kind === 'undone') {
    const { lines } = settlement
    const unknown = {
      state: 'unknown',
      sample_id: null,
      withdrawn: null,
      message: formatMessage(lostMessage),
      updated_at: nowIso,
    } as const
    await updateLines(query, { batchId, lines }, unknown)
    await closeIfSent(query, batchId)
    return recordEvents(query, actor, { batchId, what: 'settle-undone', detail }, lines)
  }
  const { free, moved } = settlement
  // These were not placed here and another batch orders them; they stay in the history of this batch.
  for (const [otherBatchId, lines] of moved) {
    const movedAway = {
      state: 'failed',
      withdrawn: `moved:${otherBatchId}`,
      message: null,
      updated_at: nowIso,
    } as const
    await updateLines(query, { batchId, lines }, movedAway)
  }
  await enqueueRows(query, batchId, free, nowIso)
  await recordEvents(query, actor, { batchId, what: 'settled-not-placed', detail })
  const lines = [...free, ...[...moved.values()].flat()]
  return recordEvents(query, actor, { batchId, what: 'settled-not-placed' }, lines)
}

const lostMessage = message('samples.responseOrderLostPlaced')

/** `lines` are the settled lines, `skipped` the requested lines that were not settled. */
type SettleResult = { rows: number; lines: number[]; skipped: number[] }

/** Returns the selected rows of unknown outcome, and the other lines. Throws `rejected` if no row is left. */
async function unknownRows(query: JournalQuery, { batchId, rows }: RowSelection) {
  const found = await findRows(query, 'ledger', { batch_id: batchId, state: 'unknown' }, 'row')
  const selected = found.filter(isSelected(rows))
  const known = new Set(selected.map(({ row }) => row))
  const missingLines = [...new Set(rows)].filter((row) => !known.has(row))
  if (selected.length > 0) return { selected, missingLines }
  const [line] = missingLines
  if (line === undefined) throw rejected(message('samples.noRowBatchUnknown'))
  const row = await findRow(query, 'ledger', { batch_id: batchId, row: line })
  throw row ? notUnknown(line) : rejected(message('samples.batchNoOrderLine', { line }))
}

const notUnknown = (line: number): Failure => rejected(message('samples.outcomeLineKnownSomeone', { line }))

/**
 * Settles orders of unknown outcome as not placed: queues them again. A row whose sample another batch orders, or may
 * have ordered, is left to that batch. A row whose sample is in the register stays unknown; throws `rejected` if that
 * is true of all rows. Call inside a transaction.
 */
export async function settleNotPlaced(
  query: JournalQuery,
  chosen: RowSelection,
  actor: Actor,
): Promise<SettleResult> {
  const { batchId } = chosen
  const { selected: rows, missingLines } = await unknownRows(query, chosen)
  const { free, others, placed } = await partitionByOrders(query, batchId, rows)
  const [firstPlaced] = placed
  if (firstPlaced && placed.length === rows.length)
    throw rejected(
      message('samples.registerSampleOrderPlaced', {
        reference: firstPlaced.reference,
        sampleId: firstPlaced.sampleId,
      }),
    )
  const movedLines = [...others.values()].flat()
  const parts = [
    free.length > 0
      ? message('samples.queued', { count: free.length, free: formatLines(free) })
      : message('samples.countQueued', { count: free.length }),
    movedLines.length > 0
      ? message('samples.leftAnotherImport', {
          count: movedLines.length,
          movedLines: formatLines(movedLines),
        })
      : null,
    firstPlaced
      ? message('samples.registerAlreadyNotSettled', {
          count: placed.length,
          placed: formatLines(placed.map(({ row }) => row)),
        })
      : null,
  ]
  const detail = joinMessages(parts, '; ')
  await writeSettlement(query, { kind: 'notPlaced', batchId, free, moved: others, detail }, actor)
  const skipped = [...missingLines, ...movedLines, ...placed.map(({ row }) => row)].sort((a, b) => a - b)
  return { rows: free.length, lines: [...free, ...movedLines], skipped }
}

/** The sample that an order was placed as. `answer`: the service's response, or null if it was not asked. */
type PlacedSample = { sampleId: string; service: string; answer: ServiceResponse<OrderResponse> | null }

/**
 * Settles an order of unknown outcome as placed: its row becomes `created`, and the sample enters the register with the
 * fields that were sent. Throws `rejected` if the sample belongs to another row. Call inside a transaction.
 */
export async function settlePlaced(
  query: JournalQuery,
  chosen: RowSelection,
  placed: PlacedSample,
  actor: Actor,
): Promise<SettleResult> {
  const row = await requirePlaceable(query, chosen, placed.sampleId)
  await recordPlaced(query, { ...row, batchId: chosen.batchId }, placed, actor)
  return { rows: 1, lines: [row.row], skipped: [] }
}

/** Returns the one row that can be settled as this sample. Throws `rejected` if there is none. */
async function requirePlaceable(query: JournalQuery, chosen: RowSelection, sampleId: string) {
  const { selected, missingLines } = await unknownRows(query, chosen)
  const [row, ...others] = selected
  if (missingLines[0] !== undefined) throw notUnknown(missingLines[0])
  if (!row || others.length > 0) throw rejected(message('samples.sampleBelongsOneOrder'))
  const owner = await findRow(query, 'ledger', { sample_id: sampleId })
  if (owner)
    throw rejected(
      message('samples.sampleBelongsCheckId', { sampleId, clientReference: owner.client_reference }),
    )
  await requireSameReference(query, sampleId, row.client_reference)
  return row
}

type CheckDeps = { remote: Pick<RemoteService, 'sampleStatus'>; form: () => Promise<OrderForm> }

/**
 * Requests the sample that the user named for an order. Throws `rejected` if the sample belongs to another order, or if
 * the service does not have it or has it under another reference.
 */
export async function checkPlaced(
  { remote, form }: CheckDeps,
  query: JournalQuery,
  chosen: RowSelection,
  sampleId: string,
): Promise<{ answer: ServiceResponse<OrderResponse>; check: SettleCheck }> {
  const row = await requirePlaceable(query, chosen, sampleId)
  const answer = await remote.sampleStatus(sampleId, { priority: 'interactive' }).catch((error: unknown) => {
    if (isFailure(error, 'notFound')) throw rejected(message('samples.serviceNoSampleCheck', { sampleId }))
    throw isFailure(error) ? error.withMore(message('samples.nothingChangedSettleOrder')) : error
  })
  const { client_reference } = sentFields(answer.raw, await form())
  const reference = client_reference === undefined ? null : String(client_reference)
  if (reference !== null && plainName(reference) !== plainName(row.client_reference))
    throw rejected(
      message('samples.serviceSampleNotCheck', {
        sampleId,
        reference,
        clientReference: row.client_reference,
      }),
    )
  const { status, createdAt } = answer.value
  return {
    answer,
    check: { sampleId, reference, status, createdAt, isOlder: isOlder(createdAt, row.sent_at) },
  }
}

/** Returns the settlement that a row of a file still needs. Throws `rejected` if it has another outcome. */
export async function settlementTodo(
  query: JournalQuery,
  { batchId, row, reference, as, undo }: Omit<FileSettlement, 'line'> & { undo: boolean },
): Promise<'placed' | 'notPlaced' | 'undone' | 'already'> {
  const found = await findRow(query, 'ledger', { batch_id: batchId, row })
  if (found === undefined) throw rejected(message('samples.batchHasNoOrderOnLine', { batchId, row }))
  if (reference !== null && plainName(reference) !== plainName(found.client_reference))
    throw rejected(
      message('samples.lineBatchNotNothing', { row, clientReference: found.client_reference, reference }),
    )
  const isSettled = as.kind === 'placed' ? found.sample_id === as.sampleId : found.state === 'queued'
  if (undo) {
    if (found.state === 'unknown') return 'already'
    const event = (await lastRowEvents(query, batchId, [row])).get(row)
    const isLeftToOther = as.kind === 'notPlaced' && found.withdrawn !== null
    if (!event || !(isSettled || isLeftToOther) || !isUndoable(found, event.what))
      throw rejected(message('samples.lineNotSettledLike', { row }))
    await requireNotOrderedSince(query, batchId, [{ reference: found.client_reference, settledAt: event.at }])
    return 'undone'
  }
  if (isSettled) return 'already'
  if (found.state === 'unknown') return as.kind
  throw rejected(message('samples.outcomeLineBatchKnown', { row }))
}

/** Some services trim names or normalize their accents. */
const plainName = (name: string): string => name.trim().normalize('NFC')

/**
 * Undoes the settlement of rows that have not changed since: their outcome is unknown again. Call inside a transaction.
 */
export async function undoSettled(
  query: JournalQuery,
  { batchId, rows: requested }: { batchId: string; rows: readonly number[] },
  analyzed: ReadonlySet<string>,
  nowMs: number,
  actor: Actor,
): Promise<number> {
  await requireIdle(query, batchId, nowMs)
  const lines = [...new Set(requested)].toSorted((a, b) => a - b)
  const rows = await findRows(query, 'ledger', { batch_id: batchId, row: lines }, 'row')
  const events = await lastRowEvents(query, batchId, lines)
  const settled = lines.map((line) => {
    const row = rows.find((one) => one.row === line)
    const event = events.get(line)
    if (!row || !event || !isUndoable(row, event.what)) throw notUndoable(line)
    return { row, event }
  })
  const references = settled.map(({ row, event }) => ({
    reference: row.client_reference,
    settledAt: event.at,
  }))
  await requireNotOrderedSince(query, batchId, references)
  for (const { row, event } of settled) {
    const detail = parseMessage(event.detail)
    if (row.sample_id !== null)
      await takeOut(query, { sampleId: row.sample_id, batchId, row, detail }, analyzed, actor)
  }
  const detail = message('samples.unknownOutcomeAgain', { count: lines.length, lines: formatLines(lines) })
  await writeSettlement(query, { kind: 'undone', batchId, lines, detail }, actor)
  return lines.length
}

const notUndoable = (line: number): Failure => rejected(message('samples.lineNotSettledSent', { line }))

const maxShownOrders = 10

/**
 * Throws `rejected` if another batch has ordered one of these references since its settlement, or is about to: one reference
 * would have an order of unknown outcome beside a new one, and looking up the first could order it twice.
 */
async function requireNotOrderedSince(
  query: JournalQuery,
  batchId: string,
  settled: readonly { reference: string; settledAt: string }[],
): Promise<void> {
  const settledAt = new Map(settled.map((one) => [one.reference, one.settledAt]))
  const others = await query
    .selectFrom('ledger')
    .innerJoin('batches', 'batches.batch_id', 'ledger.batch_id')
    .select(['ledger.row', 'client_reference', 'ledger.state', 'sample_id', 'sent_at', 'file_name'])
    .where('client_reference', 'in', boundList(settledAt.keys()))
    .where('ledger.batch_id', '!=', batchId)
    .where('ledger.state', '!=', 'failed')
    .orderBy('ledger.batch_id')
    .orderBy('ledger.row')
    .execute()
  // The undo may restore what was there before the settlement, such as another order of unknown outcome.
  const newer = others.filter(
    ({ client_reference, state, sent_at }) =>
      state === 'queued' || state === 'sending' || (sent_at ?? '') >= (settledAt.get(client_reference) ?? ''),
  )
  if (newer.length === 0) return
  const orders = newer.map(({ client_reference, row, file_name, sample_id, state }) => {
    const line = `${client_reference}: ${file_name}, ${row}`
    return sample_id === null ? `${line} (${state})` : `${line} (${sample_id})`
  })
  throw rejected(message('samples.samplesOrderedAgainSince', { orders: shortList(orders, maxShownOrders) }))
}

type SettledSample = {
  sampleId: string
  batchId: string
  row: { notes: string | null }
  /** The detail of the settlement event. Its value `clientReference` is the name of a sample that was in the register before. */
  detail: Message | null
}

/** Removes the sample of an undone settlement, unless it was there before or has results or annotations. */
async function takeOut(
  query: JournalQuery,
  { sampleId, batchId, row, detail }: SettledSample,
  analyzed: ReadonlySet<string>,
  { nowIso }: Actor,
): Promise<void> {
  const values = detail && 'values' in detail ? detail.values : {}
  // Earlier versions stored the values without names.
  const earlierName = values['clientReference'] ?? values[1]
  const annotation = await findRow(query, 'annotations', { sample_id: sampleId })
  const screening = await findRow(query, 'screening_tasks', { sample_id: sampleId })
  const isAnnotated =
    annotation !== undefined &&
    (annotation.group_name !== null ||
      annotation.tags !== '[]' ||
      annotation.note !== null ||
      annotation.fields !== (row.notes ?? '{}'))
  if (earlierName !== undefined || analyzed.has(sampleId) || isAnnotated || screening) {
    const name = typeof earlierName === 'string' ? earlierName : sampleId
    await query
      .updateTable('samples')
      .set({ batch_id: null, client_reference: name, place: sql`created_at` })
      .set(({ fn, val }) => ({ adopted_at: fn.coalesce('adopted_at', val(nowIso)) }))
      .where('sample_id', '=', sampleId)
      .where('batch_id', '=', batchId)
      .execute()
    return
  }
  for (const table of ['annotations', 'study_samples', 'samples'] as const)
    await query.deleteFrom(table).where('sample_id', '=', sampleId).execute()
}

/** The tolerated difference between the clocks of this computer and the service. */
const clockToleranceMs = 3600_000

/**
 * Settles an order of unknown outcome when a sample with its reference is adopted: the row becomes `created`. Returns
 * true if there was such an order. The user has to decide if several orders have the reference, or if the sample is
 * older than the request (the order may have placed another one). `createdAt`: as the service returned it, or null.
 * Call inside the transaction that adopts the sample.
 */
export async function settleAdopted(
  query: JournalQuery,
  sample: { sampleId: string; reference: string; service: string; createdAt: string | null },
  actor: Actor,
): Promise<boolean> {
  const { sampleId, reference, service, createdAt } = sample
  const adopted = await findRow(query, 'samples', { sample_id: sampleId })
  // The sample was ordered from here in the meantime.
  if (adopted?.batch_id !== null) return false
  const [row, another] = await query
    .selectFrom('ledger')
    .select(['batch_id as batchId', 'row', 'fields', 'sent_at'])
    .where('client_reference', '=', reference)
    .where('state', '=', 'unknown')
    .limit(2)
    .execute()
  if (!row || another) return false
  if (isOlder(createdAt, row.sent_at)) return false
  // The sample is already in the register, with the fields of the service.
  await recordPlaced(query, row, { sampleId, service, answer: null }, actor)
  return true
}

/** Returns true if a sample was created before the request of the order left. */
const isOlder = (createdAt: string | null, sentAt: string | null): boolean =>
  createdAt !== null && sentAt !== null && Date.parse(createdAt) < Date.parse(sentAt) - clockToleranceMs

type UnknownRow = { batchId: string; row: number; fields: string; sent_at: string | null }

async function recordPlaced(
  query: JournalQuery,
  order: UnknownRow,
  { sampleId, service, answer }: PlacedSample,
  actor: Actor,
): Promise<void> {
  const earlier = await findRow(query, 'samples', { sample_id: sampleId })
  const sample = {
    sample_id: sampleId,
    status: answer?.value.status ?? 'unknown',
    state: answer?.value.state ?? ('unknown' as const),
    checked_at: answer?.fetchedAt ?? null,
    created_at: answer?.value.createdAt ?? order.sent_at ?? actor.nowIso,
    service: answer?.service ?? service,
    synthetic: answer?.synthetic ? 1 : 0,
  }
  const detail = earlier
    ? message('samples.registerBefore', { sampleId, clientReference: earlier.client_reference })
    : joinMessages([sampleId])
  await writeSettlement(query, { kind: 'placed', order, sample, detail }, actor)
}

/** Throws `rejected` if the register has the sample under another reference. */
async function requireSameReference(query: JournalQuery, sampleId: string, reference: string): Promise<void> {
  const sample = await findRow(query, 'samples', { sample_id: sampleId })
  if (sample && sample.client_reference !== reference && sample.client_reference !== sampleId)
    throw rejected(
      message('samples.registerSampleNotCheck', {
        sampleId,
        clientReference: sample.client_reference,
        reference,
      }),
    )
}
