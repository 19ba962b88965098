import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { drugOf, toFetchedDrug } from '../testing/drugCacheFixture.ts'
import { createDrugThreads, type DrugThreads } from './drugThreads.ts'
import { launchInline, launchWith } from './testing/launchInline.ts'

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

function open(more: Partial<Parameters<typeof createDrugThreads>[0]> = {}): DrugThreads {
  const threads = createDrugThreads({
    launch: launchInline,
    file,
    notice: (text) => notices.push(toEnglish(text)),
    ...more,
  })
  onTestFinished(() => threads.close())
  return threads
}

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    toFetchedDrug(drugOf(`D${from + index}`, `Somedrug${from + index}`)),
  )

describe('a file that is too large to check when it is opened', () => {
  /** Damages pages in the middle of the drugs, which the calls of these tests do not read. */
  async function damage(): Promise<void> {
    const first = open()
    await first.store.cacheDrugs(numbered(3000))
    await first.close()
    const bytes = readFileSync(file)
    const at = bytes.indexOf('Somedrug1500')
    bytes.fill(0, at - (at % 4096), at - (at % 4096) + 4096)
    writeFileSync(file, bytes)
  }

  it('is checked in the background: damage that no call has met is reported and the file is replaced', async () => {
    await damage()
    const { store, syncStore } = open({ launch: launchWith({}, 0), checkAfterMs: 0 })
    expect(await syncStore.sentLastHour(0)).toBe(0)
    while (notices.length === 0) await wait(5)
    expect(notices).toEqual([expect.stringContaining('drugs.db.damaged-')])
    expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(true)
    expect(await store.facets({ text: '' })).toMatchObject({ cached: 0 })
    await store.cacheDrugs(numbered(3))
    expect(await store.facets({ text: '' })).toMatchObject({ cached: 3 })
  })

  it('is checked without a notice when it is intact', async () => {
    const checks: number[] = []
    const launch = launchWith({ check: () => void checks.push(1) }, 0)
    const { store } = open({ launch, checkAfterMs: 0 })
    await store.cacheDrugs(numbered(10))
    while (checks.length === 0) await wait(5)
    expect((await store.facets({ text: '' })).cached).toBe(10)
    expect(notices).toEqual([])
  })
})

describe('processes that share the drugs of a profile', () => {
  it('lose no drugs of each other and report nothing', async () => {
    const startWriter = (from: number) =>
      promisify(execFile)(process.execPath, [
        processFile('drugWriterProcess'),
        workerFile,
        file,
        String(from),
        '300',
      ])
    const { store } = open({ launch: launchWorker })
    const children = [startWriter(0), startWriter(250), startWriter(600)]
    for (let at = 900; at < 1200; at += 10) await store.cacheDrugs(numbered(10, at))
    const outputs = (await Promise.all(children)).map(({ stdout }) => stdout)
    expect(outputs).toEqual(['[]', '[]', '[]'])
    // The first two processes overlap by 50 drugs.
    expect((await store.facets({ text: '' })).cached).toBe(1150)
    for (const number of [0, 275, 549, 600, 899, 900, 1199]) {
      const { hits } = await store.search({ text: `somedrug${number}`, page: 1, limit: 1 })
      expect(hits[0]?.name).toBe(`Somedrug${number}`)
    }
    expect(notices).toEqual([])
  })
})

describe('searching while drugs are cached', () => {
  it('finds everything that is already stored, and never less than before', async () => {
    const { store } = open({ launch: launchWorker })
    await store.cacheDrugs(numbered(100))
    let storedCount = 100
    const writing = (async () => {
      for (; storedCount < 3000; storedCount += 100) await store.cacheDrugs(numbered(100, storedCount))
    })()
    let searches = 0
    let last = 0
    while (storedCount < 3000) {
      const before = storedCount
      const newest = await store.search({ text: `somedrug${before - 1}`, page: 1, limit: 1 })
      const { cached } = await store.facets({ text: '' })
      expect(newest.hits[0]?.name).toBe(`Somedrug${before - 1}`)
      expect(cached).toBeGreaterThanOrEqual(Math.max(before, last))
      last = cached
      searches += 1
    }
    await writing
    expect(searches).toBeGreaterThan(3)
    expect((await store.facets({ text: '' })).cached).toBe(3000)
  })
})
