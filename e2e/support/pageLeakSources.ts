import type { Page } from '@playwright/test'
import type { LeakSource } from '../../src/main/testing/secrets/canary.ts'

/**
 * Returns all data of a page: the memory that is reachable after a garbage collection, the document with its field
 * values, the address and history, every kind of storage, and the cookies of the context.
 */
export async function readPage(page: Page): Promise<LeakSource[]> {
  const stored = await page.evaluate(readStorage)
  const cookies = await page.context().cookies()
  return [
    { place: 'memory', bytes: Buffer.from(await readMemory(page)) },
    ...Object.entries(stored).map(([place, text]) => ({ place, bytes: Buffer.from(text) })),
    { place: 'cookies', bytes: Buffer.from(cookies.map(({ name, value }) => `${name}=${value}`).join('\n')) },
  ]
}

/** Returns every text of the heap; taking the snapshot collects garbage first. */
async function readMemory(page: Page): Promise<string> {
  const chromium = await page.context().newCDPSession(page)
  const chunks: string[] = []
  chromium.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await chromium.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await chromium.detach()
  const { strings } = JSON.parse(chunks.join('')) as { strings: string[] }
  return strings.join('\n')
}

/** Runs in the page. */
async function readStorage(): Promise<Record<string, string>> {
  const dumpStorage = (storage: Storage): string =>
    Object.keys(storage)
      .map((key) => `${key}=${storage.getItem(key)}`)
      .join('\n')
  /** Adds the text without JSON escapes, so that an escaped mark is found too. */
  const json = (value: unknown): string => {
    const text = JSON.stringify(value)
    return `${text}\n${text.replaceAll('\\\\', '\\')}`
  }
  const fields = [...document.querySelectorAll('input, textarea, select')]
  const toPromise = <R>(request: IDBRequest<R>): Promise<R> =>
    new Promise((done, failed) => {
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error)
    })
  const rows: unknown[] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await toPromise(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store)
      rows.push(name, store, await toPromise(objects.getAllKeys()), await toPromise(objects.getAll()))
    }
    database.close()
  }
  const answers: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      answers.push(name, request.url, (await (await cache.match(request))?.text()) ?? '')
  }
  return {
    document: document.documentElement.outerHTML,
    fields: fields.map((field) => (field as HTMLInputElement).value).join('\n'),
    address: `${location.href}\n${json(history.state)}\n${document.title}\n${window.name}`,
    localStorage: dumpStorage(localStorage),
    sessionStorage: dumpStorage(sessionStorage),
    indexedDB: json(rows),
    caches: answers.join('\n'),
  }
}
