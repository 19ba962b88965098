/**
 * Measures writing 100,000 orders into the ledger, and the same rows into a bare table of the same columns and indexes,
 * ten per statement: `node bench/ledger.ts`. Prints medians of processor ms. Exits 1 if the thread is blocked for too long.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../src/main/adapters/sqlite/openDatabase.ts'
import { runInJournalWorker } from '../src/main/compose/journalWorkerCall.ts'
import { addBatch } from '../src/main/samples/orders/ledger/ledger.ts'
import { type JournalSchema, journalMigrations } from '../src/main/store/journal.ts'
import { atMost, head, median, print, reportTargets, row } from './report.ts'

const count = Number(process.argv[2] ?? 100_000)
const rounds = 3
const maxStretchMs = 50
const folder = mkdtempSync(join(tmpdir(), 'pathclock-ledger-'))

const workerFile = fileURLToPath(new URL('../src/main/threads/journalWorker.ts', import.meta.url))

/** The CPU time of this thread alone: users do not wait for other threads. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
const fields = (row: number) => ({ client_reference: `COHORT-${row}`, age: 20 + (row % 60), tissue: 'liver' })

/** Returns the longest stretches in which no other task runs, the longest first. */
async function stretchesOf(work: Promise<unknown>): Promise<{ cpu: number[]; wall: number[] }> {
  const stretches: { cpu: number[]; wall: number[] } = { cpu: [], wall: [] }
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  const now = () => ({ cpu: cpuMs(), wall: performance.now() })
  for (let last = now(); !isOver; ) {
    await turn()
    const at = now()
    stretches.cpu.push(at.cpu - last.cpu)
    stretches.wall.push(at.wall - last.wall)
    last = at
  }
  await ended
  for (const all of [stretches.cpu, stretches.wall]) all.sort((a, b) => b - a)
  return stretches
}

async function ours(file: string): Promise<{ ms: number; stretches: { cpu: number[]; wall: number[] } }> {
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'full',
    checkpoint: () => runInJournalWorker(workerFile, 'checkpoint', [file]),
  })
  const rows = (async function* () {
    for (let row = 2; row < count + 2; row++) yield { row, fields: fields(row) }
  })()
  const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 } as const
  const begun = cpuMs()
  const stretches = await stretchesOf(
    addBatch(
      journal,
      { fileName: 'a.csv', sha256: 'x', mapping: {}, readAs, rows },
      { batchId: 'b', profileId: 'p', nowMs: 0 },
    ),
  )
  const ms = cpuMs() - begun
  await journal.close()
  return { ms, stretches }
}

function bare(file: string): number {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE ledger (batch_id, row, client_reference, fields, idempotency_key UNIQUE, state, updated_at,
      PRIMARY KEY (batch_id, row)) WITHOUT ROWID;
    CREATE INDEX a ON ledger (client_reference); CREATE INDEX b ON ledger (batch_id, state)`)
  const ten = Array.from({ length: 10 }, () => '(?,?,?,?,?,?,?)').join(',')
  const insert = database.prepare(`INSERT INTO ledger VALUES ${ten}`)
  const begun = cpuMs()
  database.exec('BEGIN')
  for (let from = 2; from < count + 2; from += 10) {
    const values: (string | number)[] = []
    for (let row = from; row < from + 10; row++)
      values.push(
        'b',
        row,
        `COHORT-${row}`,
        JSON.stringify(fields(row)),
        `${row}`.padStart(64, '0'),
        'queued',
        '',
      )
    insert.run(...values)
  }
  database.exec('COMMIT')
  const took = cpuMs() - begun
  database.close()
  return took
}

const took: { ours: number[]; bare: number[]; longest: number[]; second: number[]; wall: number[] } = {
  ours: [],
  bare: [],
  longest: [],
  second: [],
  wall: [],
}
for (let round = 0; round < rounds; round++) {
  const { ms, stretches } = await ours(join(folder, `ours-${round}.db`))
  took.ours.push(ms)
  took.longest.push(stretches.cpu[0] ?? 0)
  took.second.push(stretches.cpu[1] ?? 0)
  took.wall.push(stretches.wall[0] ?? 0)
  took.bare.push(bare(join(folder, `bare-${round}.db`)))
}
rmSync(folder, { recursive: true, force: true })
const [own, baseline] = [median(took.ours), median(took.bare)]
print(`# Writing ${count} orders (processor ms, medians of ${rounds})\n`)
head(['', 'ours', 'the bare table', 'ours / bare'])
row(['all orders', own.toFixed(0), baseline.toFixed(0), `${(own / baseline).toFixed(2)} ×`])
print('')
head(['the longest stretches without a turn for others', 'first ms', 'second ms'])
row(['processor', median(took.longest).toFixed(0), median(took.second).toFixed(0)])
row(['by the clock', median(took.wall).toFixed(0), ''])
reportTargets([
  atMost('the longest stretch without a turn for others', median(took.longest), maxStretchMs, ' ms'),
])
