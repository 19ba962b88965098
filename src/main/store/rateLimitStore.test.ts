import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createJournalRateLimitStore,
  createMemoryRateLimitStore,
  emptyRateLimitState,
  type RateLimitState,
  type RateLimitStore,
} from './rateLimitStore.ts'
import { openQuotaJournal } from './testing/openQuotaJournal.ts'

const received = (state: RateLimitState): number => state.received.reduce((sum, [, count]) => sum + count, 0)

/** Records one more response and returns the number of recorded ones. */
const addReceipt = (store: RateLimitStore): Promise<number> =>
  store.change((state) => ({
    state: { ...state, received: [...state.received, [state.received.length, 1]] },
    result: received(state),
  }))

const readState = (store: RateLimitStore): Promise<RateLimitState> =>
  store.change((state) => ({ state, result: state }))

describe('the quota in memory', () => {
  it('starts empty and stores changes', async () => {
    const store = createMemoryRateLimitStore()
    expect(await readState(store)).toEqual(emptyRateLimitState)
    expect([await addReceipt(store), await addReceipt(store)]).toEqual([0, 1])
  })
})

describe('the quota in the journal', () => {
  let journal: Awaited<ReturnType<typeof openQuotaJournal>>
  beforeEach(async () => {
    journal = await openQuotaJournal()
  })
  afterEach(() => journal.close())

  const row = () => journal.database.query.selectFrom('quota').selectAll().executeTakeFirstOrThrow()

  it('starts empty and persists for the next process', async () => {
    await addReceipt(createJournalRateLimitStore(journal.database))
    const again = await journal.open()
    expect(received(await readState(createJournalRateLimitStore(again)))).toBe(1)
    await again.close()
  })

  it('is stored under the names that earlier versions read', async () => {
    const store = createJournalRateLimitStore(journal.database)
    await store.change((state) => ({
      state: { ...state, spacing: { ...state.spacing, step: 2, refusalsInRow: 1 } },
      result: null,
    }))
    expect(JSON.parse((await row()).state)).toMatchObject({ underWay: [], pace: { step: 2, row: 1 } })
    const again = await journal.open()
    const { spacing } = await readState(createJournalRateLimitStore(again))
    expect(spacing).toMatchObject({ step: 2, refusalsInRow: 1 })
    await again.close()
  })

  it('loses no change of several stores on several connections', async () => {
    const second = await journal.open()
    const books = [
      createJournalRateLimitStore(journal.database),
      createJournalRateLimitStore(journal.database),
      createJournalRateLimitStore(second),
    ]
    await Promise.all(books.flatMap((store) => Array.from({ length: 40 }, () => addReceipt(store))))
    expect(received(await readState(createJournalRateLimitStore(second)))).toBe(120)
    await second.close()
  })

  it('does not write if nothing changed', async () => {
    const store = createJournalRateLimitStore(journal.database)
    await addReceipt(store)
    const before = await row()
    await readState(store)
    expect(await row()).toEqual(before)
  })

  it('waits for a transaction of another connection without blocking this process', async () => {
    const second = await journal.open()
    const store = createJournalRateLimitStore(journal.database)
    await addReceipt(store)
    const longestTurnMs = async (round: number) => {
      let longestMs = 0
      let noted: Promise<number> | undefined
      await second.transaction(async () => {
        noted = addReceipt(store)
        for (let turn = 0; turn < 20; turn++) {
          const startMs = performance.now()
          await new Promise((resolve) => setImmediate(resolve))
          longestMs = Math.max(longestMs, performance.now() - startMs)
        }
      })
      expect(await noted).toBe(1 + round)
      return longestMs
    }
    const turnsMs: number[] = []
    for (let round = 0; round < 20; round++) turnsMs.push(await longestTurnMs(round))
    // SQLite's own wait would block for 50 ms every time; a busy computer does so occasionally.
    expect(Math.min(...turnsMs)).toBeLessThan(40)
    await second.close()
  })

  it.each(['', '{', '{"received": 5}', '[]'])(
    'starts again from an empty state if it finds %o',
    async (text) => {
      await addReceipt(createJournalRateLimitStore(journal.database))
      await journal.database.query.updateTable('quota').set({ state: text }).execute()
      const store = createJournalRateLimitStore(journal.database)
      expect(await readState(store)).toEqual(emptyRateLimitState)
      await addReceipt(store)
      expect(received(await readState(store))).toBe(1)
    },
  )

  it('throws and makes no change when the journal is closed', async () => {
    const other = await journal.open()
    const store = createJournalRateLimitStore(other)
    await other.close()
    await expect(addReceipt(store)).rejects.toThrow(/destroyed|closed|not open/)
  })
})
