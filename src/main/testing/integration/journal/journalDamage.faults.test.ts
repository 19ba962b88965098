import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/messages/message.ts'
import { stampSchema } from '../../../adapters/sqlite/migrate.ts'
import { writeBackup } from '../../../adapters/sqlite/recovery/backup.ts'
import { inspectFile } from '../../../adapters/sqlite/recovery/inspect.ts'
import { registerRowChecksum } from '../../../adapters/sqlite/sqlFunctions.ts'
import { openJournal } from '../../../compose/composeJournal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { printFigure, scale } from '../../faults.ts'
import { createSeededRandom } from '../../seededRandom.ts'

const before = 300
const after = 60
let root: string
/** A journal as a killed process leaves it: with a backup, and its last rows in the log only. */
let killed: string
/** The same after a clean end. */
let closed: string
type Truth = Map<string, string>
let truth: Truth

const endings = ['', '-wal', '-shm']
const nowMs = Date.UTC(2026, 10, 21, 12)

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pathclock-damage-'))
  const made = join(root, 'made')
  const fs = await import('node:fs/promises')
  await fs.mkdir(join(made, 'backups'), { recursive: true })
  const { journal } = await openJournal({ folder: made, nowMs, notice: () => undefined })
  await fillJournal(journal, before)
  await writeBackup(join(made, 'journal.db'), join(made, 'backups', 'journal-2026-11-21T10-00-00-000Z.db'))
  await fillJournal(journal, after, 1000)
  killed = join(root, 'killed')
  copyProfile(made, killed)
  await journal.close()
  closed = join(root, 'closed')
  copyProfile(made, closed)
  truth = rowsOf(join(closed, 'journal.db'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function copyProfile(from: string, to: string, withIndex = true): void {
  rmSync(to, { recursive: true, force: true })
  mkdirFor(to)
  for (const ending of endings)
    if (existsSync(join(from, `journal.db${ending}`)) && (withIndex || ending !== '-shm'))
      copyFileSync(join(from, `journal.db${ending}`), join(to, `journal.db${ending}`))
  for (const name of readdirSync(join(from, 'backups')))
    copyFileSync(join(from, 'backups', name), join(to, 'backups', name))
}

function mkdirFor(folder: string): void {
  const { mkdirSync } = process.getBuiltinModule('node:fs')
  mkdirSync(join(folder, 'backups'), { recursive: true })
}

/** Every order as it is written, by its place. */
function rowsOf(file: string): Truth {
  const database = new DatabaseSync(file, { readOnly: true })
  registerRowChecksum(database)
  const rows = database
    .prepare('SELECT batch_id, row, client_reference, fields, idempotency_key, state, sample_id FROM ledger')
    .all()
  database.close()
  return new Map(rows.map((row) => [`${String(row['batch_id'])} ${String(row['row'])}`, JSON.stringify(row)]))
}

type Random = { next(): number }
type Damage = {
  name: string
  from: 'killed' | 'closed'
  ending: string
  withIndex: boolean
  change(bytes: Buffer, random: Random): Buffer
}

const within = (random: Random, most: number) => Math.floor(random.next() * most)
const inPlace = (change: (bytes: Buffer, random: Random) => void) => (bytes: Buffer, random: Random) => {
  change(bytes, random)
  return bytes
}
const flip = inPlace((bytes, random) => {
  const at = within(random, bytes.length)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << within(random, 8))
})
const flipText = inPlace((bytes, random) => {
  const at = bytes.indexOf(`"name":"Donor ${within(random, before)}"`)
  if (at > 0) bytes[at + 10] = (bytes[at + 10] ?? 0) ^ 1
})
const fillPart = (value: (random: Random) => number) =>
  inPlace((bytes, random) => {
    const from = within(random, bytes.length)
    const length = 1 + within(random, 8192)
    for (let at = from; at < Math.min(bytes.length, from + length); at++) bytes[at] = value(random)
  })
const changes = {
  cut: (bytes: Buffer, random: Random) => bytes.subarray(0, within(random, bytes.length)),
  zero: fillPart(() => 0),
  garbage: fillPart((random) => within(random, 256)),
  flip,
}
const kinds: Damage[] = [
  ...Object.entries(changes).flatMap(([name, change]) => [
    { name: `file ${name}`, from: 'closed' as const, ending: '', withIndex: true, change },
    { name: `log ${name}`, from: 'killed' as const, ending: '-wal', withIndex: true, change },
  ]),
  { name: 'text flip', from: 'closed', ending: '', withIndex: true, change: flipText },
  {
    name: 'log header',
    from: 'killed',
    ending: '-wal',
    withIndex: true,
    change: inPlace((bytes, random) => {
      const at = within(random, 32)
      bytes[at] = (bytes[at] ?? 0) ^ 4
    }),
  },
  {
    name: 'log header after a power cut',
    from: 'killed',
    ending: '-wal',
    withIndex: false,
    change: inPlace((bytes, random) => {
      const at = within(random, 32)
      bytes[at] = (bytes[at] ?? 0) ^ 4
    }),
  },
  { name: 'log flip after a power cut', from: 'killed', ending: '-wal', withIndex: false, change: flip },
]

type Outcome = {
  ms: number
  changed: boolean
  isReported: boolean
  isPreserved: boolean
  wrong: string[]
  sendable: string[]
  lost: number
  sound: boolean
}

/** Opens a damaged journal and compares what is then in it with what had been written. */
async function open(folder: string, damaged: Map<string, Buffer>): Promise<Outcome> {
  const notices: string[] = []
  const startedAt = performance.now()
  const { journal } = await openJournal({ folder, nowMs, notice: (text) => notices.push(toEnglish(text)) })
  const ms = performance.now() - startedAt
  await journal.close()
  const found = rowsOf(join(folder, 'journal.db'))
  const [wrong, sendable]: [string[], string[]] = [[], []]
  for (const [id, row] of found) {
    const state = (JSON.parse(row) as { state: string }).state
    if (truth.get(id) === row) continue
    if (state !== 'unknown') wrong.push(id)
    if (state === 'queued' || state === 'failed') sendable.push(id)
  }
  const lost = [...truth.keys()].filter((id) => !found.has(id)).length
  const names = readdirSync(folder)
  const isPreserved = [...damaged].every(([ending, bytes]) =>
    names.some(
      (name) =>
        name.includes('damaged-') &&
        name.endsWith(ending || 'Z') &&
        readFileSync(join(folder, name)).equals(bytes),
    ),
  )
  const changed =
    wrong.length > 0 ||
    lost > 0 ||
    found.size !== truth.size ||
    [...found].some(([id, row]) => truth.get(id) !== row)
  return {
    ms,
    changed,
    isReported: notices.length > 0,
    isPreserved,
    wrong,
    sendable,
    lost,
    sound: inspectFile(join(folder, 'journal.db')).findings.length === 0,
  }
}

describe('a damaged journal', () => {
  it('is quarantined, made anew and reported; no damaged order is taken for a right one', async () => {
    const random = { next: createSeededRandom(20261121) }
    const damages = scale(24, 300)
    const figures = {
      damages: 0,
      harmless: 0,
      found: 0,
      missed: 0,
      wrong: 0,
      sendable: 0,
      lost: 0,
      notPreserved: 0,
      unsound: 0,
      slowestMs: 0,
    }
    const failures: string[] = []
    for (let count = 0; count < damages; count++) {
      const kind = kinds[count % kinds.length]
      if (!kind) continue
      const folder = join(root, 'case')
      copyProfile(kind.from === 'closed' ? closed : killed, folder, kind.withIndex)
      const target = join(folder, `journal.db${kind.ending}`)
      const bytes = kind.change(readFileSync(target), random)
      writeFileSync(target, bytes)
      const outcome = await open(folder, new Map([[kind.ending, bytes]]))
      figures.damages += 1
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(outcome.ms))
      if (outcome.isReported) figures.found += 1
      else if (outcome.changed) figures.missed += 1
      else figures.harmless += 1
      figures.wrong += outcome.wrong.length
      figures.sendable += outcome.sendable.length
      figures.lost += outcome.lost
      if (outcome.isReported && !outcome.isPreserved) figures.notPreserved += 1
      if (!outcome.sound) figures.unsound += 1
      if (
        (!outcome.isReported && outcome.changed) ||
        outcome.wrong.length > 0 ||
        (outcome.isReported && !outcome.isPreserved) ||
        !outcome.sound
      )
        failures.push(
          `${count} ${kind.name}: ${JSON.stringify({ ...outcome, wrong: outcome.wrong.length, sendable: outcome.sendable.length })}`,
        )
    }
    printFigure('quality 5', 'damage to the journal', figures)
    expect(failures).toEqual([])
    // The quick form runs beside others on a busy computer.
    expect(figures.slowestMs).toBeLessThan(scale(20_000, 3000))
  }, 600_000)

  it('mutant: with checksums off, bits that flip in a text go unseen', async () => {
    const folder = join(root, 'mutant')
    copyProfile(closed, folder)
    const file = join(folder, 'journal.db')
    const database = new DatabaseSync(file)
    registerRowChecksum(database)
    for (const table of ['ledger', 'samples'])
      database.exec(`DROP VIEW checked_${table};
        CREATE VIEW checked_${table} AS SELECT *, rowid_of AS checked_id, checksum AS checked_sum
          FROM (SELECT *, client_reference AS rowid_of FROM ${table})`)
    stampSchema(database)
    database.close()
    const bytes = readFileSync(file)
    const text = '"tissue":"whole'
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at)) bytes.write('a', at + 12)
    writeFileSync(file, bytes)
    const outcome = await open(folder, new Map())
    expect(outcome).toMatchObject({ isReported: false, changed: true })
  })
})
