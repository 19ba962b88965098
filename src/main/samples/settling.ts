import type { Kysely, Updateable } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import type { BatchState } from '../../shared/domain/importing.ts'
import type { JournalSchema } from '../store/journal.ts'
import { type Act, keepEvents } from './batchEvents.ts'
import { leaseIsOver, noBatch } from './lease.ts'
import { knownReferences, takeOver } from './ledger.ts'
import { noteOnSample } from './notes.ts'
import { amongLines, sortByOrder, toLines } from './orderedElsewhere.ts'
import { inPieces } from './pieces.ts'
import { giveUpSending } from './sending.ts'

/** Rows of a batch by their lines; undefined: all that are meant. */
type Chosen = { batchId: string; rows: readonly number[] | undefined }

/** Throws `rejected` while anybody but `owner` sends the batch, here or elsewhere, and `notFound` for an unknown one. */
async function mustRest(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  owner?: string,
): Promise<void> {
  const batch = await query
    .selectFrom('batches')
    .select(['lease_owner', leaseIsOver(nowMs).as('rests')])
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  if (!batch) throw noBatch()
  if (batch.rests === 0 && (owner === undefined || batch.lease_owner !== owner))
    throw refused('This batch is being sent. Pause it, or wait until it has ended; then try again.')
}

const isMeant = (rows: readonly number[] | undefined) => {
  const wanted = rows && new Set(rows)
  return ({ row }: { row: number }) => wanted?.has(row) ?? true
}

/** Takes back every queued row of a batch that rests, inside a transaction; gives how many. */
export async function withdraw(
  query: Kysely<JournalSchema>,
  batchId: string,
  nowMs: number,
  act: Act,
): Promise<number> {
  await mustRest(query, batchId, nowMs)
  await giveUpSending(query, batchId, act.nowIso)
  const queued = query.selectFrom('ledger').select('row').where('batch_id', '=', batchId)
  const lines = (await queued.where('state', '=', 'queued').orderBy('row').execute()).map(({ row }) => row)
  const withdrawn = { state: 'failed', withdrawn: 'cancelled', updated_at: act.nowIso } as const
  await changeRows(query, { batchId, lines }, withdrawn)
  const rows = lines.length
  await query
    .updateTable('batches')
    .set({ state: rows > 0 ? 'cancelled' : 'done', lease_owner: null, lease_until_ms: 0 })
    .where('batch_id', '=', batchId)
    .execute()
  await keepEvents(query, act, { batchId, what: 'cancelled', detail: `${rows} rows not sent` })
  return rows
}

/**
 * Queues rows again that surely were not placed, each with its key of old, inside a transaction: those the service
 * refused, or those that were cancelled. A row whose sample was ordered meanwhile is left out and told. `owner`: whose
 * sending of the batch they may join; while anybody else sends it, this throws `rejected`.
 */
export async function queueAgain(
  query: Kysely<JournalSchema>,
  { batchId, rows }: Chosen,
  which: 'refused' | 'cancelled',
  nowMs: number,
  act: Act,
  owner?: string,
): Promise<{ queued: number[]; skipped: number[] }> {
  await mustRest(query, batchId, nowMs, owner)
  const failed = query.selectFrom('ledger').select(['row', 'client_reference']).where('state', '=', 'failed')
  const found = await failed
    .where('batch_id', '=', batchId)
    .where('withdrawn', which === 'refused' ? 'is' : '=', which === 'refused' ? null : 'cancelled')
    .orderBy('row')
    .execute()
  const meant = found.filter(isMeant(rows))
  const references = meant.map((row) => row.client_reference)
  const known = await knownReferences(query, references, nowMs)
  const fresh = meant.filter((row) => !known.has(row.client_reference))
  // Queued in another batch that rests: one of the two must give it up.
  await takeOver(
    query,
    fresh.map((row) => row.client_reference),
    { batchId, nowMs, nowIso: act.nowIso },
  )
  const queued = fresh.map(({ row }) => row)
  // What was cancelled stays so when refused rows are sent again, and can be gone on with after.
  await putInQueue(query, batchId, queued, act.nowIso, which === 'refused' ? ['done'] : ['done', 'cancelled'])
  await keepEvents(query, act, { batchId, what: which === 'refused' ? 'retried' : 'restored' }, queued)
  return { queued, skipped: meant.filter((row) => known.has(row.client_reference)).map(({ row }) => row) }
}

/** Changes rows of a batch inside a transaction; the rest of this process has its turns meanwhile. */
async function changeRows(
  query: Kysely<JournalSchema>,
  { batchId, lines }: { batchId: string; lines: readonly number[] },
  change: Updateable<JournalSchema['ledger']>,
): Promise<void> {
  for await (const some of inPieces(lines))
    await query
      .updateTable('ledger')
      .set(change)
      .where('batch_id', '=', batchId)
      .where('row', 'in', amongLines(some))
      .execute()
}

async function putInQueue(
  query: Kysely<JournalSchema>,
  batchId: string,
  rows: readonly number[],
  nowIso: string,
  pausing: readonly BatchState[] = ['done', 'cancelled'],
): Promise<void> {
  if (rows.length === 0) return
  const queued = { state: 'queued', withdrawn: null, message: null, updated_at: nowIso } as const
  await changeRows(query, { batchId, lines: rows }, queued)
  await query
    .updateTable('batches')
    .set({ state: 'paused' })
    .where('batch_id', '=', batchId)
    .where('state', 'in', pausing)
    .execute()
}

/** The rows of unknown outcome that are meant. Throws `rejected` when one that is named is not of unknown outcome. */
async function unknownRows(query: Kysely<JournalSchema>, { batchId, rows }: Chosen) {
  const found = await query
    .selectFrom('ledger')
    .select(['row', 'client_reference', 'fields', 'sent_at'])
    .where('batch_id', '=', batchId)
    .where('state', '=', 'unknown')
    .orderBy('row')
    .execute()
  const meant = found.filter(isMeant(rows))
  const known = new Set(meant.map(({ row }) => row))
  const other = rows?.find((row) => !known.has(row))
  if (other !== undefined)
    throw refused(
      `Line ${other} is not of unknown outcome any more. Look at the batch again; nothing was changed.`,
    )
  if (meant.length === 0) throw refused('No row of this batch is of unknown outcome.')
  return meant
}

/**
 * A person found that orders of unknown outcome were not placed: they are queued again, inside a transaction; gives how
 * many. One whose reference another import orders, or may have ordered, is left to that one. One that stands in the
 * register stays of unknown outcome; throws `rejected` where that is so of all.
 */
export async function settleNotPlaced(
  query: Kysely<JournalSchema>,
  chosen: Chosen,
  act: Act,
): Promise<number> {
  const { batchId } = chosen
  const rows = await unknownRows(query, chosen)
  const { free, others, placed } = await sortByOrder(query, batchId, rows)
  const [first] = placed
  if (first && placed.length === rows.length)
    throw refused(
      `“${first.reference}” stands in the register as sample ${first.sampleId}, so its order was placed. Nothing was changed.`,
    )
  // Surely not placed, and ordered by the other: they stay in the history of this batch.
  for (const [other, lines] of others) {
    const left = {
      state: 'failed',
      withdrawn: `moved:${other}`,
      message: null,
      updated_at: act.nowIso,
    } as const
    await changeRows(query, { batchId, lines }, left)
  }
  await putInQueue(query, batchId, free, act.nowIso)
  const left = [...others.values()].flat()
  const parts = [
    `${free.length} queued${free.length > 0 ? `: ${toLines(free)}` : ''}`,
    ...(left.length > 0 ? [`${left.length} left to another import of them: ${toLines(left)}`] : []),
    ...(first
      ? [`${placed.length} in the register already, not settled: ${toLines(placed.map(({ row }) => row))}`]
      : []),
  ]
  await keepEvents(query, act, { batchId, what: 'settled-not-placed', detail: parts.join('; ') })
  return free.length
}

/**
 * A person found the sample of an order of unknown outcome: the row is created, and the sample enters the register
 * with what was sent. Inside a transaction. Throws `rejected` when the sample belongs to another row.
 */
export async function settlePlaced(
  query: Kysely<JournalSchema>,
  chosen: Chosen,
  { sampleId, service }: { sampleId: string; service: string },
  act: Act,
): Promise<number> {
  const [row, ...others] = await unknownRows(query, chosen)
  if (!row || others.length > 0)
    throw refused('A sample belongs to one order: choose the one line that this sample was ordered by.')
  const owner = await query
    .selectFrom('ledger')
    .select(['client_reference'])
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  if (owner)
    throw refused(
      `The sample ${sampleId} is that of “${owner.client_reference}”. Nothing was changed; check the id.`,
    )
  const former = await formerSample(query, sampleId, row.client_reference)
  const { batchId } = chosen
  await query
    .updateTable('ledger')
    .set({ state: 'created', sample_id: sampleId, message: null, updated_at: act.nowIso })
    .where('batch_id', '=', batchId)
    .where('row', '=', row.row)
    .execute()
  const { client_reference, ...fields } = JSON.parse(row.fields) as { client_reference: string }
  const origin = { batch_id: batchId, status: 'unknown', state: 'unknown' as const, checked_at: null }
  await query
    .insertInto('samples')
    .values({
      sample_id: sampleId,
      client_reference,
      fields: JSON.stringify(fields),
      ...origin,
      created_at: row.sent_at ?? act.nowIso,
      service,
      synthetic: 0,
    })
    // Taken in by itself before: the order it belongs to is known now, and what the service told of it stays.
    .onConflict((conflict) =>
      conflict.column('sample_id').doUpdateSet({
        batch_id: former?.batch_id ?? batchId,
        fields: JSON.stringify({ ...fields, ...former?.fields }),
        client_reference,
      }),
    )
    .execute()
  await noteOnSample(query, { batchId, row: row.row, sampleId }, act.nowIso)
  await keepEvents(query, act, { batchId, what: 'settled-placed', detail: sampleId }, [row.row])
  return 1
}

/**
 * What the register has under the id already, taken in before without a name or with this one. Throws `rejected`
 * where it stands there under another reference: the id was mistyped, or the sample is that of another order.
 */
async function formerSample(query: Kysely<JournalSchema>, sampleId: string, reference: string) {
  const sample = await query
    .selectFrom('samples')
    .select(['client_reference', 'fields', 'batch_id'])
    .where('sample_id', '=', sampleId)
    .executeTakeFirst()
  if (!sample) return null
  if (sample.client_reference !== reference && sample.client_reference !== sampleId)
    throw refused(
      `The sample ${sampleId} stands in the register as “${sample.client_reference}”, not as “${reference}”. Nothing was changed; check the id.`,
    )
  return { batch_id: sample.batch_id, fields: JSON.parse(sample.fields) as Record<string, unknown> }
}

const refused = (message: string): Failure => new Failure('rejected', message, { problems: [] })
