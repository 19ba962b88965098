import { type Kysely, sql } from 'kysely'
import type { OrderFields } from '../../../../shared/domain/samples/sample.ts'
import type { Database, OrderResponse, ServiceResponse } from '../../../ports.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { parseBatchTransform } from '../../../store/storedForms.ts'
import { findConflict, type LedgerOrder, registerSample } from '../../register/sampleRows.ts'
import { leaseLost, renewLease } from '../batches/batchLease.ts'
import { type SendAs, toSentNames } from '../orderBody.ts'
import { amongLines } from './ledgerLines.ts'

/** A ledger row and its order: by our names of the fields, and as it is sent. */
export type OrderRow = LedgerOrder & {
  body: Record<string, string | number>
  idempotencyKey: string
}

/** Which rows are sent: those whose turn has come, or, requested by a person, those of unknown outcome once more. */
export type SendableState = 'queued' | 'unknown'

/** How the sending of one row ended; `queued`: it surely was not sent. */
export type RowOutcome =
  | { state: 'created'; answer: ServiceResponse<OrderResponse> }
  | { state: 'failed' | 'unknown'; message: string }
  | { state: 'queued' }

const pageSize = 500

/** Rows of a batch; `only`: their lines, where not all are meant. */
type RowsToSend = { batchId: string; from: SendableState; only?: ReadonlySet<number> | undefined }

/**
 * The rows of a batch that are to be sent, in the order of the file, each once; several may take from it at the same
 * time.
 */
export async function* rowsToSend(
  query: Kysely<JournalSchema>,
  selection: RowsToSend,
): AsyncGenerator<OrderRow & { message: string | null }> {
  const { batchId } = selection
  const sendAs = await readSendAs(query, batchId)
  for await (const page of pagesToSend(query, selection))
    for (const { row, fields, idempotency_key: idempotencyKey, message } of page) {
      // Written by `addBatch` from the same type.
      const order = JSON.parse(fields) as OrderFields
      yield { batchId, row, fields: order, body: toSentNames(order, sendAs), idempotencyKey, message }
    }
}

async function* pagesToSend(query: Kysely<JournalSchema>, { batchId, from, only }: RowsToSend) {
  const ledgerRows = query
    .selectFrom('ledger')
    .select(['row', 'fields', 'idempotency_key', 'message'])
    .where('batch_id', '=', batchId)
    .where('state', '=', from)
    .orderBy('row')
  if (only) {
    const lines = [...only].sort((a, b) => a - b)
    for (let at = 0; at < lines.length; at += pageSize)
      yield await ledgerRows.where('row', 'in', amongLines(lines.slice(at, at + pageSize))).execute()
    return
  }
  for (let after: number | undefined = -1; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof ledgerRows.execute>> = await ledgerRows
      .where('row', '>', after)
      .limit(pageSize)
      .execute()
    yield page
    after = page.at(-1)?.row
  }
}

/** Services that honour idempotency keys forget them, the earliest a day after the first request with one. */
const keyLifetimeMs = 24 * 3600_000

/** Clocks are set right by some minutes all the time. */
const clockSlackMs = 5 * 60_000

/**
 * Lines of unknown outcome that a service which honours idempotency keys places once however often they are sent. How old
 * a request from later than now is, which left by a clock that was ahead, nobody knows.
 */
export async function resendableLines(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
): Promise<number[]> {
  const rows = await query
    .selectFrom('ledger')
    .select('row')
    .where('batch_id', '=', batchId)
    .where('state', '=', 'unknown')
    .where('sent_at', '>', new Date(nowMs - keyLifetimeMs).toISOString())
    .where('sent_at', '<=', new Date(nowMs + clockSlackMs).toISOString())
    // As `withdrawRegistered` has it: whether that is the same order, a person has to say.
    .where('client_reference', 'not in', (made) => made.selectFrom('samples').select('client_reference'))
    .orderBy('row')
    .execute()
  return rows.map(({ row }) => row)
}

/**
 * The names that the fields of a batch are sent under, as it remembers them: whatever became of the order form since,
 * a row that is sent again is sent just as the first time.
 */
async function readSendAs(query: Kysely<JournalSchema>, batchId: string): Promise<SendAs> {
  const batch = await query
    .selectFrom('batches')
    .select('recipe')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return parseBatchTransform(batch?.recipe ?? null)?.sendAs ?? {}
}

/** Samples that came into the register since, by being adopted or with a restored journal, are not ordered again. */
export async function withdrawRegistered(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowIso: string,
): Promise<void> {
  await query
    .updateTable('ledger')
    .set({ state: 'failed', withdrawn: 'registered', updated_at: nowIso })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'queued')
    .where('client_reference', 'in', (made) => made.selectFrom('samples').select('client_reference'))
    .execute()
}

/**
 * Marks a row as being sent, durably, right before its request leaves; a row that is sent once more after a refusal
 * is marked already. `sent_at` stays that of the first request that may have placed the order. Throws `rejected` when the lease is lost or another batch has taken the row over.
 */
export function markSending(
  journal: Database<JournalSchema>,
  lease: { batchId: string; owner: string; nowMs: number },
  row: number,
  from: SendableState = 'queued',
): Promise<void> {
  const sentAt = new Date(lease.nowMs).toISOString()
  return journal.transaction(async (query) => {
    if (!(await renewLease(query, lease))) throw leaseLost()
    const { numUpdatedRows } = await query
      .updateTable('ledger')
      .set({ state: 'sending', message: null, updated_at: sentAt })
      .set({ sent_at: sql<string>`iif(state = 'queued', ${sentAt}, coalesce(sent_at, ${sentAt}))` })
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('batch_id', '=', lease.batchId)
      .where('row', '=', row)
      .where('state', 'in', [from, 'sending'])
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw leaseLost()
  })
}

/**
 * Writes down how a row ended, and gives how that is; a created sample enters the register in the same transaction. An
 * order that stands counts whatever was made of its row meanwhile; a row that another process has settled is not queued
 * again. A sample id that is that of another order leaves the outcome unknown: both may be charged.
 */
export function recordOutcome(
  journal: Database<JournalSchema>,
  order: LedgerOrder,
  outcome: RowOutcome,
  nowIso: string,
): Promise<RowOutcome> {
  const unsettledStates = ['sending', 'unknown', 'queued', 'failed'] as const
  const expectedStates = outcome.state === 'created' ? unsettledStates : (['sending'] as const)
  return journal.transaction(async (query) => {
    const conflict =
      outcome.state === 'created' ? await findConflict(query, outcome.answer.value.sampleId, order) : null
    const recorded: RowOutcome = conflict === null ? outcome : { state: 'unknown', message: conflict }
    await query
      .updateTable('ledger')
      .set({
        state: recorded.state,
        sample_id: recorded.state === 'created' ? recorded.answer.value.sampleId : null,
        message: 'message' in recorded ? recorded.message : null,
        ...(outcome.state === 'created' ? { withdrawn: null } : {}),
        updated_at: nowIso,
      })
      .where('batch_id', '=', order.batchId)
      .where('row', '=', order.row)
      .where('state', 'in', expectedStates)
      .execute()
    if (recorded.state === 'created') await registerCreated(query, order, recorded.answer, nowIso)
    return recorded
  })
}

function registerCreated(
  query: Kysely<JournalSchema>,
  order: LedgerOrder,
  answer: ServiceResponse<OrderResponse>,
  nowIso: string,
): Promise<void> {
  const { sampleId, status, state, createdAt } = answer.value
  const sample = {
    sample_id: sampleId,
    status,
    state,
    created_at: createdAt ?? answer.fetchedAt,
    checked_at: answer.fetchedAt,
    service: answer.service,
    synthetic: answer.synthetic ? 1 : 0,
  }
  return registerSample(query, order, sample, nowIso)
}

/** Rows that nobody is sending any more though they say so: whether their orders were placed is not known. */
export async function markInterrupted(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowIso: string,
): Promise<void> {
  await query
    .updateTable('ledger')
    .set({ state: 'unknown', message: interruptedMessage, updated_at: nowIso })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'sending')
    .execute()
}

const interruptedMessage =
  'Pathclock closed before the response arrived. The order may have been placed: look for it at the service before you order this sample again.'
