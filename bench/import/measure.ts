import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { countRows, tables } from './database.ts'

export type Measured = { records: number; cpuMs: number; peakMb: number }

const run = promisify(execFile)

const clear = (database: string): void => {
  for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true })
}

/** `entry`: `runOne`, bundled as the app is. One candidate on one file in a fresh process; a database is new. */
export const createMeasure =
  (entry: string) =>
  async (kind: 'read' | 'import', name: string, path: string, database = ''): Promise<Measured> => {
    if (database !== '') clear(database)
    const { stdout } = await run(process.execPath, [entry, kind, name, path, database])
    return JSON.parse(stdout) as Measured
  }

/** True if the sqlite3 shell is installed, and a shell that can measure a command's CPU time. */
export const hasShell = (): boolean =>
  process.platform !== 'win32' &&
  spawnSync('sqlite3', ['-version']).status === 0 &&
  spawnSync('bash', ['-c', 'true']).status === 0

/** `.import` of the sqlite3 shell into the same table with the same settings. */
export async function measureShell(path: string, database: string): Promise<Measured> {
  clear(database)
  const statements = [tables.file.setUp, '.mode csv', `.import --skip 1 ${path} samples`]
  const { stderr } = await run('bash', [
    '-c',
    'TIMEFORMAT="%U %S"; time sqlite3 "$@"',
    'bash',
    database,
    ...statements,
  ])
  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return { records: countRows(database), cpuMs: (user + system) * 1000, peakMb: Number.NaN }
}
