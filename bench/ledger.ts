/**
 * Writing 100,000 orders into the ledger, checksums and all, beside the same rows in a bare table of the same columns and
 * indexes, ten a statement: `node bench/ledger.ts`. Processor ms, medians.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../src/main/adapters/database/openDatabase.ts'
import { addBatch } from '../src/main/samples/ledger.ts'
import { type JournalSchema, journalMigrations } from '../src/main/store/journal.ts'

const count = Number(process.argv[2] ?? 100_000)
const rounds = 3
const folder = mkdtempSync(join(tmpdir(), 'pathclock-ledger-'))

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const fields = (row: number) => ({ client_reference: `COHORT-${row}`, age: 20 + (row % 60), tissue: 'liver' })

async function ours(file: string): Promise<number> {
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'full',
  })
  const rows = (async function* () {
    for (let row = 2; row < count + 2; row++) yield { row, fields: fields(row) }
  })()
  const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 } as const
  const begun = cpuMs()
  await addBatch(
    journal,
    { fileName: 'a.csv', sha256: 'x', mapping: {}, readAs, rows },
    { batchId: 'b', profileId: 'p', nowMs: 0 },
  )
  const took = cpuMs() - begun
  await journal.close()
  return took
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

const took: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
for (let round = 0; round < rounds; round++) {
  took.ours.push(await ours(join(folder, `ours-${round}.db`)))
  took.bare.push(bare(join(folder, `bare-${round}.db`)))
}
rmSync(folder, { recursive: true, force: true })
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const [own, least] = [median(took.ours), median(took.bare)]
process.stdout.write(
  `${count} orders: ours ${own.toFixed(0)} ms, the bare table ${least.toFixed(0)} ms, ${(own / least).toFixed(2)} ×\n`,
)
