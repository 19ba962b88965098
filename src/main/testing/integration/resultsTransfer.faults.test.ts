import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { migrationsWithResults } from '../../store/cache.ts'
import { isFull, printFigure } from '../faults.ts'
import { mutantEnv } from '../mutations.ts'
import { processFile } from '../processes/processFile.ts'

const source = fileURLToPath(new URL('../journalExchanger.ts', import.meta.url))
const answers = 300
let root: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pathclock-answers-'))
  for (const kind of ['sound', 'damaged']) {
    const folder = join(root, kind)
    mkdirSync(folder)
    await makeOldCache(join(folder, 'cache.db'))
  }
  const damaged = join(root, 'damaged', 'cache.db')
  const file = openSync(damaged, 'r+')
  const page = Math.floor(statSync(damaged).size / 4096 / 2)
  writeSync(file, new Uint8Array(4096).fill(0xa5), 0, 4096, page * 4096)
  closeSync(file)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** As a version that kept answers in the cache has left it. */
async function makeOldCache(path: string): Promise<void> {
  const cache = await openDatabase({ file: path, migrations: migrationsWithResults, durability: 'normal' })
  await cache.close()
  const database = new DatabaseSync(path)
  database.exec('BEGIN')
  for (let n = 0; n < answers; n += 1) {
    const id = `a${n}`
    database
      .prepare(
        `INSERT INTO analyses VALUES (?, ?, 'activity', '{}', ?, '2026', 'https://s.example', NULL, 0, 1)`,
      )
      .run(id, `S${n}`, JSON.stringify('x'.repeat(300)))
    for (const name of ['AMPK', 'mTOR'])
      database.prepare('INSERT INTO scores VALUES (?, ?, 1, NULL)').run(id, name)
    database.prepare('INSERT INTO clock_values VALUES (?, ?, 1)').run(id, 'age')
  }
  database.exec('COMMIT')
  database.close()
}

type OpenerOutput = { steps: string[]; counts: number[] }

/** Null when it was killed. */
async function open(folder: string, at: number, env: object): Promise<OpenerOutput | null> {
  // What a mutant changes is the source, which the bundle is not.
  const opener = 'NODE_OPTIONS' in env ? source : processFile('journalExchanger')
  const args = [opener, 'stores', folder, '', String(at), processFile('journalWorker')]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code !== null && code !== 0) throw new Error(stderr)
  return code === null ? null : (JSON.parse(stdout) as OpenerOutput)
}

function fresh(kind: string): string {
  const folder = join(root, 'case')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, kind), folder, { recursive: true })
  return folder
}

/** Kills a start at many of its changes of files, and counts where the next one has other answers than without. */
async function killAt(kind: 'sound' | 'damaged', env: object = {}, points = isFull ? 75 : 6) {
  const figures = { kills: 0, other: 0 }
  const uninterrupted = await open(fresh(kind), 0, env)
  const steps = uninterrupted?.steps.length ?? 0
  const stride = Math.max(1, Math.floor(steps / points))
  for (let at = steps; at > 0; at -= stride) {
    const folder = fresh(kind)
    if ((await open(folder, at, env)) !== null) continue
    figures.kills += 1
    const after = await open(folder, 0, env)
    if (JSON.stringify(after?.counts) !== JSON.stringify(uninterrupted?.counts)) figures.other += 1
  }
  return { figures, counts: uninterrupted?.counts ?? [] }
}

it('a start that is killed while it moves the answers loses none', { timeout: 600_000 }, async () => {
  const { figures, counts } = await killAt('sound')
  printFigure('quality 18', 'killed while answers move', figures)
  expect(counts).toEqual([answers, 2 * answers, answers, answers])
  expect(figures).toMatchObject({ other: 0 })
  expect(figures.kills).toBeGreaterThan(3)
})

it('nor one that reads them from a damaged cache', { timeout: 600_000 }, async () => {
  const { figures, counts } = await killAt('damaged')
  printFigure('quality 18', 'killed while answers are read from a damaged cache', figures)
  expect(counts[0]).toBeGreaterThan(answers / 2)
  expect(figures).toMatchObject({ other: 0 })
})

it.runIf(isFull)('would be noticed where the copy is not of one piece', { timeout: 600_000 }, async () => {
  const env = mutantEnv([
    { file: '/recovery/transferRows.ts', from: "database.exec('BEGIN IMMEDIATE')", to: '' },
    { file: '/recovery/transferRows.ts', from: "database.exec('COMMIT')", to: '' },
    {
      file: 'store/resultTables.ts',
      from: 'INSERT OR IGNORE INTO main.scores',
      to: 'INSERT INTO main.scores',
    },
  ])
  await expect(killAt('sound', env, 1000)).rejects.toThrow(/UNIQUE|constraint/)
})
