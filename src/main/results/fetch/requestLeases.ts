import type { ExpressionBuilder } from 'kysely'
import { isLeaseExpired, leaseEndMs } from '../../concurrency/lease.ts'
import type { Clock, Database } from '../../ports.ts'
import type { AnswersSchema, RequestLeaseRow } from '../../store/resultTables.ts'

/** One paid request about one sample; `pathways` empty: all. */
export type ResultRequest = { sampleId: string; kind: RequestLeaseRow['kind']; pathways: readonly string[] }

/**
 * The requests under way, over all windows and processes of a profile. Each is paid for, so one run sends it at a time,
 * and what was under way when a run was killed is known to the next.
 */
export type RequestLeases = {
  /**
   * `taken`: another run has it under way. `lost`: it is this run's, and was sent before without an answer being stored.
   * `wasSent`: so too where the service failed at it or refused it; `wasRefused`: it refused it, and nothing is in doubt.
   * `setResultAddress`: where the service has said since that its result would be.
   */
  acquire(request: ResultRequest): Promise<{
    state: 'taken' | 'mine' | 'lost'
    wasSent: boolean
    wasRefused: boolean
    resultAt: string | null
  }>
  /** The service has named the address of its result; null: there is nothing any more. Ignored once the lease is lost. */
  setResultAddress(request: ResultRequest, address: string | null): Promise<void>
  /** To be awaited right before its request leaves. Throws `RequestLeaseLost`: another run may have sent it meanwhile. */
  markSent(request: ResultRequest): Promise<void>
  /** It never left, or the service turned whoever sent it away: nothing is open. An answer that is stored does the same. */
  release(request: ResultRequest): Promise<void>
  /** It was not sent this time: what is known of it stays. */
  giveBack(request: ResultRequest): Promise<void>
  /** The service refused it, or its response cannot be read. */
  markRefused(request: ResultRequest): Promise<void>
  /** It may have been carried out, and no answer came. `failed`: the service itself failed at it. */
  markUnanswered(request: ResultRequest, failed: boolean): Promise<void>
  /** The samples at which the service failed the last time they were requested. */
  failingSamples(): Promise<ReadonlySet<string>>
  /** Renews all that this run has. */
  renew(): Promise<void>
}

/** A run that was suspended for longer than its lease goes on without it: what it was about to send must not leave. */
export class RequestLeaseLost extends Error {}

export const toPathwaysKey = (pathways: readonly string[]): string => JSON.stringify(pathways.toSorted())

export const matchesRequest =
  ({ sampleId, kind, pathways }: ResultRequest) =>
  ({ and }: ExpressionBuilder<AnswersSchema, 'asked'>) =>
    and({ sample_id: sampleId, kind, pathways: toPathwaysKey(pathways) })

/** `owner`: an id of this run alone. */
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
