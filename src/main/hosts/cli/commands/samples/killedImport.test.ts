import { expect, it } from 'vitest'
import { exampleCohort } from '../../testing/openApp.ts'
import { firstLine, startCommands } from '../../testing/runCommand.ts'

it('the same command reports the waiting rows of a running import, and resumes immediately after a kill', async () => {
  const { run, start, service } = await startCommands({
    speed: 100,
    faults: [{ match: { method: 'POST' }, fault: 'delay', delayMs: 300 }],
  })
  const command = ['samples', 'import', exampleCohort, '--yes']
  const { child, ended } = start(command)
  await firstLine(child, 'progress')
  const beside = await start(command).ended
  const waiting = beside.lines.at(-1)
  expect(beside.code).toBe(1)
  expect(waiting).toMatchObject({ type: 'summary', duplicates: 48 })
  expect(waiting?.['queued']).toBeGreaterThan(0)
  expect(beside.stderr).toContain(`samples resume ${String(waiting?.['batch'])}`)

  child.kill('SIGKILL')
  await ended.catch(() => undefined)
  const again = (await run(command)).lines.at(-1)
  expect(again).toMatchObject({ type: 'summary', failed: 0, unknown: 0, queued: 0 })
  expect(again?.['created']).toBeGreaterThan(0)
  expect(Number(again?.['created']) + Number(again?.['duplicates'])).toBe(48)
  const problems = again?.['problems'] as { rule: string }[]
  const inDoubt = problems.filter(({ rule }) => rule === 'order-in-doubt').length
  const notArrived = 48 - service.summary().orders
  expect(notArrived).toBeLessThanOrEqual(inDoubt)
})
