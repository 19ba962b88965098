import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../adapters/sqlite/openDatabase.ts'
import type { Database } from '../../../ports.ts'
import { type DrugsSchema, drugsMigrations } from '../../../store/drugs.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { toRequirements } from '../plans.ts'
import { countAll } from '../runningPlan.ts'
import { createOfflineSyncStore, type OfflineSyncStore } from './offlineSyncStore.ts'

const hourMs = 60 * 60_000
const noon = Date.UTC(2026, 0, 1, 12)
const atIso = new Date(noon).toISOString()

let database: Database<DrugsSchema>
let syncStore: OfflineSyncStore
beforeEach(async () => {
  const file = join(newFolder(), 'drugs.db')
  database = await openDatabase<DrugsSchema>({ file, migrations: drugsMigrations, durability: 'normal' })
  onTestFinished(() => database.close())
  syncStore = createOfflineSyncStore(database)
})

describe('the hourly limit', () => {
  it('lets the allowed requests through, then returns the wait, and forgets older requests', async () => {
    expect(await syncStore.claim(noon, 2)).toBe(0)
    expect(await syncStore.claim(noon + 1000, 2)).toBe(0)
    const waitMs = await syncStore.claim(noon + 2000, 2)
    expect(waitMs).toBeGreaterThanOrEqual(hourMs - 2000)
    expect(await syncStore.sentLastHour(noon + 2000)).toBe(2)
    expect(await syncStore.claim(noon + 2000 + waitMs, 2)).toBe(0)
    expect(await database.query.selectFrom('prefetch_sent').selectAll().execute()).toHaveLength(2)
  })

  it('follows a changed limit', async () => {
    for (let sent = 0; sent < 10; sent += 1) expect(await syncStore.claim(noon + sent, 10)).toBe(0)
    expect(await syncStore.claim(noon + 20, 5)).toBeGreaterThan(hourMs - 20)
    expect(await syncStore.claim(noon + 20, 11)).toBe(0)
  })

  it('waits at most an hour if the clock was set back', async () => {
    expect(await syncStore.claim(noon + 5 * hourMs, 1)).toBe(0)
    const waitMs = await syncStore.claim(noon, 1)
    expect(waitMs).toBeLessThanOrEqual(hourMs + 10_000)
    expect(await syncStore.claim(noon + waitMs, 1)).toBe(0)
  })
})

describe('a reading', () => {
  const page = { page: 1, limit: 100, items: 2, drugIds: ['a', 'b'], reportedTotal: null, fetchedAt: atIso }
  const long = { atIso, listsAfter: '', namesOnly: false }

  it('continues after its last page and ends with its list', async () => {
    await syncStore.begin('p', long)
    expect(await syncStore.notePage('p', page)).toMatchObject({
      fresh: 2,
      pass: { nextPage: 2, listEnded: false },
    })
    expect(await syncStore.pass('p')).toMatchObject({ nextPage: 2, seen: 2, total: null, over: false })
    const noted = await syncStore.notePage('p', { ...page, page: 2, drugIds: ['b', 'a'] })
    expect(noted).toMatchObject({ fresh: 0, pass: { listEnded: true } })
    expect(await syncStore.endPass('p')).toBe(true)
    expect(await syncStore.pass('p')).toMatchObject({ over: true, listEnded: true })
  })

  it('keeps a list that is recent enough, and forgets one that is too old or has names only', async () => {
    await syncStore.begin('p', { ...long, namesOnly: true })
    await syncStore.notePage('p', page)
    expect(await syncStore.begin('p', { ...long, namesOnly: true })).toMatchObject({ nextPage: 2 })
    expect(await syncStore.begin('p', long)).toMatchObject({ nextPage: 1, namesOnly: false })
    await syncStore.notePage('p', page)
    expect(await syncStore.begin('p', { ...long, listsAfter: atIso })).toMatchObject({
      nextPage: 1,
      total: null,
    })
  })

  it('accepts no page after it was forgotten', async () => {
    await syncStore.begin('p', long)
    await syncStore.forget('p')
    expect(await syncStore.notePage('p', page)).toBeNull()
    expect(await syncStore.endPass('p')).toBe(false)
    expect(await syncStore.pass('p')).toBeNull()
  })
})

describe('members of more than one slice', () => {
  it('are all counted, and each is due once', async () => {
    const ids = Array.from({ length: 20_500 }, (_, at) => `D-${String(at).padStart(6, '0')}`)
    await syncStore.begin('p', { atIso, listsAfter: '', namesOnly: false })
    await syncStore.setMembers('p', ids)
    const plan = { scope: { kind: 'catalogue' as const }, detail: 'pathways' as const, refreshDays: 0 }
    const requirements = toRequirements(plan, atIso, atIso)
    expect(await countAll(syncStore, 'p', requirements)).toEqual({
      members: 20_500,
      listed: 0,
      detailed: 0,
      oldestFetchedAt: null,
    })
    const due: string[] = []
    for (let after: string | null = 'D-009000'; after !== null; ) {
      const slice: Awaited<ReturnType<OfflineSyncStore['due']>> = await syncStore.due(
        'p',
        requirements,
        after,
      )
      due.push(...slice.found.map(({ drugId }) => drugId))
      after = slice.after
    }
    expect(due).toEqual(ids.slice(9001))
  })
})
