/**
 * Measures a start with a damaged or missing journal or order log of 100,000 orders: `node bench/rebuild.ts`.
 * Exits 1 if the median of three starts is longer than 3 s.
 */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { writeBackup } from '../src/main/adapters/sqlite/backups.ts'
import { systemClock } from '../src/main/adapters/system.ts'
import { openJournal } from '../src/main/compose/openJournal.ts'
import { atMost, type Finding, head, print, reportTargets, row } from './report.ts'

const rows = Number(process.argv[2] ?? 100_000)
const rounds = 3
const maxMs = 3000
const root = mkdtempSync(join(tmpdir(), 'pathclock-rebuild-'))
const sound = join(root, 'sound')
const folder = join(root, 'case')
const at = (name: string) => join(folder, name)
mkdirSync(join(sound, 'backups'), { recursive: true })

/** Statements that add placed orders, each with its sample. */
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
const made = await openJournal({ folder: sound, clock: systemClock, notice: () => undefined })
await made.journal.transaction(async (query) => {
  for (const statement of fill) await query.executeQuery(CompiledQuery.raw(statement))
})
await writeBackup(join(sound, 'journal.db'), join(sound, 'backups', 'journal-2026-11-21T10-00-00-000Z.db'))
await made.journal.close()

const halve = (name: string) => truncateSync(at(name), Math.floor(readFileSync(at(name)).length / 2))
const remove = (name: string) => rmSync(at(name), { recursive: true })
const damages: Record<string, () => void> = {
  none: () => undefined,
  'half of the journal': () => halve('journal.db'),
  'no journal': () => remove('journal.db'),
  'no journal and no backup': () => ['journal.db', 'backups'].forEach(remove),
  'no order log': () => remove('orders.log'),
  'half of the order log': () => halve('orders.log'),
  'a flipped bit in the order log': () => {
    const bytes = readFileSync(at('orders.log'))
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(at('orders.log'), bytes)
  },
}

const mb = (name: string) => (readFileSync(join(sound, name)).length / 1024 / 1024).toFixed(0)
print(
  `# Start after damage with ${rows} orders and samples: journal ${mb('journal.db')} MB, order log ${mb('orders.log')} MB\n`,
)
head(['damage', 'start ms, median', 'least', 'most', 'CPU ms', 'orders', 'uncertain'])
const findings: Finding[] = []

async function start(damage: () => void) {
  rmSync(folder, { recursive: true, force: true })
  cpSync(sound, folder, { recursive: true })
  damage()
  const begunMs = performance.now()
  const before = process.cpuUsage()
  const { journal, orderLog } = await openJournal({ folder, clock: systemClock, notice: () => undefined })
  const { user, system } = process.cpuUsage(before)
  const ms = performance.now() - begunMs
  const orders = (await journal.query.selectFrom('ledger').select('row').execute()).length
  const isUncertain = orderLog.uncertainty() !== null
  await journal.close()
  return { ms, cpuMs: (user + system) / 1000, orders, isUncertain }
}

for (const [name, damage] of Object.entries(damages)) {
  const starts: Awaited<ReturnType<typeof start>>[] = []
  for (let round = 0; round < rounds; round++) starts.push(await start(damage))
  const all = starts.toSorted((a, b) => a.ms - b.ms)
  const ms = all.map((one) => one.ms)
  const median = all[rounds >> 1]
  row([
    name,
    ...[median?.ms, ms[0], ms.at(-1), median?.cpuMs].map((value = 0) => value.toFixed(0)),
    median?.orders ?? 0,
    median?.isUncertain ? 'yes' : 'no',
  ])
  findings.push(atMost(`start after damage: ${name}`, median?.ms ?? 0, maxMs, ' ms'))
}
rmSync(root, { recursive: true, force: true })
reportTargets(findings)
