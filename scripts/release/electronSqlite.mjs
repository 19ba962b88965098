// Ends with 1 when Electron's SQLite lacks what the journal relies on: FTS5, and 3.51.3, which mends a race at a reset of the WAL.
// node scripts/release/electronSqlite.mjs [PROGRAM]; without PROGRAM, the Electron of node_modules.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findElectron } from '../electronBinary.mjs'

const minimum = [3, 51, 3]

export function isSqliteSufficient(version) {
  const parts = version.split('.').map(Number)
  const index = minimum.findIndex((part, at) => part !== parts[at])
  return index < 0 || (parts[index] ?? Number.NaN) > minimum[index]
}

/** Runs in Electron before it is ready, so that no screen is needed. */
const program = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(':memory:')
database.exec("CREATE VIRTUAL TABLE words USING fts5(word); INSERT INTO words VALUES ('found')")
const { version } = database.prepare('SELECT sqlite_version() AS version').get()
const rows = database.prepare("SELECT * FROM words WHERE words MATCH 'found'").all()
console.log(JSON.stringify({ version, rows: rows.length }))
process.exit(0)
`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-sqlite-'))
  writeFileSync(join(folder, 'main.cjs'), program)
  writeFileSync(join(folder, 'package.json'), '{"name":"sqlite","main":"main.cjs"}')
  const electron = process.argv[2] ?? findElectron() ?? ''
  const { stdout, stderr } = spawnSync(electron, [folder], { encoding: 'utf8', timeout: 60_000 })
  rmSync(folder, { recursive: true, force: true })
  const line = (stdout ?? '').split('\n').find((text) => text.startsWith('{"version"'))
  const { version = 'none', rows = 0 } = line ? JSON.parse(line) : {}
  const sufficient = isSqliteSufficient(version) && rows === 1
  console.log(`Electron's SQLite is ${version}, ${rows === 1 ? 'with' : 'without'} FTS5`)
  if (!sufficient) {
    console.error(`It has to be ${minimum.join('.')} or newer, with FTS5. ${stderr ?? ''}`)
    process.exitCode = 1
  }
}
