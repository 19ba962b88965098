import { Readable, Writable } from 'node:stream'
import { startReferenceService } from '../../../demoService/index.ts'
import { systemClock } from '../../adapters/system.ts'
import { createApp } from '../../compose/composeApp.ts'
import type { Streams } from '../../hosts/cli/output/output.ts'
import type { CliDeps } from '../../hosts/cli/program/command.ts'
import { runCli } from '../../hosts/cli/runCli.ts'
import { chooseDataFolder } from '../../hosts/dataFolder.ts'
import type { Clock } from '../../ports.ts'
import { entry } from './processFile.ts'

export type CommandOutput = { code: number; stdout: string; stderr: string; lines: Record<string, unknown>[] }

/** Short pauses, such as those between two polls, end sooner; time limits and leases are as long as ever. */
export const fastClock: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms <= 5000 ? ms / 20 : ms, signal),
}

/** The dependencies that the command line's entry passes. */
const defaultDeps: CliDeps = {
  version: '0.0.0-test',
  entry,
  chooseDataFolder,
  compose: (options) => createApp({ ...options, clock: fastClock }),
  serve: () => Promise.reject(new Error('No host is started in a test.')),
  startReferenceService,
}

/** Runs the real command line in this process, without a keychain, the caller's environment or (unless `isTerminal`) a terminal. */
export async function runInProcess(
  args: string[],
  {
    env = {},
    deps = {},
    stdin = '',
    isTerminal = false,
    signal = new AbortController().signal,
  }: {
    env?: Record<string, string>
    deps?: Partial<CliDeps>
    stdin?: string
    isTerminal?: boolean
    signal?: AbortSignal
  } = {},
): Promise<CommandOutput> {
  const [stdout, stderr] = [collect(), collect()]
  const streams = {
    stdout: stdout.stream,
    stderr: stderr.stream,
    stdin: Object.assign(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), { isTTY: isTerminal }),
  }
  const world = { args, env, signal, streams: streams as unknown as Streams }
  const code = await runCli(world, { ...defaultDeps, ...deps })
  // A message that is printed is its English, never its template or what JavaScript makes of an object.
  const unprinted = /\[object Object\]|"template":/.exec(stdout.text() + stderr.text())
  if (unprinted) throw new Error(`The command printed ${unprinted[0]}: ${args.join(' ')}`)
  return { code, stdout: stdout.text(), stderr: stderr.text(), lines: jsonLines(stdout.text()) }
}

/** Runs a command without a service: each request is reported to `onRequest`, and fails. */
export const runAlone = (args: string[], onRequest: () => void): Promise<CommandOutput> => {
  const transport = () => {
    onRequest()
    return Promise.reject(new Error('The service is gone.'))
  }
  const compose: CliDeps['compose'] = (options) =>
    createApp({ ...options, clock: fastClock, createTransport: () => transport })
  return runInProcess(args, { deps: { compose } })
}

function collect() {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}

/** The lines of an output that are JSON objects. */
export const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
