import type { ExpressionBuilder } from 'kysely'
import type { Clock, Database } from '../ports.ts'
import type { AnswersSchema, AskedRow } from '../store/answers.ts'

/** What is asked of the service about one sample; `pathways` empty: all. */
export type Question = { sampleId: string; kind: AskedRow['kind']; pathways: readonly string[] }

/**
 * The questions that are being asked, over all windows and processes of a profile. Each is paid for, so it is asked by
 * one run at a time, and what was under way when a run was killed is known to the next.
 */
export type UnderWay = {
  /**
   * `taken`: another run asks it now. `lost`: it is this run's, and was sent before without an answer being kept.
   * `resultAt`: where the service has said since that its result would be.
   */
  take(question: Question): Promise<{ state: 'taken' | 'mine' | 'lost'; resultAt: string | null }>
  /** The service has named the address of its result; null: there is nothing any more. */
  resultAt(question: Question, address: string | null): Promise<void>
  /** To be awaited right before its request leaves. */
  leaving(question: Question): Promise<void>
  /** It was not sent, or the service refused it: nothing is open. An answer that is kept does the same. */
  release(question: Question): Promise<void>
  /** It may have been carried out, and no answer came. `failed`: the service itself failed at it. */
  unanswered(question: Question, failed: boolean): Promise<void>
  /** The samples at which the service failed the last time they were asked for. */
  failing(): Promise<ReadonlySet<string>>
  /** Keeps what this run has until the signal ends it, with whose reason it rejects. */
  holding(signal: AbortSignal): Promise<void>
}

/** A run that has not shown itself for so long is taken to be gone. */
const leaseMs = 15_000
/** Well below the lease, so that one late renewal does not lose it. */
const renewEveryMs = 5_000

const listOf = (pathways: readonly string[]): string => JSON.stringify(pathways.toSorted())

export const isQuestion =
  ({ sampleId, kind, pathways }: Question) =>
  ({ and }: ExpressionBuilder<AnswersSchema, 'asked'>) =>
    and({ sample_id: sampleId, kind, pathways: listOf(pathways) })

/** Far more time left than a lease has means that the clock was set back: nobody is to be waited for then. */
const isLive = (leaseUntilMs: number, nowMs: number): boolean =>
  leaseUntilMs > nowMs && leaseUntilMs <= nowMs + 2 * leaseMs

/** `owner`: an id of this run alone. */
export function createUnderWay(
  { query, transaction }: Database<AnswersSchema>,
  clock: Clock,
  owner: string,
): UnderWay {
  const until = () => clock.now() + leaseMs
  return {
    take: (question) =>
      transaction(async (within) => {
        const row = await within
          .selectFrom('asked')
          .select(['owner', 'lease_until_ms', 'sent', 'failed', 'result_at'])
          .where(isQuestion(question))
          .executeTakeFirst()
        if (row && row.owner !== owner && isLive(row.lease_until_ms, clock.now()))
          return { state: 'taken', resultAt: null }
        const now = { owner, lease_until_ms: until() }
        await within
          .insertInto('asked')
          .values({
            sample_id: question.sampleId,
            kind: question.kind,
            pathways: listOf(question.pathways),
            ...now,
            sent: 0,
            failed: 0,
          })
          .onConflict((conflict) => conflict.doUpdateSet(now))
          .execute()
        const isLost = row?.sent === 1 && row.failed === 0
        return { state: isLost ? 'lost' : 'mine', resultAt: row?.result_at ?? null }
      }),
    async leaving(question) {
      await query
        .updateTable('asked')
        .set({ sent: 1, lease_until_ms: until() })
        .where(isQuestion(question))
        .execute()
    },
    async resultAt(question, address) {
      await query.updateTable('asked').set({ result_at: address }).where(isQuestion(question)).execute()
    },
    async release(question) {
      await query.deleteFrom('asked').where(isQuestion(question)).where('owner', '=', owner).execute()
    },
    async unanswered(question, failed) {
      await query
        .updateTable('asked')
        .set({ lease_until_ms: 0, failed: failed ? 1 : 0 })
        .where(isQuestion(question))
        .where('owner', '=', owner)
        .execute()
    },
    async failing() {
      const rows = await query.selectFrom('asked').select('sample_id').where('failed', '=', 1).execute()
      return new Set(rows.map((row) => row.sample_id))
    },
    async holding(signal) {
      for (;;) {
        await clock.sleep(renewEveryMs, signal)
        await query
          .updateTable('asked')
          .set({ lease_until_ms: until() })
          .where('owner', '=', owner)
          .where('lease_until_ms', '>', 0)
          .execute()
      }
    },
  }
}
