import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startReferenceService } from '../../demoService/index.ts'
import { runCommand, startCommand } from './testing/runCommand.ts'

const cohort = join(import.meta.dirname, '../../../examples/cohort.csv')

it('after a killed analysis, the same command fetches only what is missing', {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-killed-'))
  const service = await startReferenceService({
    speed: 100_000,
    rate: { requests: 10_000, windowS: 60 },
    faults: [{ match: { path: '/moa/' }, fault: 'delay', delayMs: 150 }],
  })
  try {
    const globals = ['--json', '--data', folder, '--service', service.url]
    const env = { PATHCLOCK_API_KEY: service.apiKey }
    expect((await runCommand(['samples', 'import', cohort, '--yes', ...globals], { env })).code).toBe(0)
    const { child, ended } = startCommand(['analyze', '--all', ...globals], { env })
    // Progress is told when answers are kept.
    for (let said = ''; !/"done":[1-9]/.test(said); )
      said += String((await once(child.stdout ?? child, 'data'))[0])
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
    const killed = service.summary().requests
    const again = await runCommand(['analyze', '--all', ...globals], { env })
    expect(again.code).toBe(0)
    expect(again.lines.at(-1)).toMatchObject({ type: 'summary', samples: 48, analysed: 48, failed: 0 })
    const kept = Number(/(\d+) had an answer already/.exec(String(again.lines.at(-1)?.['message']))?.[1])
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(48)
    expect(service.summary().requests - killed).toBe(48 - kept)
  } finally {
    await service.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
