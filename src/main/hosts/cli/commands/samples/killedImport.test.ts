import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startReferenceService } from '../../../../../demoService/index.ts'
import { firstLine, runCommand, startCommand } from '../../testing/runCommand.ts'

const cohort = join(import.meta.dirname, '../../../../../../examples/cohort.csv')

it('after a killed import, the same command says what still waits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-killed-'))
  const service = await startReferenceService({
    speed: 100,
    rate: { requests: 10_000, windowS: 60 },
    faults: [{ match: { method: 'POST' }, fault: 'delay', delayMs: 300 }],
  })
  try {
    const command = [
      'samples',
      'import',
      cohort,
      '--yes',
      '--json',
      '--data',
      folder,
      '--service',
      service.url,
    ]
    const env = { PATHCLOCK_API_KEY: service.apiKey }
    const { child, ended } = startCommand(command, { env })
    await firstLine(child, 'progress')
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
    const again = await runCommand(command, { env })
    const summary = again.lines.at(-1)
    expect(again.code).toBe(1)
    expect(summary).toMatchObject({ type: 'summary', duplicates: 48 })
    expect(summary?.['queued']).toBeGreaterThan(0)
    expect(again.stderr).toContain(`samples resume ${String(summary?.['batch'])}`)
  } finally {
    await service.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
