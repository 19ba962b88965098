import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../../../../demoService/index.ts'
import { runInProcess } from '../../../../testing/processes/runInProcess.ts'

const cohort = join(import.meta.dirname, '../../../../../../examples/cohort.csv')

let folder: string
let service: ReferenceService
let taskId: string

const run = (...args: string[]) =>
  runInProcess([...args, '--json', '--data', join(folder, 'data'), '--service', service.url], {
    env: { PATHCLOCK_API_KEY: service.apiKey },
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-screen-'))
  service = await startReferenceService({ speed: 100_000, rate: { requests: 60_000, windowS: 60 } })
  await run('samples', 'import', cohort, '--yes')
  const [sample] = (await run('samples', 'list')).lines
  const created = await run('screen', 'create', String(sample?.['sample_id']), '--wait')
  if (created.code !== 0) throw new Error(created.stderr)
  taskId = String(created.lines.find(({ type }) => type === 'task')?.['task_id'])
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

it('a screening that failed or was canceled does not count as done', async () => {
  for (const state of ['failed', 'cancelled']) {
    await print(state)
    expect((await run('screen', 'show', taskId, '--offline')).code).toBe(1)
  }
})

it('an unknown state is reported with a question when screenings are shown', async () => {
  await print('Curated', 'unknown')
  const { lines, stderr, code } = await run('screen', 'list', '--offline')
  expect(code).toBe(0)
  expect(lines.at(-1)).toMatchObject({ unknown_states: [{ word: 'Curated' }] })
  expect(stderr).toMatch(/the state “Curated” is not known. What does it mean\?/)
  expect(stderr).toContain('{"state_words":{"Curated":"succeeded"}}')
  expect((await run('screen', 'show', taskId, '--offline')).stderr).toContain('“Curated” is not known')
})

/** Stores a state as if the service had returned it. */
async function print(word: string, state = word): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  const journal = new DatabaseSync(join(folder, files.find((file) => file.endsWith('journal.db')) ?? ''))
  journal.prepare('UPDATE screening_tasks SET state = ?, status = ?').run(state, word)
  journal.close()
}
