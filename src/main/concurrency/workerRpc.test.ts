import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../shared/contract/failures.ts'
import { joinMessages, message } from '../../shared/words/message.ts'
import { launchWorker } from './launchWorker.ts'
import { createWorkerClient, createWorkerTasks, type WorkerClient } from './workerRpc.ts'

type Methods = {
  add(a: number, b: number): number
  count(from: number): AsyncGenerator<number>
  double(items: AsyncIterable<number>): AsyncGenerator<number>
  state(): { made: number; left: number }
  refuse(): void
  overflow(): void
  spin(): void
  exit(): void
}

const source = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href)
const thread = `
  import { parentPort } from 'node:worker_threads'
  import { serveWorker } from ${source('workerRpc.ts')}
  import { Failure } from ${source('../../shared/contract/failures.ts')}
  let made = 0
  let left = 0
  serveWorker(parentPort, ({ base }, emit) => ({
    target: () => ({
      add(a, b) { emit({ added: a + b }); return base + a + b },
      async *count(from) { try { for (;;) { made += 1; yield from++ } } finally { left += 1 } },
      async *double(items) { for await (const item of items) yield item * 2 },
      state: () => ({ made, left }),
      refuse() { throw new Failure('notFound', { parts: ['There is none.'], separator: ' ' }, { what: { key: 'shared.job', values: {} } }) },
      overflow() { throw new RangeError('Too much.') },
      spin() { for (;;); },
      exit() { process.exit(1) },
    }),
    describeError: async (error) => (error instanceof RangeError ? { by: 1 } : null),
  }))`

let folder: string
let entry: string
const clients: WorkerClient<Methods>[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-rpc-'))
  entry = join(folder, 'thread.mjs')
  await writeFile(entry, thread)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close(0)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const options = { launch: () => launchWorker(entry), init: { base: 100 } }
const open = (more: Partial<Parameters<typeof createWorkerClient<Methods, unknown>>[0]> = {}) => {
  const client = createWorkerClient<Methods, unknown>({ ...options, ...more })
  clients.push(client)
  return client
}

async function* upTo(end: number, onLeft = () => {}): AsyncGenerator<number> {
  try {
    for (let item = 0; item < end; item++) yield item
  } finally {
    onLeft()
  }
}

describe('the calls of a worker thread', () => {
  it('return the results of its methods, which use its init data, and deliver its events', async () => {
    const events: unknown[] = []
    const client = open({ onEvent: (event) => events.push(event) })
    expect(await Promise.all([client.call('add', [1, 2]), client.call('add', [3, 4])])).toEqual([103, 107])
    expect(events).toEqual([{ added: 3 }, { added: 7 }])
  })

  it('rethrow failures as failures and other errors by class, with their description', async () => {
    const client = open({ toError: (error, description) => Object.assign(error, { description }) })
    await expect(client.call('refuse', [])).rejects.toEqual(
      new Failure('notFound', joinMessages([`There is none.`]), { what: message('shared.job') }),
    )
    const error = await client.call('overflow', []).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RangeError)
    expect(error).toMatchObject({ message: 'Too much.', description: { by: 1 } })
  })

  it('end a stream that the caller leaves, and read no further ahead', async () => {
    const client = open()
    const read: number[] = []
    for await (const item of client.stream('count', [5])) if (read.push(item) === 3) break
    expect(read).toEqual([5, 6, 7])
    expect(await client.call('state', [])).toEqual({ made: 3, left: 1 })
  })

  it('end a stream with the reason of its aborted signal', async () => {
    const client = open()
    const stop = new AbortController()
    const reason = new Error('Enough.')
    const reading = (async () => {
      for await (const item of client.stream('count', [0], { signal: stop.signal }))
        if (item === 2) stop.abort(reason)
    })()
    await expect(reading).rejects.toBe(reason)
    expect(await client.call('state', [])).toEqual({ made: 3, left: 1 })
  })

  it('read a stream passed as an argument, and release it', async () => {
    const client = open()
    let left = 0
    const doubled: number[] = []
    for await (const item of client.stream('double', [upTo(4, () => left++)])) doubled.push(item)
    for await (const item of client.stream('double', [upTo(4, () => left++)])) if (item === 2) break
    expect({ doubled, left }).toEqual({ doubled: [0, 2, 4, 6], left: 2 })
    const broken = new Error('The disk is gone.')
    const failing = upTo(3, () => {
      throw broken
    })
    const reading = (async () => {
      for await (const _ of client.stream('double', [failing]));
    })()
    await expect(reading).rejects.toBe(broken)
  })

  it('fail when the thread ends, and start another with the next call', async () => {
    const client = open({ toEndedError: () => new Error('The thread is gone.') })
    await expect(client.call('exit', [])).rejects.toThrow('The thread is gone.')
    expect(await client.call('add', [1, 1])).toBe(102)
  })

  it('of one thread each can stop work that never yields', async () => {
    const tasks = createWorkerTasks<Methods>(options)
    const stop = new AbortController()
    const spinning = tasks.call('spin', [], { signal: stop.signal })
    setImmediate(() => stop.abort(new Error('Enough.')))
    await expect(spinning).rejects.toThrow('Enough.')
  })

  it('of one thread each reuse the thread of an ended call while it is idle, and no other', async () => {
    let started = 0
    const launch = () => {
      started += 1
      return launchWorker(entry)
    }
    const tasks = createWorkerTasks<Methods>({ ...options, launch, idleMs: 60_000 })
    expect(await tasks.call('add', [1, 2])).toBe(103)
    for await (const item of tasks.stream('count', [5])) if (item === 6) break
    expect({ state: await tasks.call('state', []), started }).toEqual({
      state: { made: 0, left: 0 },
      started: 2,
    })
    expect({
      sums: await Promise.all([tasks.call('add', [1, 2]), tasks.call('add', [3, 4])]),
      started,
    }).toEqual({ sums: [103, 107], started: 3 })
  })
})
