import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isFull, printFigure } from '../../../testing/faults.ts'
import { limitFiles, mountSmallDisk, type OnDisk } from '../../../testing/guards/smallDisk.ts'
import { newFileFolder } from '../../../testing/newFolder.ts'
import { processFile } from '../../../testing/processes/processFile.ts'
import { runInProcess } from '../../../testing/processes/runInProcess.ts'
import { exampleCohort } from '../testing/openApp.ts'
import { firstLine, startCommand, startCommands } from '../testing/runCommand.ts'

it('an import whose reader leaves ends cleanly, with no order of unknown outcome', async () => {
  const { run, start, service } = await startCommands({ speed: 100, rate: { requests: 20, windowS: 1 } })
  const { child, ended } = start(['samples', 'import', exampleCohort, '--yes'])
  await firstLine(child, 'progress')
  child.stdout.destroy()
  // The output does not matter, since the pipe was closed before its end.
  await ended.catch(() => undefined)
  if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve))
  expect(child.exitCode).toBe(130)
  const batch = await run(['samples', 'resume'])
  expect(batch.lines.at(-1)).toMatchObject({ type: 'summary', unknown: 0, created: 48 })
  expect(service.summary().orders).toBe(48)
})

/** Runs a command with standard output redirected to `file`. */
function runInto(file: string, args: string[], { prefix }: OnDisk = { prefix: [] }) {
  const stdout = openSync(file, 'w')
  const [command = '', ...words] = [...prefix, process.execPath, processFile('cli'), ...args]
  const { PATH, HOME } = process.env
  const { status, stderr } = spawnSync(command, words, {
    env: { PATH, HOME, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    stdio: ['ignore', stdout, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(stdout)
  return { code: status, stderr }
}

describe('standard output', () => {
  const folder = newFileFolder()
  let data: string[]
  beforeAll(async () => {
    await runInProcess(['demo', '--dir', folder, '--json'])
    data = ['--data', join(folder, '.pathclock')]
  })

  const refused = {
    code: 2,
    stderr: expect.stringMatching(/^pathclock: Standard output could not be written: /m),
  }
  const commands: string[][] = [
    ['samples', 'list', '--json'],
    ['export', 'results', '--out', '-'],
    ['--help'],
    ['samples', 'list'],
    ['export', 'samples', '--format', 'json', '--out', '-', '--json'],
    ['export', 'report', '--format', 'html', '--out', '-'],
    ['drugs', 'search', 'a', '--offline', '--json'],
    ['compare', '--by', 'group', '--a', 'treated', '--b', 'control', '--json'],
    ['frobnicate', '--json'],
    ['completion', 'bash'],
  ]
  const withData = (args: string[]) =>
    args[0] === '--help' || args[0] === 'completion' ? args : [...args, ...data]
  /** In the quick form, one record a line, one table and one text. */
  const tried = isFull ? commands : commands.slice(0, 3)

  it.runIf(existsSync('/dev/full')).each(tried)(
    'ends %s %s with code 2 and a message at a full device',
    (...args) => expect(runInto('/dev/full', withData(args))).toEqual(refused),
  )

  // The others print an error, a summary or a note to standard error.
  const quiet = commands.filter((args) => !/^(frobnicate|compare|export samples)/.test(args.join(' ')))
  it.runIf(isFull).each(quiet)('end quietly when their reader leaves: %s %s', async (...args) => {
    const { child, ended } = startCommand(withData(args))
    ended.catch(() => undefined)
    const chunks: Buffer[] = []
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stdout.destroy()
    const [code] = await once(child, 'close')
    expect([code, String(Buffer.concat(chunks))]).toEqual([0, ''])
  })

  // The last write that fits is cut short and reports success, as on a disk with less space than the text needs.
  it('ends with code 2 if the last write is cut short', () => {
    const limit = limitFiles(1)
    if (!limit) return
    const file = join(folder, 'cut')
    expect(runInto(file, ['--help'], limit)).toEqual(refused)
    expect(readFileSync(file)).toHaveLength(1024)
  })

  it('ends with code 2 on a full disk, and with 0 on one with free space', () => {
    const where = join(folder, 'disk')
    mkdirSync(where)
    const disk = mountSmallDisk(where, 16)
    if (!disk)
      return printFigure('8', 'standard output on a full disk', { points: 'not possible on this computer' })
    try {
      expect(runInto(join(where, 'f'), ['samples', 'list', '--json', ...data])).toEqual(refused)
      disk.resize(1024)
      const written = runInto(join(where, 'f'), ['samples', 'list', '--json', ...data])
      expect(written).toEqual({ code: 0, stderr: '' })
      expect(readFileSync(join(where, 'f'), 'utf8').trimEnd().split('\n')).toHaveLength(49)
    } finally {
      disk.unmount()
    }
  })
})
