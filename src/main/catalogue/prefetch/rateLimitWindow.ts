import { type Kysely, sql } from 'kysely'
import type { DrugsSchema } from '../../store/drugs.ts'

export const hourMs = 60 * 60_000
/** A request is noted right before it leaves; by so much may one have left later than it was noted. */
const marginMs = 10_000
const windowMs = hourMs + marginMs
/** Far more than two processes differ: the clock was set back. */
const maxClockSkewMs = 60_000

/**
 * Notes a request that leaves now and gives 0; or, when `perHour` have left within the hour, the ms until one may.
 * To be run in a transaction: whoever else counts sees all or nothing of it.
 */
export async function claimRequest(
  query: Kysely<DrugsSchema>,
  atMs: number,
  perHour: number,
): Promise<number> {
  await query
    .deleteFrom('prefetch_sent')
    .where('at_ms', '<=', atMs - windowMs)
    .execute()
  // When they really left is not known any more, but it was not later than now.
  await query
    .updateTable('prefetch_sent')
    .set({ at_ms: atMs })
    .where('at_ms', '>', atMs + maxClockSkewMs)
    .execute()
  // Counted by their span first: reading through a million entries at each request would take its time.
  const { span } = await query
    .selectNoFrom(
      sql<number | null>`(SELECT max(id) FROM prefetch_sent) - (SELECT min(id) FROM prefetch_sent) + 1`.as(
        'span',
      ),
    )
    .executeTakeFirstOrThrow()
  const oldestInWindow = (span ?? 0) >= perHour ? await nthNewest(query, perHour) : undefined
  if (oldestInWindow) return Math.max(1, oldestInWindow.at_ms + windowMs - atMs)
  await query.insertInto('prefetch_sent').values({ at_ms: atMs }).execute()
  return 0
}

const nthNewest = (query: Kysely<DrugsSchema>, n: number) =>
  query
    .selectFrom('prefetch_sent')
    .select('at_ms')
    .orderBy('at_ms', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst()
