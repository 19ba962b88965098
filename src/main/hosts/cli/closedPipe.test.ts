import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startReferenceService } from '../../../demoService/index.ts'
import { isFull } from '../../testing/faults.ts'
import { firstLine, runCommand, startCommand } from './testing/runCommand.ts'

const cohort = join(import.meta.dirname, '../../../../examples/cohort.csv')

it.runIf(isFull)('a command that shows something ends quietly when its reader leaves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-pipe-'))
  try {
    await runCommand(['demo', '--dir', folder, '--json'])
    const data = ['--data', join(folder, '.pathclock')]
    const commands = [
      ['samples', 'list', ...data],
      ['drugs', 'search', 'a', '--offline', ...data],
      ['export', 'results', '--out', '-', ...data],
      ['export', 'report', '--format', 'html', '--out', '-', ...data],
      ['--help'],
      ['samples', 'list', '--json', ...data],
    ]
    for (const args of commands) {
      const { child, ended } = startCommand(args)
      ended.catch(() => undefined)
      const chunks: Buffer[] = []
      child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
      child.stdout.destroy()
      await new Promise((resolve) => child.once('close', resolve))
      expect({ args, code: child.exitCode, stderr: String(Buffer.concat(chunks)) }).toEqual({
        args,
        code: 0,
        stderr: '',
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

it('an import whose reader leaves ends cleanly, with no order in doubt', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-pipe-'))
  const service = await startReferenceService({ speed: 100, rate: { requests: 20, windowS: 1 } })
  try {
    const globals = ['--json', '--data', folder, '--service', service.url]
    const env = { PATHCLOCK_API_KEY: service.apiKey }
    const { child, ended } = startCommand(['samples', 'import', cohort, '--yes', ...globals], { env })
    await firstLine(child, 'progress')
    child.stdout.destroy()
    // Whatever was read is of no interest: the pipe was closed before its end.
    await ended.catch(() => undefined)
    if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve))
    expect(child.exitCode).toBe(130)
    const batch = await runCommand(['samples', 'resume', ...globals], { env })
    expect(batch.lines.at(-1)).toMatchObject({ type: 'summary', unknown: 0, created: 48 })
    expect(service.summary().orders).toBe(48)
  } finally {
    await service.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
