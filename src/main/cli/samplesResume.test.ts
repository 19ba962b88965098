import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReferenceService } from '../../demoService/index.ts'
import { runInProcess } from '../testing/runInProcess.ts'

/** The command line against a service that loses the answer to every second order. */
async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-resume-'))
  const orders = { method: 'POST', path: '^/api/v1/samples$' }
  const service = await startReferenceService({
    speed: 1000,
    rate: { requests: 60_000, windowS: 60 },
    faults: [{ match: orders, fault: 'status-after-commit', every: 2 }],
  })
  onTestFinished(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  const file = join(folder, 'cohort.csv')
  await writeFile(file, 'sample_name\nA\nB\nC\nD\n')
  const run = (...args: string[]) =>
    runInProcess([...args, '--json', '--data', join(folder, 'data'), '--service', service.url], {
      env: { PATHCLOCK_API_KEY: service.apiKey },
    })
  return { run, file }
}

test('resume says which orders are of unknown outcome where none is left to send, and ends with 1', async () => {
  const { run, file } = await setUp()
  const imported = await run('samples', 'import', file, '--yes')
  expect(imported.lines.at(-1)).toMatchObject({ created: 2, unknown: 2 })
  const batch = imported.lines.at(-1)?.['batch']
  const { code, lines, stderr } = await run('samples', 'resume')
  expect(lines.at(-1)).toMatchObject({ batches: [], in_doubt: [{ batch, unknown: 2 }] })
  expect(stderr).toMatch(
    /2 orders of “cohort.csv” \(batch .*\) are of unknown outcome.*settle each in the app/,
  )
  expect(code).toBe(1)
  const named = await run('samples', 'resume', String(batch))
  expect(named).toMatchObject({ code: 1 })
  expect(named.lines.at(-1)).toMatchObject({ created: 2, unknown: 2, queued: 0 })
})
