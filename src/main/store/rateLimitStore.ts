import { sql } from 'kysely'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { createSerialQueue } from '../concurrency/serialQueue.ts'
import type { Journal } from './journal.ts'

const timeMs = z.number()
const count = z.number().int().min(0)

const storedStateSchema = z.object({
  /** The clock at the last change. If the current clock is earlier, it was set back. */
  atMs: timeMs,
  /** The responses received, oldest first: time and count. */
  received: z.array(z.tuple([timeMs, count])),
  /** Requests that were sent and have no response yet. `owner` is the process. */
  underWay: z.array(z.object({ id: z.string(), owner: z.string(), sinceMs: timeMs })),
  /** Requests by other programs with the same credential, as inferred from the service's headers. */
  foreign: z.object({ count, untilMs: timeMs }).nullable(),
  /**
   * The limit stated in the service's headers, and when it was last seen. `windowMs` is null if no policy states it.
   */
  learned: z
    .object({ limit: z.number(), windowMs: z.number().nullable(), seenAtMs: timeMs.default(0) })
    .nullable(),
  pace: z.object({
    /** Responses since the start, or since the spacing was last reset. */
    answers: count,
    /** Refusals that the request count did not explain. Each widens the gap between requests. */
    step: count,
    /** Consecutive refusals. */
    row: count,
    openAtMs: timeMs,
    pausedUntilMs: timeMs,
    /** The time of the last refusal, or of the last step back after it. */
    refusedAtMs: timeMs,
  }),
  /** The user's own calls by window: its start and their number. */
  calls: z.array(z.tuple([timeMs, count])),
  /** Processes in which a call of the user waits to be sent. */
  waiting: z.array(z.object({ owner: z.string(), count, untilMs: timeMs })),
})

/** The journal stores these fields under older names, so that earlier versions can read them. */
const rateLimitStateSchema = storedStateSchema.transform(
  ({ underWay, pace: { row, ...pace }, ...others }) => ({
    ...others,
    inFlight: underWay,
    spacing: { ...pace, refusalsInRow: row },
  }),
)

/** The state of one credential's quota. Times are ms since 1970. */
export type RateLimitState = z.output<typeof rateLimitStateSchema>

/** Stores the state. Edits must be pure, since they run again if another process was faster. */
export type RateLimitStore = {
  /** True if other processes write to it too, so the last value read may be outdated. */
  readonly shared: boolean
  /** Runs edits one at a time across all processes. An edit that returns its input state writes nothing. */
  change<T>(edit: (state: RateLimitState) => { state: RateLimitState; result: T }): Promise<T>
}

export const emptyRateLimitState: RateLimitState = {
  atMs: 0,
  received: [],
  inFlight: [],
  foreign: null,
  learned: null,
  spacing: { answers: 0, step: 0, refusalsInRow: 0, openAtMs: 0, pausedUntilMs: 0, refusedAtMs: 0 },
  calls: [],
  waiting: [],
}

/** Creates a store for a quota that only this process uses. */
export function createMemoryRateLimitStore(): RateLimitStore {
  let state = emptyRateLimitState
  return {
    shared: false,
    async change(edit) {
      const changed = edit(state)
      state = changed.state
      return changed.result
    },
  }
}

/** Each failed round means that another process succeeded, so this limit is not reached in practice. */
const maxRounds = 1000

/**
 * Creates a store in the profile's journal, shared by all processes and persistent. It needs its own connection with
 * durability `normal`: a power failure loses at most one window. Throws `file` if the disk fails.
 *
 * It uses two single statements and a version instead of a transaction: no lock is held while other work of this
 * process runs or while the edit is computed.
 */
export function createJournalRateLimitStore({ query }: Journal): RateLimitStore {
  let cached = { text: '', state: emptyRateLimitState }
  /** Edits of this process are queued, since racing each other would only cost them rounds. */
  const queue = createSerialQueue()
  // SQLite's own wait would block this process, which may also run the connection that must release the lock. The
  // adapter waits asynchronously instead. If this statement fails, so does the next one, which reports it.
  queue.run(() => sql`PRAGMA busy_timeout = 0`.execute(query)).catch(() => undefined)

  const read = async () => {
    const row = await query.selectFrom('quota').select(['version', 'state']).executeTakeFirstOrThrow()
    if (row.state !== cached.text) cached = { text: row.state, state: parseRateLimitState(row.state) }
    return { version: row.version, state: cached.state }
  }
  const write = async (version: number, state: RateLimitState): Promise<boolean> => {
    const text = JSON.stringify(toStored(state))
    const { numUpdatedRows } = await query
      .updateTable('quota')
      .set({ version: version + 1, state: text })
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) cached = { text, state }
    return numUpdatedRows > 0n
  }

  return {
    shared: true,
    change: (edit) =>
      queue.run(async () => {
        for (let round = 0; round < maxRounds; round++) {
          const { version, state } = await read()
          const changed = edit(state)
          if (changed.state === state || (await write(version, changed.state))) return changed.result
        }
        throw new Error('the quota in the journal was changed by others all the time')
      }),
  }
}

function toStored(state: RateLimitState): z.input<typeof rateLimitStateSchema> {
  const { inFlight, spacing, ...others } = state
  const { refusalsInRow, ...pace } = spacing
  return { ...others, underWay: inFlight, pace: { ...pace, row: refusalsInRow } }
}

/** Parses the state. One that cannot be parsed is reset, which is safe since the service enforces its own limit. */
const parseRateLimitState = (text: string): RateLimitState =>
  rateLimitStateSchema.safeParse(parseJson(text)).data ?? emptyRateLimitState
