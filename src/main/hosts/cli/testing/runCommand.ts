import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ReferenceOptions, ReferenceService } from '../../../../demoService/index.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { processFile } from '../../../testing/processes/processFile.ts'
import { jsonLines, runInProcess } from '../../../testing/processes/runInProcess.ts'
import { startService } from '../../../testing/startService.ts'

export type Ended = { code: number | null; stdout: string; stderr: string; lines: Record<string, unknown>[] }
/**
 * The options of a run. `stdin` is the whole input, or null if the test writes and ends it. `fromSource` runs the
 * source instead of the bundle, so that mutants of the source take effect.
 */
type Options = { env?: Record<string, string>; stdin?: string | null; fromSource?: boolean }

const source = join(import.meta.dirname, '../../../cli.ts')

/** Starts the real command line, without a terminal, a keychain or the caller's environment. */
export function startCommand(args: string[], { env = {}, stdin = '', fromSource = false }: Options = {}) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', SystemRoot = '', NODE_COMPILE_CACHE = '' } = process.env
  const machine = { PATH, HOME, TMPDIR, SystemRoot, NODE_COMPILE_CACHE }
  const child = spawn(process.execPath, [fromSource ? source : processFile('cli'), ...args], {
    env: { ...machine, DBUS_SESSION_BUS_ADDRESS: 'disabled:', ...env },
  })
  child.stdin.on('error', () => {})
  if (stdin !== null) child.stdin.end(stdin)
  return { child, ended: whenEnded(child) }
}

export const runCommand = (args: string[], options?: Options): Promise<Ended> =>
  startCommand(args, options).ended

/**
 * Runs commands with `--json` on a data folder and a service, with its key from the environment: `run` in this process,
 * which saves a start, and `start` in one of its own.
 */
export function commandsOn({ url, apiKey }: Pick<ReferenceService, 'url' | 'apiKey'>, data: string) {
  const globals = ['--json', '--data', data, '--service', url]
  const env = { PATHCLOCK_API_KEY: apiKey }
  return {
    run: (args: string[], options: Parameters<typeof runInProcess>[1] = {}) =>
      runInProcess([...args, ...globals], { env, ...options }),
    start: (args: string[], options: Options = {}) =>
      startCommand([...args, ...globals], { ...options, env: { ...env, ...options.env } }),
  }
}

/** Starts a service for the running test, and runs commands on a new folder as `commandsOn` does. */
export async function startCommands(options: ReferenceOptions = {}) {
  const folder = newFolder()
  const service = await startService({ speed: 1000, ...options })
  return { folder, service, ...commandsOn(service, join(folder, 'data')) }
}

/** Collects the output of a process until it has ended. */
export async function whenEnded(child: ChildProcess): Promise<Ended> {
  if (!child.stdout || !child.stderr) throw new Error('The command has no output.')
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr, lines: jsonLines(stdout) }
}

/** Returns the first line of the `--json` form with this type. */
export async function firstLine(child: ChildProcess, type: string): Promise<Record<string, unknown>> {
  let output = ''
  for (;;) {
    const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer]
    output += chunk.toString('utf8')
    const found = output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .find((line) => line['type'] === type)
    if (found) return found
  }
}
