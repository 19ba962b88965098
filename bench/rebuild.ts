/**
 * How long a start takes when the journal of 100,000 orders is damaged: `node bench/rebuild.ts`. The damages are a bit of
 * one order, a page of orders, a page of an index, and a cut. Exits 1 where the median of
 * three starts takes longer than 3 s.
 */

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeBackup } from '../src/main/adapters/sqlite/recovery/backup.ts'
import { openJournal } from '../src/main/compose/composeJournal.ts'
import { toEnglish } from '../src/shared/messages/message.ts'
import { atMost, type Finding, head, print, reportTargets, row } from './report.ts'

const rows = Number(process.argv[2] ?? 100_000)
const rounds = 3
const maxMs = 3000
const nowMs = Date.UTC(2026, 10, 21, 12)
const root = mkdtempSync(join(tmpdir(), 'pathclock-rebuild-'))
const sound = join(root, 'sound')
mkdirSync(join(sound, 'backups'), { recursive: true })

/** Orders that stand, as most of those of a lab do, each with its sample. */
const fill = [
  `INSERT INTO batches (batch_id, file_name, file_sha256, mapping, read_as, created_at, state)
   VALUES ('b', 'cohort.csv', 'x', '{}', '{}', '2026-01-01T00:00:00.000Z', 'done')`,
  `INSERT INTO ledger (batch_id, row, client_reference, fields, idempotency_key, state, sample_id, updated_at)
   WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
   SELECT 'b', i, 'COHORT-' || i, json_object('client_reference', 'COHORT-' || i, 'age', 20 + i % 60, 'tissue', 'liver',
     'donor_id', 'D' || (i % 4000)), printf('%064x', i), 'created', printf('smp_%010x', i * 7919 % 1099511627776),
     '2026-01-01T00:00:00.000Z' FROM n`,
  `INSERT INTO samples (sample_id, client_reference, fields, batch_id, status, state, created_at, service, synthetic, place)
   SELECT sample_id, client_reference, json_remove(fields, '$.client_reference'), batch_id, 'completed', 'succeeded',
     updated_at, 'https://s.example/api/v1', 0, updated_at || '#' || printf('%09d', row) FROM ledger`,
]

const opened = await openJournal({ folder: sound, nowMs, notice: () => undefined })
await opened.journal.transaction(async (query) => {
  const { CompiledQuery } = await import('kysely')
  for (const statement of fill) await query.executeQuery(CompiledQuery.raw(statement))
})
await opened.journal.close()
const file = join(sound, 'journal.db')
await writeBackup(file, join(sound, 'backups', 'journal-2026-11-21T10-00-00-000Z.db'))

/** The first byte of a page in the middle of a table or an index. */
function pageOf(name: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const page = database
    .prepare(
      `SELECT pageno, row_number() OVER (ORDER BY path) AS n, count(*) OVER () AS pages
       FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY abs(n - pages / 2) LIMIT 1`,
    )
    .get(name)?.['pageno']
  database.close()
  return (Number(page) - 1) * 4096
}

const zero = (from: number) => (bytes: Buffer) => bytes.fill(0, from, from + 4096)
const damages: Record<string, (bytes: Buffer) => Buffer> = {
  none: (bytes) => bytes,
  'a bit of one order': (bytes) => {
    // From the end of the page, where its newest rows are: before them lies what was left of others.
    const at = bytes.lastIndexOf('"tissue":"liver', pageOf('ledger') + 4095)
    bytes[at + 12] = (bytes[at + 12] ?? 0) ^ 1
    return bytes
  },
  'a page of orders': zero(pageOf('ledger')),
  'a page of an index': zero(pageOf('ledger_reference')),
  'a page of the register': zero(pageOf('register_by_place')),
  'the second half': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
}

const size = readFileSync(file).length
print(`# Start with a damaged journal of ${rows} orders and samples, ${(size / 1024 / 1024).toFixed(0)} MB\n`)
head(['damage', 'start ms, median', 'least', 'most', 'CPU ms', 'read through', 'told'])
const findings: Finding[] = []

type Started = { ms: number; cpuMs: number; isVerified: boolean; isNotified: boolean }

async function start(damage: (bytes: Buffer) => Buffer): Promise<Started> {
  const folder = join(root, 'case')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'backups'), { recursive: true })
  const backup = 'journal-2026-11-21T10-00-00-000Z.db'
  copyFileSync(join(sound, 'backups', backup), join(folder, 'backups', backup))
  writeFileSync(join(folder, 'journal.db'), damage(readFileSync(file)))
  const notices: string[] = []
  const begunMs = performance.now()
  const before = process.cpuUsage()
  const { journal, verified } = await openJournal({
    folder,
    nowMs,
    notice: (text) => notices.push(toEnglish(text)),
  })
  const { user, system } = process.cpuUsage(before)
  const ms = performance.now() - begunMs
  await journal.close()
  return { ms, cpuMs: (user + system) / 1000, isVerified: verified, isNotified: notices.length > 0 }
}

for (const [name, damage] of Object.entries(damages)) {
  const starts: Started[] = []
  for (let round = 0; round < rounds; round++) starts.push(await start(damage))
  const { ms, cpuMs, isVerified, isNotified } = starts.toSorted((a, b) => a.ms - b.ms)[rounds >> 1] as Started
  row([
    name,
    ms.toFixed(0),
    Math.min(...starts.map(({ ms }) => ms)).toFixed(0),
    Math.max(...starts.map(({ ms }) => ms)).toFixed(0),
    cpuMs.toFixed(0),
    isVerified ? 'at once' : 'later',
    isNotified ? 'yes' : 'no',
  ])
  findings.push(atMost(`start with damage: ${name}`, ms, maxMs, ' ms'))
}
rmSync(root, { recursive: true, force: true })
reportTargets(findings)
