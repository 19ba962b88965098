import type { ExpressionBuilder } from 'kysely'
import { isLeaseExpired, leaseEndMs } from '../../concurrency/lease.ts'
import type { Clock, Database } from '../../ports.ts'
import type { AnswersSchema, RequestLeaseRow } from '../../store/resultTables.ts'

/** One paid request for one sample; empty `pathways`: all. */
export type ResultRequest = { sampleId: string; kind: RequestLeaseRow['kind']; pathways: readonly string[] }

/** Leases of paid requests across processes: one run sends a request, and the next sees what was in flight. */
export type RequestLeases = {
  /**
   * Acquires the lease of a request.
   * - `taken`: another run is sending it.
   * - `lost`: this run has the lease, but an earlier request was sent without a stored response.
   * - `wasSent`: an earlier request was sent, even if the service failed or refused it.
   * - `wasRefused`: the service refused it, so nothing is in doubt.
   * - `resultAt`: the address that the service returned for the result.
   */
  acquire(
    request: ResultRequest,
  ): Promise<{
    state: 'taken' | 'mine' | 'lost'
    wasSent: boolean
    wasRefused: boolean
    resultAt: string | null
  }>
  /** Stores the address of the result; null: it is no longer valid. Ignored if the lease is lost. */
  setResultAddress(request: ResultRequest, address: string | null): Promise<void>
  /** Await right before sending. Throws `RequestLeaseLost` if another run may have sent it in the meantime. */
  markSent(request: ResultRequest): Promise<void>
  /** Removes the lease: the request was not sent, or not processed. Storing a result does the same. */
  release(request: ResultRequest): Promise<void>
  /** Ends the lease of a request that was not sent this time. Its earlier outcome stays. */
  giveBack(request: ResultRequest): Promise<void>
  /** Records that the service refused the request, or that its response cannot be read. */
  markRefused(request: ResultRequest): Promise<void>
  /** Records that the request may have been processed but no response arrived. `failed`: the service itself failed. */
  markUnanswered(request: ResultRequest, failed: boolean): Promise<void>
  /** Returns the samples whose last request ended with a failure of the service. */
  failingSamples(): Promise<ReadonlySet<string>>
  /** Renews all leases of this run. */
  renew(): Promise<void>
}

/** Thrown when a run was suspended for longer than its lease: the request it is about to send must not leave. */
export class RequestLeaseLost extends Error {}

export const toPathwaysKey = (pathways: readonly string[]): string => JSON.stringify(pathways.toSorted())

export const matchesRequest =
  ({ sampleId, kind, pathways }: ResultRequest) =>
  ({ and }: ExpressionBuilder<AnswersSchema, 'asked'>) =>
    and({ sample_id: sampleId, kind, pathways: toPathwaysKey(pathways) })

/** `owner`: a unique ID of this run. */
export function createRequestLeases(
  { query, transaction }: Database<AnswersSchema>,
  clock: Clock,
  owner: string,
): RequestLeases {
  const leaseEnd = () => leaseEndMs(clock.now())
  const end = async (
    request: ResultRequest,
    outcome: Partial<Record<'sent' | 'failed' | 'refused', 0 | 1>>,
  ): Promise<void> => {
    await query
      .updateTable('asked')
      .set({ lease_until_ms: 0, ...outcome })
      .where(matchesRequest(request))
      .where('owner', '=', owner)
      .execute()
  }
  return {
    acquire: (request) =>
      transaction(async (trx) => {
        const row = await trx
          .selectFrom('asked')
          .select([
            'owner',
            'sent',
            'failed',
            'refused',
            'result_at',
            isLeaseExpired(clock.now(), 'owner').as('expired'),
          ])
          .where(matchesRequest(request))
          .executeTakeFirst()
        if (row && row.owner !== owner && row.expired === 0)
          return { state: 'taken', wasSent: true, wasRefused: false, resultAt: null }
        const lease = { owner, lease_until_ms: leaseEnd() }
        await trx
          .insertInto('asked')
          .values({
            sample_id: request.sampleId,
            kind: request.kind,
            pathways: toPathwaysKey(request.pathways),
            ...lease,
            sent: 0,
            failed: 0,
          })
          .onConflict((conflict) => conflict.doUpdateSet(lease))
          .execute()
        const isLost = row?.sent === 1 && row.failed === 0
        const wasRefused = row?.refused === 1
        const wasSent = row?.sent === 1 || wasRefused
        return { state: isLost ? 'lost' : 'mine', wasSent, wasRefused, resultAt: row?.result_at ?? null }
      }),
    async markSent(request) {
      const { numUpdatedRows } = await query
        .updateTable('asked')
        .set({ sent: 1, refused: 0, lease_until_ms: leaseEnd() })
        .where(matchesRequest(request))
        .where('owner', '=', owner)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new RequestLeaseLost()
    },
    async setResultAddress(request, address) {
      await query
        .updateTable('asked')
        .set({ result_at: address })
        .where(matchesRequest(request))
        .where('owner', '=', owner)
        .execute()
    },
    async release(request) {
      await query.deleteFrom('asked').where(matchesRequest(request)).where('owner', '=', owner).execute()
    },
    giveBack: (request) => end(request, {}),
    markRefused: (request) => end(request, { sent: 0, failed: 0, refused: 1 }),
    markUnanswered: (request, failed) => end(request, { failed: failed ? 1 : 0 }),
    async failingSamples() {
      const rows = await query.selectFrom('asked').select('sample_id').where('failed', '=', 1).execute()
      return new Set(rows.map((row) => row.sample_id))
    },
    async renew() {
      await query
        .updateTable('asked')
        .set({ lease_until_ms: leaseEnd() })
        .where('owner', '=', owner)
        .where('lease_until_ms', '>', 0)
        .execute()
    },
  }
}
