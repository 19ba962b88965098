import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Journal } from '../../../store/journal.ts'
import { isFull } from '../../../testing/faults.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { processFile } from '../../../testing/processes/processFile.ts'
import { openJournalFile } from '../../testing/openJournalFile.ts'
import { addBatch } from '../ledger/ledger.ts'
import { newBatch, toOrders } from '../testing/newBatch.ts'

const run = promisify(execFile)
const sender = processFile('sender')
const orders = 40

let folder: string
let journal: Journal
beforeEach(async () => {
  folder = newFolder()
  journal = await openJournalFile(folder)
  await addBatch(journal, newBatch(toOrders(orders)), { batchId: 'b1', profileId: 'p1', nowMs: Date.now() })
})
afterEach(() => journal.close())

type Sent = { state?: string; done?: number; refused?: string }

const argsOf = (atRequest: number | 'never', laterMs: number, signal: 'SIGKILL' | 'SIGSTOP') =>
  [sender, join(folder, 'journal.db'), join(folder, 'arrivals'), 'b1', atRequest, laterMs, signal].map(String)

/** Sends the batch in its own process and returns the printed result. Rejects if the process was killed. */
const send = async (killedAt: number | 'never', { laterMs = 0, env = {} } = {}): Promise<Sent> => {
  const options = { env: { ...process.env, ...env } }
  return JSON.parse((await run(process.execPath, argsOf(killedAt, laterMs, 'SIGKILL'), options)).stdout)
}

/** Checks that no order arrived twice. Returns how many arrived. */
const countArrivals = (): number => {
  const sent = readFileSync(join(folder, 'arrivals'), 'utf8').trim().split('\n')
  expect(new Set(sent).size).toBe(sent.length)
  return sent.length
}

const isSuspended = (pid: number | undefined): Promise<boolean> =>
  run('ps', ['-o', 'state=', '-p', String(pid)]).then(({ stdout }) => stdout.startsWith('T'))

const states = async () => {
  const rows = await journal.query.selectFrom('ledger').select(['client_reference', 'state']).execute()
  return Map.groupBy(rows, ({ state }) => state)
}

it.each(isFull ? [1, 7, 23, 40] : [7, 40])(
  'a batch whose sender is killed at request %i is completed by the next process immediately, and no order arrives twice',
  async (dieAt) => {
    await expect(send(dieAt)).rejects.toMatchObject({ signal: 'SIGKILL' })
    const next = await send('never')
    expect(next.state ?? next.refused).toMatch(/done|This batch has nothing left/)
    countArrivals()
    const { created = [], unknown = [], queued = [], sending = [] } = Object.fromEntries(await states())
    expect(created.length + unknown.length).toBe(orders)
    expect([...queued, ...sending]).toEqual([])
    expect(unknown.length).toBeGreaterThan(0)
    expect(unknown.length).toBeLessThanOrEqual(4)
    const samples = await journal.query.selectFrom('samples').select('client_reference').execute()
    expect(samples.map((row) => row.client_reference).sort()).toEqual(
      created.map((row) => row.client_reference).sort(),
    )
  },
)

it('a batch whose sender was killed on another computer is sent once its lease has expired', async () => {
  await expect(send(7)).rejects.toMatchObject({ signal: 'SIGKILL' })
  // Another computer has another temporary folder, so it cannot see that the process ended.
  const env = { TMPDIR: folder, TEMP: folder }
  expect((await send('never', { env })).refused).toMatch(/Another Pathclock is sending this batch/)
  expect((await send('never', { env, laterMs: 60_000 })).state).toBe('done')
  countArrivals()
})

it.skipIf(process.platform === 'win32')(
  'a batch stays with its suspended sender until the lease expires, and the sender stops when it wakes later',
  async () => {
    const suspended = spawn(process.execPath, argsOf(7, 0, 'SIGSTOP'), {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void suspended.kill('SIGKILL'))
    const woken = text(suspended.stdout)
    await expect.poll(() => isSuspended(suspended.pid), { timeout: 10_000 }).toBe(true)
    expect((await send('never')).refused).toMatch(/Another Pathclock is sending this batch/)
    expect((await send('never', { laterMs: 60_000 })).state).toBe('done')
    suspended.kill('SIGCONT')
    expect(JSON.parse(await woken)).toMatchObject({ state: 'failed' })
    countArrivals()
  },
)

it('a batch that several processes send simultaneously is sent by one of them', async () => {
  const results = await Promise.all([send('never'), send('never'), send('never')])
  expect(results.filter(({ state }) => state === 'done')).toEqual([{ state: 'done', done: orders }])
  expect(countArrivals()).toBe(orders)
})
