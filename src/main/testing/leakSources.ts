import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LeakSource } from './secrets/canary.ts'

/** Every file below a folder, and every cell of every database among them: a page ends in the midst of a text. */
export function readFiles(folder: string, place: string): LeakSource[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.flatMap(({ parentPath, name }) => {
    const file = join(parentPath, name)
    const label = `${place}: ${relative(folder, file).replaceAll('\\', '/')}`
    const fileEvidence = { place: label, bytes: readFileSync(file) }
    return name.endsWith('.db') ? [fileEvidence, ...readCells(file, label)] : [fileEvidence]
  })
}

function readCells(file: string, place: string): LeakSource[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    // A virtual table holds no data itself; the tables behind it are read.
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL %'")
      .all()
    return tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .flatMap((row) => Object.values(row))
        .flatMap((cell) =>
          typeof cell === 'string' || cell instanceof Uint8Array
            ? [{ place: `${place} (${String(name)})`, bytes: Buffer.from(cell as string) }]
            : [],
        ),
    )
  } finally {
    database.close()
  }
}

/** Returns the command line and environment of every child process; empty on systems without /proc. */
export function readChildren(): LeakSource[] {
  if (process.platform !== 'linux') return []
  const parents = new Map<string, string>()
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = /^PPid:\s*(\d+)/m.exec(readOrEmpty(`/proc/${id}/status`).toString())?.[1]
    if (parent !== undefined) parents.set(id, parent)
  }
  const isOurs = (id: string | undefined): boolean =>
    id !== undefined && (parents.get(id) === String(process.pid) || isOurs(parents.get(id)))
  return [...parents.keys()]
    .filter(isOurs)
    .flatMap((id) =>
      ['cmdline', 'environ'].map((what) => ({
        place: `child process: ${what}`,
        bytes: readOrEmpty(`/proc/${id}/${what}`),
      })),
    )
}

/** A process may have ended by now. */
export function readOrEmpty(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    return Buffer.alloc(0)
  }
}
