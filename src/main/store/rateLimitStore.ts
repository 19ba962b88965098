import { sql } from 'kysely'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import { createSerialQueue } from '../concurrency/serialQueue.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from './journal.ts'

const timeMs = z.number()
const count = z.number().int().min(0)

const storedStateSchema = z.object({
  /** The clock at the last change: an earlier clock later on was set back. */
  atMs: timeMs,
  /** Answers received, oldest first: when, and how many of them. */
  received: z.array(z.tuple([timeMs, count])),
  /** Requests that left and have no answer yet; `owner` is the process. */
  underWay: z.array(z.object({ id: z.string(), owner: z.string(), sinceMs: timeMs })),
  /** Requests that others made with the same credential, as far as the service's headers show. */
  foreign: z.object({ count, untilMs: timeMs }).nullable(),
  /** What the service's headers say of its limit, and when last; `windowMs` is null where no policy names it. */
  learned: z
    .object({ limit: z.number(), windowMs: z.number().nullable(), seenAtMs: timeMs.default(0) })
    .nullable(),
  pace: z.object({
    /** Answers since the start, or since the last time all was forgiven. */
    answers: count,
    /** Refusals that the count of requests did not explain; each makes the gap between requests wider. */
    step: count,
    /** Refusals without an answer in between. */
    row: count,
    openAtMs: timeMs,
    pausedUntilMs: timeMs,
    /** The last refusal, or the last step of forgiving it. */
    refusedAtMs: timeMs,
  }),
  /** A person's own calls, counted by window: its start, and how many. */
  calls: z.array(z.tuple([timeMs, count])),
  /** Processes in which a person's call waits to be sent. */
  waiting: z.array(z.object({ owner: z.string(), count, untilMs: timeMs })),
})

/** The journal has these fields under older names, which earlier versions read too. */
const rateLimitStateSchema = storedStateSchema.transform(
  ({ underWay, pace: { row, ...pace }, ...others }) => ({
    ...others,
    inFlight: underWay,
    spacing: { ...pace, refusalsInRow: row },
  }),
)

/** The state of one credential's quota. Times are ms since 1970. */
export type RateLimitState = z.output<typeof rateLimitStateSchema>

/** Where the state is stored. Edits are pure: they may be run again when another process was faster. */
export type RateLimitStore = {
  /** Other processes write into it too, so that what was read last may be out of date. */
  readonly shared: boolean
  /** One edit after the other over all processes. An edit that gives its own state back writes nothing. */
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

/** For a quota that lives as long as this process and is nobody else's. */
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

/** Each lost round means that another process got one through, so the end is soon. */
const maxRounds = 1000

/**
 * Stores the state in the profile's journal, for all processes and over restarts. Needs a connection of its own with
 * durability `normal`: what a power cut forgets is one window old at most. Throws `file` when the disk refuses.
 *
 * Two single statements and a version in place of a transaction: nothing stays locked while other work of this
 * process has its turn, and the editing itself happens under no lock at all.
 */
export function createJournalRateLimitStore({ query }: Database<JournalSchema>): RateLimitStore {
  let cached = { text: '', state: emptyRateLimitState }
  /** Edits of this process take turns: racing each other would only cost them rounds. */
  const queue = createSerialQueue()
  // SQLite's own wait would hold up this process, and with it the one who is to let go; the adapter waits aside.
  // A connection that refuses this refuses what follows too, and that is reported.
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

/** A state that cannot be read is begun anew: the service's own limit is the last word. */
const parseRateLimitState = (text: string): RateLimitState =>
  rateLimitStateSchema.safeParse(parseJson(text)).data ?? emptyRateLimitState
