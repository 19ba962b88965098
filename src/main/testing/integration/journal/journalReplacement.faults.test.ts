import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeBackup } from '../../../adapters/sqlite/backups.ts'
import { inspectFile } from '../../../adapters/sqlite/inspect.ts'
import { systemClock } from '../../../adapters/system.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { journalMigrations } from '../../../store/journal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { isFull, printFigure } from '../../faults.ts'
import { mutantEnv } from '../../mutations.ts'
import { newFileFolder } from '../../newFolder.ts'
import { exchangeJournal } from '../../processes/exchangeJournal.ts'

const [before, after] = [30, 10]
/** A row in five was not sent, so it is in no log. The backup has the rows that came before it. */
const logged = {
  open: before + (after * 4) / 5,
  restore: before + (after * 4) / 5,
  rebuild: ((before + after) * 4) / 5,
}
const kinds = [
  ['open', 'repair'],
  ['restore', 'restore'],
  ['rebuild', 'creation from the log'],
] as const
const backup = () => join(root, 'old.db')
const root = newFileFolder()
beforeAll(async () => {
  const live = join(root, 'live')
  mkdirSync(join(live, 'backups'), { recursive: true })
  const { journal } = await openJournal({ folder: live, clock: systemClock, notice: () => undefined })
  await fillJournal(journal, before)
  await writeBackup(join(live, 'journal.db'), backup())
  await writeBackup(backup(), join(live, 'backups', 'journal-2026-11-21T10-00-00-000Z.db'))
  await fillJournal(journal, after, 1000)
  // As a killed process leaves it: the last rows are in SQLite's log only.
  for (const [kind] of kinds) cpSync(live, join(root, kind), { recursive: true })
  await journal.close()
  const damaged = join(root, 'open', 'journal.db')
  const bytes = readFileSync(damaged)
  writeFileSync(damaged, bytes.subarray(0, bytes.length / 2))
  for (const lost of ['journal.db', 'journal.db-wal', 'journal.db-shm', 'backups'])
    rmSync(join(root, 'rebuild', lost), { recursive: true })
})

type Kind = keyof typeof logged
type ExchangerOutput = { steps: string[]; orders: number; notices: string[] }

const run = (kind: Kind, folder: string, at: number, env: object) =>
  exchangeJournal<ExchangerOutput>([kind === 'restore' ? kind : 'open', folder, backup()], at, env)

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

/** `fewer`: orders are missing that were logged. A mutant goes on until that is seen. */
async function killAt(kind: Kind, mutant?: object) {
  const env = mutant ?? {}
  const figures = { kills: 0, fewer: 0, unsound: 0 }
  const uninterrupted = await run(kind, fresh(kind), 0, env)
  for (const at of pointsOf(uninterrupted?.steps ?? [], !isFull || mutant !== undefined)) {
    if (mutant && figures.fewer > 0) break
    const folder = fresh(kind)
    if ((await run(kind, folder, at, env)) !== null) continue
    figures.kills += 1
    const found = await run('open', folder, 0, env)
    if ((found?.orders ?? 0) < logged[kind]) figures.fewer += 1
    if (inspectFile(join(folder, 'journal.db'), journalMigrations).state !== 'sound') figures.unsound += 1
  }
  return figures
}

describe('a process that is killed while it replaces the journal', () => {
  it.each(kinds)('%s: loses no order', async (kind, name) => {
    const figures = await killAt(kind)
    printFigure('quality 5', `kill within ${name}`, figures)
    expect(figures.kills).toBeGreaterThan(1)
    expect(figures).toMatchObject({ fewer: 0, unsound: 0 })
  })

  it.runIf(isFull).each(kinds)('mutant: %s does not apply the lines of the log', async (kind) => {
    const mutant = mutantEnv([
      {
        file: 'store/orderLog/replay.ts',
        from: 'lines.filter(({ seq }) => !cancelled.has(seq))',
        to: 'lines.filter(({ seq }) => cancelled.has(seq))',
      },
    ])
    expect((await killAt(kind, mutant)).fewer).toBeGreaterThan(0)
  })
})
