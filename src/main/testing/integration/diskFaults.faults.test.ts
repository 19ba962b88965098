import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withSql } from '../../adapters/sqlite/inspect.ts'
import { exitCodes } from '../../hosts/cli/program/exitCodes.ts'
import { whenEnded } from '../../hosts/cli/testing/runCommand.ts'
import { isFull, printFigure, scale } from '../faults.ts'
import {
  asPlainUser,
  giveTo,
  limitFiles,
  mountSmallDisk,
  type OnDisk,
  setWritable,
} from '../guards/smallDisk.ts'
import { mutantEnv, unmutated } from '../mutations.ts'
import { newFolder } from '../newFolder.ts'
import { processFile } from '../processes/processFile.ts'
import { journalIn, startWatchedService } from '../secrets/watchedService.ts'
import { createSeededRandom } from '../seededRandom.ts'

/** Mutants change the source while it is loaded. */
const source = join(import.meta.dirname, '../../cli.ts')
const rows = 40
const roomyKib = 256 * 1024

/** `reported`: the process ended with a message about the fault; `silent`: the fault had no effect. */
const outcomes = { unknown: 0, reported: 0, silent: 0 }
const noFigures = { withoutRow: 0, crashes: 0, orphans: 0, duplicates: 0, lost: 0, ...outcomes }
type Figures = typeof noFigures

/** A faulty disk for the app: how to run the app the first time and afterwards. */
type Disk = { on: OnDisk; after: OnDisk; arrived(count: number): void; repair(): void; close(): void }

/** Imports a file on a disk that refuses, then again on a sound one; counts what is wrong in the end. */
async function importOn(makeDisk: (data: string) => Disk | null, env: Record<string, string> = {}) {
  const folder = newFolder()
  const data = join(folder, 'data')
  mkdirSync(data)
  // The folder must be accessible to any user the app runs as.
  chmodSync(folder, 0o755)
  const disk = makeDisk(data)
  if (!disk) return null
  const service = await startWatchedService({
    data: () => data,
    onOrder: (count) => disk.arrived(count),
    options: { rate: { requests: 1_000_000, windowS: 60 }, variants: ['no-idempotency'] },
  })
  const file = join(folder, 'cohort.csv')
  const names = Array.from({ length: rows }, (_, row) => `R-${row},${20 + (row % 50)}`)
  writeFileSync(file, ['sample,age', ...names].join('\n'))
  const run = async ({ prefix, uid }: OnDisk, words: string[], more: Record<string, string> = {}) => {
    const cli = 'NODE_OPTIONS' in more ? source : processFile('cli')
    const [command = '', ...args] = [...prefix, process.execPath, cli, ...words]
    const own = { PATH: process.env['PATH'], HOME: folder, PATHCLOCK_API_KEY: service.apiKey, ...more }
    const child = spawn(command, [...args, '--data', data, '--service', service.url], {
      env: { ...own, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    const ended = await whenEnded(child)
    if (ended.stderr.includes(unmutated)) throw new Error(ended.stderr)
    return ended
  }
  const importFile = ['samples', 'import', file, '--yes']
  const figures = { ...noFigures }
  const notes: string[] = []
  const recordExit = ({ code, stderr }: { code: number | null; stderr: string }): void => {
    if (code !== null && code !== exitCodes.bug) return
    figures.crashes += 1
    notes.push(`${code}: ${stderr}`)
  }
  try {
    const first = await run(disk.on, importFile, env)
    recordExit(first)
    figures[first.code === 0 ? 'silent' : 'reported'] += 1
    figures.withoutRow = service.figures.withoutRow
    disk.repair()
    recordExit(await run(disk.after, ['samples', 'resume']))
    endLeases(data)
    recordExit(await run(disk.after, importFile))
    const orders = 'SELECT client_reference, state, sample_id FROM ledger WHERE withdrawn IS NULL'
    const ledger = withSql(journalIn(data) ?? '', ({ rows }) => rows(orders), { readOnly: true })
    await service.close()
    compare(ledger, service.orders(), figures)
    return { ...figures, notes }
  } finally {
    await service.close().catch(() => undefined)
    disk.close()
  }
}

/** As if 15 s had passed: a sender that could not write any more has not given its batch back. */
function endLeases(data: string): void {
  const end = 'UPDATE batches SET lease_until_ms = 0'
  withSql(journalIn(data) ?? '', (sql) => sql.exec(end))
}

type LedgerRow = Record<string, unknown>
type Order = { id: string; fields: { client_reference: string } }

function compare(ledger: LedgerRow[], orders: Order[], figures: Figures): void {
  const known = new Map(ledger.map((row) => [row['client_reference'], row]))
  const placed = Map.groupBy(orders, ({ fields }) => fields.client_reference)
  for (const [reference, same] of placed) {
    const row = known.get(reference)
    const isKnown =
      row?.['state'] === 'unknown' || (row?.['state'] === 'created' && row['sample_id'] === same[0]?.id)
    if (!isKnown) figures.orphans += 1
    if (same.length > 1) figures.duplicates += 1
  }
  const count = (state: string) => ledger.filter((row) => row['state'] === state).length
  figures.unknown = count('unknown')
  figures.lost = rows - count('created') - count('unknown')
}

const toDisk = (on: OnDisk | null, more: Partial<Disk> = {}): Disk | null =>
  on && {
    on,
    after: { ...on, prefix: [] },
    arrived: () => undefined,
    repair: () => undefined,
    close: () => undefined,
    ...more,
  }

/** A share of what a whole import writes, so that every step of it is met. */
const disks: Record<string, (data: string, share: number) => Disk | null> = {
  'disk full': (data, share) => {
    const disk = mountSmallDisk(data, Math.ceil(200 + share * 5000))
    return disk && toDisk({ prefix: [] }, { repair: () => disk.resize(roomyKib), close: disk.unmount })
  },
  'files cut short': (_data, share) => toDisk(limitFiles(Math.ceil(1 + share * 2000))),
  'permission denied': (data, share) => {
    const on = asPlainUser([process.execPath, processFile('cli'), '--version'])
    if (on) giveTo(on, data)
    const at = Math.floor(share * rows)
    if (on && at === 0) setWritable(data, false)
    return toDisk(on, {
      arrived: (count) => void (count === at && setWritable(data, false)),
      repair: () => setWritable(data, true),
    })
  },
}

async function runPoints(name: string, points: number, env?: Record<string, string>) {
  const make = disks[name]
  const random = createSeededRandom(44)
  const sum = { points: 0, ...noFigures }
  const notes: string[] = []
  for (let point = 0; point < points; point++) {
    const share = (point + random()) / points
    const result = make ? await importOn((data) => make(data, share), env) : null
    if (!result) return null
    sum.points += 1
    for (const key of Object.keys(noFigures) as (keyof Figures)[]) sum[key] += result[key]
    notes.push(...result.notes.map((note) => `at ${share.toFixed(3)} ${note}`))
  }
  return { sum, notes }
}

const tried = isFull ? Object.keys(disks) : ['files cut short']

test.for(tried)('the whole app on a disk with the fault: %s', { timeout: 3_600_000 }, async (name) => {
  const result = await runPoints(name, scale(1, 17))
  if (!result) return printFigure('4', `${name}, whole app`, { points: 'not possible on this computer' })
  printFigure('4', `${name}, whole app`, result.sum)
  expect(result.notes).toEqual([])
  expect(result.sum).toMatchObject({ withoutRow: 0, crashes: 0, orphans: 0, duplicates: 0, lost: 0 })
})

test.runIf(isFull)(
  'mutant: an order leaves though its row could not be marked',
  { timeout: 600_000 },
  async ({ skip }) => {
    const mark = 'await markSending(journal, lease(), row.row, from)'
    const heedless = mutantEnv([
      { file: 'submission/sendBatch.ts', from: mark, to: `${mark}.catch(() => undefined)` },
      // The quota writes into the same file before any request leaves, and would hold it back too.
      { file: 'compose/composeStores.ts', from: '|| !isWritable', to: '|| signIn !== null' },
    ])
    const result = await runPoints('files cut short', 8, heedless)
    if (!result) return skip()
    expect(result.sum.withoutRow).toBeGreaterThan(0)
  },
)
