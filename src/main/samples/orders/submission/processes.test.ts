import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../adapters/sqlite/openDatabase.ts'
import type { Database } from '../../../ports.ts'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import { processFile } from '../../../testing/processes/processFile.ts'
import { addBatch } from '../ledger/ledger.ts'

const run = promisify(execFile)
const sender = processFile('sender')
const orders = 40

let folder: string
let journal: Database<JournalSchema>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-processes-'))
  const file = join(folder, 'journal.db')
  journal = await openDatabase<JournalSchema>({ file, migrations: journalMigrations, durability: 'full' })
  const rows = (async function* () {
    for (let row = 2; row < orders + 2; row++) yield { row, fields: { client_reference: `R-${row}` } }
  })()
  const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 } as const
  const batch = { fileName: 'a.csv', sha256: 'x', mapping: {}, readAs, rows }
  await addBatch(journal, batch, { batchId: 'b1', profileId: 'p1', nowMs: Date.now() })
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true, force: true })
})

type Sent = { state?: string; done?: number; refused?: string }

const argsOf = (atRequest: number | 'never', laterMs: number, signal: 'SIGKILL' | 'SIGSTOP') =>
  [sender, join(folder, 'journal.db'), join(folder, 'arrivals'), 'b1', atRequest, laterMs, signal].map(String)

/** Sends the batch in its own process and returns the printed result. Rejects if the process was killed. */
const send = async (killedAt: number | 'never', { laterMs = 0, env = {} } = {}): Promise<Sent> => {
  const options = { env: { ...process.env, ...env } }
  return JSON.parse((await run(process.execPath, argsOf(killedAt, laterMs, 'SIGKILL'), options)).stdout)
}

const arrivals = (): string[] =>
  existsSync(join(folder, 'arrivals'))
    ? readFileSync(join(folder, 'arrivals'), 'utf8').trim().split('\n')
    : []

const expectNoDuplicates = (): void => {
  const sent = arrivals()
  expect(new Set(sent).size).toBe(sent.length)
}

const isSuspended = (pid: number | undefined): Promise<boolean> =>
  run('ps', ['-o', 'state=', '-p', String(pid)]).then(({ stdout }) => stdout.startsWith('T'))

const states = async () => {
  const rows = await journal.query.selectFrom('ledger').select(['client_reference', 'state']).execute()
  return Map.groupBy(rows, ({ state }) => state)
}

describe('a batch whose sender is killed', () => {
  it.each([1, 7, 23, 40])(
    'at request %i is completed by the next process immediately, and no order arrives twice',
    async (dieAt) => {
      await expect(send(dieAt)).rejects.toMatchObject({ signal: 'SIGKILL' })
      const next = await send('never')
      expect(next.state ?? next.refused).toMatch(/done|This batch has nothing left/)
      expectNoDuplicates()
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
})

it('a batch whose sender was killed on another computer is sent once its lease has expired', async () => {
  await expect(send(7)).rejects.toMatchObject({ signal: 'SIGKILL' })
  // Another computer has another temporary folder, so it cannot see that the process ended.
  const env = { TMPDIR: folder, TEMP: folder }
  expect((await send('never', { env })).refused).toMatch(/Another Pathclock is sending this batch/)
  expect((await send('never', { env, laterMs: 60_000 })).state).toBe('done')
  expectNoDuplicates()
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
    expectNoDuplicates()
  },
)

describe('a batch that several processes send simultaneously', () => {
  it('is sent by one of them', async () => {
    const results = await Promise.all([send('never'), send('never'), send('never')])
    expect(results.filter(({ state }) => state === 'done')).toEqual([{ state: 'done', done: orders }])
    const sent = arrivals()
    expect(sent).toHaveLength(orders)
    expect(new Set(sent).size).toBe(orders)
  })
})
