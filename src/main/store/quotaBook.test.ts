import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createJournalBook,
  createMemoryBook,
  emptyQuota,
  type QuotaBook,
  type QuotaState,
} from './quotaBook.ts'
import { openQuotaJournal } from './testing/openQuotaJournal.ts'

const received = (state: QuotaState): number => state.received.reduce((sum, [, count]) => sum + count, 0)

/** Notes one more receipt and gives how many there were. */
const note = (book: QuotaBook): Promise<number> =>
  book.change((state) => ({
    state: { ...state, received: [...state.received, [state.received.length, 1]] },
    result: received(state),
  }))

const look = (book: QuotaBook): Promise<QuotaState> => book.change((state) => ({ state, result: state }))

describe('the quota in memory', () => {
  it('begins empty and keeps what is changed', async () => {
    const book = createMemoryBook()
    expect(await look(book)).toEqual(emptyQuota)
    expect([await note(book), await note(book)]).toEqual([0, 1])
  })
})

describe('the quota in the journal', () => {
  let journal: Awaited<ReturnType<typeof openQuotaJournal>>
  beforeEach(async () => {
    journal = await openQuotaJournal()
  })
  afterEach(() => journal.close())

  const row = () => journal.database.query.selectFrom('quota').selectAll().executeTakeFirstOrThrow()

  it('begins empty and is there for the next process', async () => {
    await note(createJournalBook(journal.database))
    const again = await journal.open()
    expect(received(await look(createJournalBook(again)))).toBe(1)
    await again.close()
  })

  it('loses no change of several books on several connections', async () => {
    const second = await journal.open()
    const books = [
      createJournalBook(journal.database),
      createJournalBook(journal.database),
      createJournalBook(second),
    ]
    await Promise.all(books.flatMap((book) => Array.from({ length: 40 }, () => note(book))))
    expect(received(await look(createJournalBook(second)))).toBe(120)
    await second.close()
  })

  it('writes nothing when nothing is changed', async () => {
    const book = createJournalBook(journal.database)
    await note(book)
    const before = await row()
    await look(book)
    expect(await row()).toEqual(before)
  })

  it('waits for a transaction of another connection without holding this process up', async () => {
    const second = await journal.open()
    const book = createJournalBook(journal.database)
    await note(book)
    let longestMs = 0
    let noted: Promise<number> | undefined
    await second.transaction(async () => {
      noted = note(book)
      for (let turn = 0; turn < 20; turn++) {
        const startMs = performance.now()
        await new Promise((resolve) => setImmediate(resolve))
        longestMs = Math.max(longestMs, performance.now() - startMs)
      }
    })
    expect(await noted).toBe(1)
    // SQLite's own wait would have taken 50 ms at a stretch.
    expect(longestMs).toBeLessThan(40)
    await second.close()
  })

  it.each(['', '{', '{"received": 5}', '[]'])('begins anew where it finds %o', async (text) => {
    await note(createJournalBook(journal.database))
    await journal.database.query.updateTable('quota').set({ state: text }).execute()
    const book = createJournalBook(journal.database)
    expect(await look(book)).toEqual(emptyQuota)
    await note(book)
    expect(received(await look(book))).toBe(1)
  })

  it('throws, and takes no change, when the journal is closed', async () => {
    const other = await journal.open()
    const book = createJournalBook(other)
    await other.close()
    await expect(note(book)).rejects.toThrow(/destroyed|closed|not open/)
  })
})
