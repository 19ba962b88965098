import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import type { WorkerHandle } from '../../concurrency/workerRpc.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { drugOf, toFetchedDrug } from '../testing/drugCacheFixture.ts'
import { createDrugThreads } from './drugThreads.ts'
import { launchInline } from './testing/launchInline.ts'

const workerFile = processFile('drugsWorker')
const launchWorker = () => new Worker(workerFile)
let folder = ''
let file = ''
let notices: string[] = []

beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'drugs.db')
  notices = []
})

function start(more: { idleMs?: number; launch?: (role: 'reads' | 'writes') => WorkerHandle } = {}) {
  const { idleMs, launch = launchWorker } = more
  const threads = createDrugThreads({
    launch,
    file,
    notice: (text) => notices.push(toEnglish(text)),
    ...(idleMs === undefined ? {} : { idleMs }),
  })
  onTestFinished(() => threads.close())
  const { store } = threads
  const find = async (text: string) =>
    (await store.search({ text, page: 1, limit: 100 })).hits.map(({ name }) => name)
  return { ...threads, find }
}

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    toFetchedDrug(drugOf(`D${from + index}`, `Somedrug${from + index}`)),
  )

describe('the drug cache behind threads', () => {
  it('starts no thread and touches no file before the first call', async () => {
    start()
    expect(readdirSync(folder)).toEqual([])
  })

  it('finds a drug that was just cached', async () => {
    const { store, find } = start()
    for (let round = 0; round < 20; round++) {
      await store.cacheDrugs([toFetchedDrug(drugOf(`D${round}`, `Word${round}x`))])
      expect(await find(`word${round}x`)).toEqual([`Word${round}x`])
    }
  })

  it('returns from every method what it returns in one process', async () => {
    const { store, syncStore } = start()
    const acts = [{ pathway: 'mTOR', direction: 'inhibits' as const, evidence: null }]
    await store.cacheDrugs(
      [toFetchedDrug(drugOf('D1', 'Rapamycin')), toFetchedDrug(drugOf('D2', 'Metformin'))],
      true,
    )
    await store.cachePathways('D1', {
      value: acts,
      raw: { some: 'raw' },
      fetchedAt: '2026-02-01T00:00:00.000Z',
    })
    await store.cacheLookup({ name: 'Rapa-Mycin', pathways: acts, raw: acts, fetchedAt: '2026-02-01' })
    expect((await store.get(['D2', 'D9', 'D1'])).map(({ drug_id }) => drug_id)).toEqual(['D2', 'D1'])
    expect(await store.lookup('rapa-mycin')).toMatchObject({ name: 'Rapa-Mycin', pathways: acts })
    const labels = await store.labels(['D9', 'D1'])
    expect(labels).toEqual([{ drugId: 'D1', name: 'Rapamycin', category: null }])
    expect(await store.lookup('other')).toBeNull()
    expect(await store.pathwayNames()).toEqual([{ name: 'mTOR', drugs: 1 }])
    expect(await store.countActingOn(['mTOR', 'AMPK'])).toBe(1)
    expect(await store.facets({ text: '' })).toMatchObject({ cached: 2 })
    expect(await syncStore.sentLastHour(0)).toBe(0)
  })

  it('passes on errors from the thread', async () => {
    const { store } = start()
    // An unexpected error.
    await expect(store.get(null as never)).rejects.toThrow(/map|null/)
    await expect(store.search({ text: 'x', page: 1, limit: 10 })).resolves.toMatchObject({ total: 0 })
  })

  it('ends the idle writer thread and starts it again for the next write', async () => {
    let started = 0
    const launch = (role: 'reads' | 'writes') => {
      if (role === 'writes') started++
      return launchInline()
    }
    const { store, find } = start({ idleMs: 0, launch })
    for (let round = 0; round < 5; round++) {
      await store.cacheDrugs(numbered(1, round))
      // The idle time ends within a turn or two; the reader thread has to answer in the meantime.
      for (let turn = 0; turn < 20; turn++) await find('somedrug')
    }
    expect(started).toBe(5)
    expect(await find('somedrug')).toHaveLength(5)
  })

  it('can be closed in the middle of writing and keeps everything it reported as cached', async () => {
    const first = start()
    let storedCount = 0
    const writing = (async () => {
      for (let at = 0; at < 20_000; at += 100) {
        await first.store.cacheDrugs(numbered(100, at))
        storedCount = at + 100
      }
    })().catch((error: unknown) => error)
    while (storedCount < 300) await yieldToEventLoop()
    await first.close()
    expect(storedCount).toBeLessThan(20_000)
    expect(await writing).toMatchObject({ name: 'Failure', code: 'cancelled' })
    await expect(first.store.search({ text: 'a', page: 1, limit: 1 })).rejects.toMatchObject({
      code: 'cancelled',
    })
    const { cached } = await start().store.facets({ text: '' })
    expect(cached).toBeGreaterThanOrEqual(storedCount)
    expect(cached % 100).toBe(0)
  })

  it('fails the call when a thread ends in the middle of it, and starts another for the next call', async () => {
    const crashing = join(folder, 'crashing.mjs')
    const flag = join(folder, 'crashed')
    writeFileSync(
      crashing,
      `import { existsSync, writeFileSync } from 'node:fs'
      if (existsSync(${JSON.stringify(flag)})) await import(${JSON.stringify(workerFile)})
      else {
        const { parentPort } = await import('node:worker_threads')
        parentPort.on('message', () => { writeFileSync(${JSON.stringify(flag)}, ''); throw new Error('crash') })
      }`,
    )
    const { store } = start({ launch: () => new Worker(crashing) })
    await expect(store.cacheDrugs(numbered(1))).rejects.toMatchObject({ code: 'file' })
    await store.cacheDrugs(numbered(1))
    expect((await store.get(['D0'])).length).toBe(1)
  })

  it('continues in a new file when another process has moved the old one', async () => {
    const { store, find } = start()
    await store.cacheDrugs(numbered(3))
    expect(await find('somedrug')).toHaveLength(3)
    for (const ending of ['', '-wal', '-shm'])
      if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, `${file}.away${ending}`)
    expect(await find('somedrug')).toEqual([])
    await store.cacheDrugs(numbered(2))
    expect(await find('somedrug')).toHaveLength(2)
  })

  it("serves two apps that see each other's drugs", async () => {
    const [one, other] = [start(), start()]
    await Promise.all([
      ...Array.from({ length: 5 }, (_, at) => one.store.cacheDrugs(numbered(60, at * 50))),
      ...Array.from({ length: 5 }, (_, at) => other.store.cacheDrugs(numbered(60, at * 50))),
    ])
    expect((await one.store.facets({ text: '' })).cached).toBe(260)
    expect((await other.store.search({ text: 'somedrug', page: 1, limit: 10 })).total).toBe(260)
    expect(notices).toEqual([])
  })
})
