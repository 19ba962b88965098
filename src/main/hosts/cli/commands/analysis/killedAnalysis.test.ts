import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { startReferenceService } from '../../../../../demoService/index.ts'
import { newFolder } from '../../../../testing/newFolder.ts'
import { runInProcess } from '../../../../testing/processes/runInProcess.ts'
import { startCommand } from '../../testing/runCommand.ts'

const cohort = join(import.meta.dirname, '../../../../../../examples/cohort.csv')
const samples = 24

it('after a killed analysis, the same command fetches only what is missing', async () => {
  const folder = newFolder()
  const service = await startReferenceService({
    speed: 100_000,
    rate: { requests: 10_000, windowS: 60 },
    faults: [{ match: { path: '/moa/' }, fault: 'delay', delayMs: 150 }],
  })
  onTestFinished(() => service.close())
  // Few enough that all requests fit into one window of the quota, to avoid a wait of a minute.
  const file = join(folder, 'part.csv')
  await writeFile(
    file,
    (await readFile(cohort, 'utf8'))
      .split('\n')
      .slice(0, samples + 1)
      .join('\n'),
  )
  const globals = ['--json', '--data', join(folder, 'data'), '--service', service.url]
  const env = { PATHCLOCK_API_KEY: service.apiKey }
  expect((await runInProcess(['samples', 'import', file, '--yes', ...globals], { env })).code).toBe(0)
  // Finalizes all states, so that later requests are only for analyses and all samples are ready.
  expect((await runInProcess(['samples', 'status', ...globals], { env })).code).toBe(0)
  const { child, ended } = startCommand(['analyze', '--all', ...globals], { env })
  // Progress is reported once responses are stored.
  for (let output = ''; !/"done":[1-9]/.test(output); )
    output += String((await once(child.stdout ?? child, 'data'))[0])
  child.kill('SIGKILL')
  await ended.catch(() => undefined)
  const killed = service.summary().requests
  const again = await runInProcess(['analyze', '--all', ...globals], { env })
  expect(again.code).toBe(0)
  expect(again.lines.at(-1)).toMatchObject({ type: 'summary', samples, analysed: samples, failed: 0 })
  const alreadyDone = Number(/(\d+) already had a result/.exec(String(again.lines.at(-1)?.['message']))?.[1])
  expect(alreadyDone).toBeGreaterThan(0)
  expect(alreadyDone).toBeLessThan(samples)
  expect(service.summary().requests - killed).toBe(samples - alreadyDone)
})

it('if an analysis is killed while its results are pending, they are fetched from their addresses', async () => {
  const folder = newFolder()
  const service = await startReferenceService({
    speed: 100_000,
    variants: ['pending-results'],
    rate: { requests: 10_000, windowS: 60 },
    faults: [{ match: { path: '^.*/moa/results/' }, fault: 'delay', delayMs: 1500 }],
  })
  const placed = () => service.summary().by_status['202'] ?? 0
  onTestFinished(() => service.close())
  const file = join(folder, 'part.csv')
  await writeFile(file, (await readFile(cohort, 'utf8')).split('\n').slice(0, 5).join('\n'))
  const globals = ['--json', '--data', join(folder, 'data'), '--service', service.url]
  const env = { PATHCLOCK_API_KEY: service.apiKey }
  expect((await runInProcess(['samples', 'import', file, '--yes', ...globals], { env })).code).toBe(0)
  // Finalizes all states, so that later requests are only for analyses and all samples are ready.
  expect((await runInProcess(['samples', 'status', ...globals], { env })).code).toBe(0)
  const before = placed()
  const { child, ended } = startCommand(['analyze', '--all', ...globals], { env })
  await expect.poll(() => addressesIn(folder)).toBe(4)
  child.kill('SIGKILL')
  await ended.catch(() => undefined)
  const again = await runInProcess(['analyze', '--all', ...globals], { env })
  expect(again.lines.at(-1)).toMatchObject({ type: 'summary', samples: 4, analysed: 4, failed: 0 })
  expect(String(again.lines.at(-1)?.['message'])).not.toContain('sent again')
  expect(placed() - before).toBe(4)
})

/** Returns the number of stored result addresses. */
const addressesIn = async (folder: string): Promise<number> =>
  (await onAnswers(folder, (answers) =>
    Number(
      answers.prepare('SELECT count(*) AS count FROM asked WHERE result_at IS NOT NULL').get()?.['count'],
    ),
  )) ?? 0

async function onAnswers<T>(folder: string, work: (answers: DatabaseSync) => T): Promise<T | null> {
  const files = await readdir(folder, { recursive: true })
  const file = files.find((name) => name.endsWith('answers.db'))
  if (file === undefined) return null
  const answers = new DatabaseSync(join(folder, file), { timeout: 5000 })
  try {
    return work(answers)
  } finally {
    answers.close()
  }
}
