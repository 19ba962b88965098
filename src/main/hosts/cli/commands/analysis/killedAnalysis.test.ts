import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { ReferenceOptions } from '../../../../../demoService/index.ts'
import { exampleCohort, saveFile } from '../../testing/openApp.ts'
import { startCommands } from '../../testing/runCommand.ts'

/** Few enough that all requests fit into one window of the quota, to avoid a wait of a minute. */
const samples = 24

/** Orders the first samples of the example cohort and waits until all are ready, so that only analyses are left. */
async function openOrdered(count: number, options: ReferenceOptions) {
  const { folder, ...commands } = await startCommands({ speed: 100_000, ...options })
  const lines = (await readFile(exampleCohort, 'utf8')).split('\n').slice(0, count + 1)
  const file = await saveFile(folder, 'part.csv', lines.join('\n'))
  for (const args of [
    ['samples', 'import', file, '--yes'],
    ['samples', 'status'],
  ])
    expect((await commands.run(args)).code).toBe(0)
  return { folder, ...commands }
}

it('after a killed analysis, the same command fetches only what is missing', async () => {
  const { run, start, service } = await openOrdered(samples, {
    faults: [{ match: { path: '/moa/' }, fault: 'delay', delayMs: 150 }],
  })
  const { child, ended } = start(['analyze', '--all'])
  // Progress is reported once responses are stored.
  for (let output = ''; !/"done":[1-9]/.test(output); )
    output += String((await once(child.stdout ?? child, 'data'))[0])
  child.kill('SIGKILL')
  await ended.catch(() => undefined)
  const killed = service.summary().requests
  const again = await run(['analyze', '--all'])
  expect(again.code).toBe(0)
  expect(again.lines.at(-1)).toMatchObject({ type: 'summary', samples, analysed: samples, failed: 0 })
  const alreadyDone = Number(/(\d+) already had a result/.exec(String(again.lines.at(-1)?.['message']))?.[1])
  expect(alreadyDone).toBeGreaterThan(0)
  expect(alreadyDone).toBeLessThan(samples)
  expect(service.summary().requests - killed).toBe(samples - alreadyDone)
})

it('if an analysis is killed while its results are pending, they are fetched from their addresses', async () => {
  const { run, start, service, folder } = await openOrdered(4, {
    variants: ['pending-results'],
    faults: [{ match: { path: '^.*/moa/results/' }, fault: 'delay', delayMs: 1500 }],
  })
  const placed = () => service.summary().by_status['202'] ?? 0
  const before = placed()
  const { child, ended } = start(['analyze', '--all'])
  await expect.poll(() => addressesIn(folder)).toBe(4)
  child.kill('SIGKILL')
  await ended.catch(() => undefined)
  const again = await run(['analyze', '--all'])
  expect(again.lines.at(-1)).toMatchObject({ type: 'summary', samples: 4, analysed: 4, failed: 0 })
  expect(String(again.lines.at(-1)?.['message'])).not.toContain('sent again')
  expect(placed() - before).toBe(4)
})

/** Returns the number of stored result addresses. */
async function addressesIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true })
  const file = files.find((name) => name.endsWith('answers.db'))
  if (file === undefined) return 0
  const answers = new DatabaseSync(join(folder, file), { timeout: 5000 })
  try {
    const counted = 'SELECT count(*) AS count FROM asked WHERE result_at IS NOT NULL'
    return Number(answers.prepare(counted).get()?.['count'])
  } finally {
    answers.close()
  }
}
