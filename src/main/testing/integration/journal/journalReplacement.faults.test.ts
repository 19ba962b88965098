import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBackup } from '../../../adapters/sqlite/recovery/backup.ts'
import { inspectFile } from '../../../adapters/sqlite/recovery/inspect.ts'
import { openJournal } from '../../../compose/composeJournal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { isFull, printFigure } from '../../faults.ts'
import { mutantEnv } from '../../mutations.ts'
import { processFile } from '../../processes/processFile.ts'

const source = fileURLToPath(new URL('../../journalExchanger.ts', import.meta.url))
const nowMs = Date.UTC(2026, 10, 21, 12)
const [before, after] = [30, 10]
const backup = () => join(root, 'old.db')
let root: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pathclock-killed-'))
  const live = join(root, 'live')
  mkdirSync(live)
  const { journal } = await openJournal({ folder: live, nowMs, notice: () => undefined })
  await fillJournal(journal, before)
  await writeBackup(join(live, 'journal.db'), backup())
  await fillJournal(journal, after, 1000)
  // As a killed process leaves it: the last rows are in the log only.
  for (const kind of ['restore', 'open']) cpSync(live, join(root, kind), { recursive: true })
  await journal.close()
  const log = join(root, 'open', 'journal.db-wal')
  const bytes = readFileSync(log)
  bytes.write('x', bytes.lastIndexOf('"name":"Donor 1003"') + 8)
  writeFileSync(log, bytes)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Kind = 'open' | 'restore'
type ExchangerOutput = { steps: string[]; orders: number; notices: string[] }

/** Null when it was killed. */
async function run(kind: Kind, folder: string, at: number, env: object): Promise<ExchangerOutput | null> {
  // What a mutant changes is the source, which the bundle is not.
  const exchanger = 'NODE_OPTIONS' in env ? source : processFile('journalExchanger')
  const child = spawn(process.execPath, [exchanger, kind, folder, backup(), String(at)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code !== null && code !== 0) throw new Error(stderr)
  return code === null ? null : (JSON.parse(stdout) as ExchangerOutput)
}

function fresh(kind: Kind): string {
  const folder = join(root, 'case')
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(root, kind), folder, { recursive: true })
  return folder
}

/** Each renaming, and of the other changes of files every ninth in the full form, one in the quick one. */
function pointsOf(steps: string[], quick: boolean): number[] {
  const middle = Math.floor(steps.length / 2)
  return steps.flatMap((name, index) =>
    name === 'renameSync' || index % (quick ? steps.length : 9) === middle % (quick ? steps.length : 9)
      ? [index + 1]
      : [],
  )
}

/**
 * `fewer`: orders are missing that stand in no file that was stored; `silent`: and nothing was reported. A mutant
 * goes on until that is seen.
 */
async function killAt(kind: Kind, mutant?: object) {
  const env = mutant ?? {}
  const figures = { kills: 0, fewer: 0, silent: 0, unsound: 0 }
  const uninterrupted = await run(kind, fresh(kind), 0, env)
  for (const at of pointsOf(uninterrupted?.steps ?? [], !isFull || mutant !== undefined)) {
    if (mutant && figures.silent > 0) break
    const folder = fresh(kind)
    if ((await run(kind, folder, at, env)) !== null) continue
    figures.kills += 1
    const found = await run('open', folder, 0, env)
    const isReplaced = kind === 'restore' && readdirSync(folder).some((name) => name.includes('.replaced-'))
    const expected = isReplaced ? [before, before + after] : [before + after]
    if (!expected.includes(found?.orders ?? 0)) figures.fewer += 1
    if (!expected.includes(found?.orders ?? 0) && found?.notices.length === 0) figures.silent += 1
    if (inspectFile(join(folder, 'journal.db')).findings.length > 0) figures.unsound += 1
  }
  return figures
}

const kinds = [
  ['open', 'repair'],
  ['restore', 'restore'],
] as const

describe('a process that is killed while it exchanges the journal', () => {
  it.each(kinds)('%s: loses no order', { timeout: 1_800_000 }, async (kind, name) => {
    const figures = await killAt(kind)
    printFigure('quality 5', `kill within ${name}`, figures)
    expect(figures.kills).toBeGreaterThan(3)
    expect(figures).toMatchObject({ fewer: 0, silent: 0, unsound: 0 })
  })

  it.runIf(isFull).each(kinds)(
    'mutant: %s sets the old journal aside first, and the next start finds nothing',
    { timeout: 1_800_000 },
    async (kind) => {
      const unseeing = {
        file: 'recovery/openRecoverable.ts',
        from: 'existsSync(file) ? null : findNewestQuarantined(file)',
        to: 'null as ReturnType<typeof findNewestQuarantined>',
      }
      const more =
        kind === 'open'
          ? [
              {
                file: 'recovery/openRecoverable.ts',
                from: 'import { completeQuarantine, fileIdentity, findNewestQuarantined, replaceDatabase }',
                to: 'import { completeQuarantine, fileIdentity, findNewestQuarantined, replaceDatabase, quarantine }',
              },
              {
                file: 'recovery/openRecoverable.ts',
                from: '(existsSync(file) ? file : null)',
                to: 'quarantine(file, fileIdentity(file), nowMs)',
              },
            ]
          : [
              {
                file: 'recovery/restore.ts',
                from: '  assertAllowed()\n',
                to: `  assertAllowed(); replaceDatabase(file, file + '.replaced-2026-11-21T12-00-00-000Z', nowMs, 'replaced')\n`,
              },
            ]
      const figures = await killAt(kind, mutantEnv([unseeing, ...more]))
      expect(figures.silent).toBeGreaterThan(0)
    },
  )
})
