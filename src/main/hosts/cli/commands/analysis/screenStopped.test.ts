import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { FaultEntry } from '../../../../../demoService/http/faults.ts'
import { saveFile } from '../../testing/openApp.ts'
import { startCommands } from '../../testing/runCommand.ts'

/** Sets up the command line, one sample and a service with faulty responses to screenings. */
async function setUp(faults: FaultEntry[], onDelay = () => {}) {
  const sleep = (ms: number) => {
    onDelay()
    return setTimeout(ms)
  }
  const { run, service, folder } = await startCommands({ sleep, faults })
  await run(['samples', 'import', await saveFile(folder, 'one.csv', 'sample_name,age\nA,40\n'), '--yes'])
  const [sample] = (await run(['samples', 'list'])).lines
  return { run, service, sampleId: String(sample?.['sample_id']) }
}

const begin = { method: 'POST', path: '^/api/v1/screening' }
const poll = { method: 'GET', path: '^/api/v1/screening' }

describe('a screening that costs', () => {
  it('remains listed if its response is lost, and the message does not advise starting it again', async () => {
    const lost: FaultEntry = { match: begin, fault: 'status-after-commit', status: 502, times: 1 }
    const { run, service, sampleId } = await setUp([lost])
    const created = await run(['screen', 'create', sampleId])
    expect(created.code).toBe(4)
    expect(created.stderr).toContain('Check with the service before you start another one')
    expect(service.summary().tasks).toBe(1)
    const [task] = (await run(['screen', 'list'])).lines
    const unknown = { status: 'no answer', state: 'unknown', unanswered: true }
    expect(task).toMatchObject({ sample_id: sampleId, ...unknown })
    const shown = await run(['screen', 'show', String(task?.['task_id']), '--wait'])
    expect(shown.code).toBe(1)
    expect(shown.stderr).toContain('Look for it at the service')
  })

  it('prints its task and a summary if waiting fails', async () => {
    const { run, sampleId } = await setUp([{ match: poll, fault: 'status', status: 403 }])
    const { code, lines, stderr } = await run(['screen', 'create', sampleId, '--wait'])
    expect(code).toBe(3)
    expect(lines.slice(-2)).toMatchObject([
      { type: 'task', sample_id: sampleId },
      { type: 'summary', hits: 0, error: { code: 'forbidden' } },
    ])
    expect(stderr).toContain(`pathclock screen show ${String(lines.at(-1)?.['task_id'])} --wait`)
  })

  it('prints its task, a summary and the way to continue if it is stopped before its result', async () => {
    const stop = new AbortController()
    const slow: FaultEntry = { match: begin, fault: 'delay', delayMs: 800 }
    const { run, sampleId } = await setUp([slow], () => stop.abort())
    const command = ['screen', 'create', sampleId, '--wait']
    const { code, lines, stderr } = await run(command, { signal: stop.signal })
    expect(code).toBe(130)
    expect(lines.slice(-2)).toMatchObject([{ type: 'task', sample_id: sampleId }, { type: 'summary' }])
    expect(stderr).toContain(`pathclock screen show ${String(lines.at(-1)?.['task_id'])} --wait`)
    expect(stderr).not.toContain('run the same command again')
    expect((await run(['screen', 'list'])).lines).toHaveLength(2)
  })

  it('is refused for an unregistered sample', async () => {
    const { run, service } = await setUp([])
    const before = service.summary().requests
    const { code, stderr } = await run(['screen', 'create', 'zzz'])
    expect([code, service.summary().requests]).toEqual([2, before])
    expect(stderr).toContain('The register has no sample zzz.')
  })

  it('names the other endpoint if the service lacks one', async () => {
    const { run, sampleId } = await setUp([{ match: begin, fault: 'status', status: 404 }])
    const { code, stderr } = await run(['screen', 'create', sampleId])
    expect(code).toBe(4)
    expect(stderr).toContain('--endpoint virtual-screening')
  })
})

it('a command that is stopped before its work starts prints a summary line', async () => {
  const { run } = await setUp([])
  const stopped = new AbortController()
  stopped.abort()
  const { code, lines } = await run(['analyze', '--all'], { signal: stopped.signal })
  expect(code).toBe(130)
  expect(lines).toEqual([{ type: 'summary', interrupted: true, message: expect.any(String) }])
})
