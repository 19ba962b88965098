import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createChainedLog } from '../../../adapters/files/chainedLog.ts'
import { withSql } from '../../../adapters/sqlite/inspect.ts'
import { systemClock } from '../../../adapters/system.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { reconcile } from '../../../store/orderLog/reconcile.ts'
import { isFull, printFigure } from '../../../testing/faults.ts'
import { type Mutation, mutantEnv } from '../../../testing/mutations.ts'
import { newFolder } from '../../../testing/newFolder.ts'

const script = join(import.meta.dirname, '../testing/killedAtStep.ts')

/** Runs the process that orders three samples; returns what it printed, '' if it was killed. */
function order(folder: string, killAt: number, mutations: Mutation[] = []): string {
  const env = mutations.length > 0 ? { ...process.env, ...mutantEnv(mutations) } : process.env
  try {
    const args = ['--no-warnings', script, folder, String(killAt)]
    return execFileSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  } catch (error) {
    if ((error as { signal?: string }).signal !== 'SIGKILL') throw error
    return ''
  }
}

/**
 * Counts the faults after a kill: sent orders without a record, lost outcomes, and differences between journal and log.
 */
async function findFaults(folder: string) {
  const numbersIn = (name: string): number[] =>
    existsSync(join(folder, name))
      ? readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean).map(Number)
      : []
  const notices: unknown[] = []
  const { journal } = await openJournal({ folder, clock: systemClock, notice: (text) => notices.push(text) })
  const rows = await journal.query.selectFrom('ledger').select(['row', 'state']).execute()
  const uncertain = await journal.query.selectFrom('order_log').select('uncertain').executeTakeFirst()
  await journal.close()
  const log = createChainedLog(join(folder, 'orders.log'))
  const { corrected, unlogged, isCorrupt } = withSql(join(folder, 'journal.db'), (sql) =>
    reconcile(sql, log, null),
  )
  log.close()
  const stateOf = new Map(rows.map(({ row, state }) => [row, state]))
  return {
    orphans: numbersIn('sent').filter(
      (row) => !['sending', 'created', 'unknown'].includes(stateOf.get(row) ?? ''),
    ).length,
    forgotten: numbersIn('recorded').filter((row) => stateOf.get(row) !== 'created').length,
    offLog: corrected.length + unlogged.length + Number(isCorrupt),
    stopped: uncertain?.uncertain ? 1 : 0,
    notices: notices.length,
  }
}

/** Returns the number of disk operations of a run that nothing kills. */
const countSteps = (mutations: Mutation[] = []): number => Number(order(newFolder(), 0, mutations))

async function killAt(step: number, mutations: Mutation[] = []) {
  const folder = newFolder()
  order(folder, step, mutations)
  return findFaults(folder)
}

test('after a kill at each disk operation, every order is known and no acknowledgment is needed', {
  timeout: 900_000,
}, async () => {
  const steps = countSteps()
  const noFaults = { orphans: 0, forgotten: 0, offLog: 0, stopped: 0, notices: 0 }
  const sum = { ...noFaults, kills: 0 }
  for (let step = 1; step <= steps; step += isFull ? 1 : 37) {
    const faults = await killAt(step)
    sum.kills += 1
    for (const name of Object.keys(faults) as (keyof typeof faults)[]) sum[name] += faults[name]
    expect(faults, `step ${step} of ${steps}`).toEqual(noFaults)
  }
  printFigure('1', 'SIGKILL at each step around the order log', sum)
})

test.runIf(isFull)(
  'a mutant that writes the log after the commit is caught',
  { timeout: 900_000 },
  async () => {
    const mutation = {
      file: 'store/orderLog/orderLog.ts',
      from: 'const end = locked.append(entries, now())',
      to: 'const end = readPosition(sql) ?? locked.end(); queueMicrotask(() => locked.append(entries, now()))',
    }
    let offLog = 0
    // The last order is among the last operations.
    const last = countSteps([mutation])
    for (let step = last; offLog === 0 && step > last - 100; step -= 1)
      offLog += (await killAt(step, [mutation])).offLog
    expect(offLog).toBeGreaterThan(0)
  },
)
