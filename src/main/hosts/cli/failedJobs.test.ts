import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../../demoService/index.ts'
import { runInProcess } from '../../testing/processes/runInProcess.ts'

let folder: string
let service: ReferenceService | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-jobs-'))
})
afterEach(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

type Fault = { match: { method?: string; path: string }; times?: number } & (
  | { fault: 'status'; status: number }
  | { fault: 'delay'; delayMs: number }
)

/** The command line against a service that plays the faults, and a table of so many samples. */
async function setUp(faults: Fault[], rows: number) {
  const faultsFile = join(folder, 'faults.json')
  await writeFile(faultsFile, JSON.stringify(faults))
  service = await startReferenceService({ speed: 1000, rate: { requests: 60_000, windowS: 60 }, faultsFile })
  const file = join(folder, 'samples.csv')
  const lines = Array.from({ length: rows }, (_, index) => `S-${index}`)
  await writeFile(file, `sample_name\n${lines.join('\n')}\n`)
  const { url, apiKey } = service
  const run = (...args: string[]) =>
    runInProcess([...args, '--json', '--data', join(folder, 'data'), '--service', url], {
      env: { PATHCLOCK_API_KEY: apiKey },
    })
  return { run, file }
}

describe('a job that could not go on', () => {
  it.each([
    [403, 3],
    [401, 3],
  ])(
    'ends the command that placed orders, after HTTP %i, with code %i and the summary',
    async (status, code) => {
      const { run, file } = await setUp(
        [{ match: { method: 'POST', path: '^/api/v1/samples' }, fault: 'status', status }],
        2,
      )
      const imported = await run('samples', 'import', file, '--yes')
      expect(imported.code).toBe(code)
      expect(imported.lines.at(-2)).toMatchObject({ type: 'summary', rows: 2, created: 0, queued: 2 })
      expect(imported.lines.at(-1)).toMatchObject({
        type: 'error',
        code: status === 403 ? 'forbidden' : 'notSignedIn',
      })
      const resumed = await run('samples', 'resume')
      expect(resumed.code).toBe(code)
      expect(resumed.lines.at(-2)).toMatchObject({ type: 'summary', queued: 2 })
    },
  )

  it('ends an analysis that is forbidden with code 3 and the summary', async () => {
    const { run, file } = await setUp([{ match: { path: '^/api/v1/moa' }, fault: 'status', status: 403 }], 2)
    expect((await run('samples', 'import', file, '--yes')).code).toBe(0)
    const { code, lines } = await run('analyze', '--all')
    expect(code).toBe(3)
    expect(lines.slice(-2)).toMatchObject([
      { type: 'summary', analysed: 0 },
      { type: 'error', code: 'forbidden' },
    ])
  })
})

describe('samples that could not be requested', () => {
  it('are reported, and end the command with code 1', async () => {
    const { run, file } = await setUp(
      [{ match: { method: 'GET', path: '^/api/v1/samples/' }, fault: 'status', status: 404 }],
      2,
    )
    await run('samples', 'import', file, '--yes')
    const { code, stderr } = await run('samples', 'status')
    expect(code).toBe(1)
    expect(stderr).toContain('2 could not be checked')
  })
})

describe('the summary of an import', () => {
  it('stands also where the file of failed rows cannot be written, and no order is placed where that shows before', async () => {
    const slow = {
      match: { method: 'POST', path: '^/api/v1/samples' },
      fault: 'delay',
      delayMs: 500,
    } as const
    const { run, file } = await setUp([slow], 2)
    const importTo = (path: string) => run('samples', 'import', file, '--yes', '--failed-rows', path)
    const refused = await importTo(join(folder, 'no', 'f.csv'))
    expect(refused.lines).toMatchObject([{ type: 'error', code: 'file' }])
    expect(service?.summary().orders).toBe(0)
    const importing = importTo(join(folder, 'f.csv'))
    await expect.poll(() => service?.summary().requests).toBeGreaterThan(0)
    await mkdir(join(folder, 'f.csv'))
    const { code, lines } = await importing
    expect(code).toBe(2)
    expect(lines.slice(-2)).toMatchObject([
      { type: 'summary', created: 2 },
      { type: 'error', code: 'file', details: { name: 'f.csv' } },
    ])
  })
})
