import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { type CommandLine, exampleCohort, openCommandLine } from '../../testing/openApp.ts'

let cli: CommandLine
let taskId: string
const run = (...args: string[]) => cli.run(...args)

beforeAll(async () => {
  cli = await openCommandLine()
  await run('samples', 'import', exampleCohort, '--yes')
  const [sample] = (await run('samples', 'list')).lines
  const created = await run('screen', 'create', String(sample?.['sample_id']), '--wait')
  taskId = String(created.lines.find(({ type }) => type === 'task')?.['task_id'])
  return cli.close
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
  const files = await readdir(cli.folder, { recursive: true })
  const journal = new DatabaseSync(join(cli.folder, files.find((file) => file.endsWith('journal.db')) ?? ''))
  journal.prepare('UPDATE screening_tasks SET state = ?, status = ?').run(state, word)
  journal.close()
}
