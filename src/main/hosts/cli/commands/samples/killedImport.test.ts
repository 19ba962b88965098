import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startReferenceService } from '../../../../../demoService/index.ts'
import { newFolder } from '../../../../testing/newFolder.ts'
import { firstLine, runCommand, startCommand } from '../../testing/runCommand.ts'

const cohort = join(import.meta.dirname, '../../../../../../examples/cohort.csv')

it('the same command reports the waiting rows of a running import, and resumes immediately after a kill', async () => {
  const folder = newFolder()
  const service = await startReferenceService({
    speed: 100,
    rate: { requests: 10_000, windowS: 60 },
    faults: [{ match: { method: 'POST' }, fault: 'delay', delayMs: 300 }],
  })
  onTestFinished(() => service.close())
  const command = ['samples', 'import', cohort, '--yes', '--json', '--data', folder, '--service', service.url]
  const env = { PATHCLOCK_API_KEY: service.apiKey }
  const { child, ended } = startCommand(command, { env })
  await firstLine(child, 'progress')
  const beside = await runCommand(command, { env })
  const waiting = beside.lines.at(-1)
  expect(beside.code).toBe(1)
  expect(waiting).toMatchObject({ type: 'summary', duplicates: 48 })
  expect(waiting?.['queued']).toBeGreaterThan(0)
  expect(beside.stderr).toContain(`samples resume ${String(waiting?.['batch'])}`)

  child.kill('SIGKILL')
  await ended.catch(() => undefined)
  const again = (await runCommand(command, { env })).lines.at(-1)
  expect(again).toMatchObject({ type: 'summary', failed: 0, unknown: 0, queued: 0 })
  expect(again?.['created']).toBeGreaterThan(0)
  expect(Number(again?.['created']) + Number(again?.['duplicates'])).toBe(48)
  const problems = again?.['problems'] as { rule: string }[]
  const inDoubt = problems.filter(({ rule }) => rule === 'order-in-doubt').length
  const notArrived = 48 - service.summary().orders
  expect(notArrived).toBeLessThanOrEqual(inDoubt)
})
