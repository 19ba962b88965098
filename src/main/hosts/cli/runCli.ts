import { styleText } from 'node:util'
import { abortOnStop } from '../stopSignal.ts'
import { commands } from './commands.ts'
import { createOutput, type Streams, toPrintable } from './output/output.ts'
import type { CliDeps, Run } from './program/command.ts'
import { errorLine, exitCodeOf, exitCodes, explain, Interrupted, UsageError } from './program/exitCodes.ts'
import { parseCommandLine } from './program/program.ts'

export type World = {
  args: string[]
  env: Readonly<Record<string, string | undefined>>
  streams: Streams
  /** Aborted by SIGINT and SIGTERM, and when nobody reads the output any more. */
  signal: AbortSignal
}

/** Runs one command line and gives its exit code; never throws. */
export async function runCli({ args, env, streams, signal }: World, deps: CliDeps): Promise<number> {
  let output = createOutput(streams, args.includes('--json'))
  let run: Run | null = null
  try {
    const parsed = parseCommandLine(args, commands, deps.version)
    if (parsed.kind === 'text') {
      streams.stdout.write(parsed.text)
      return exitCodes.done
    }
    const { spec, globals, values, operands } = parsed
    output = createOutput(streams, globals.json)
    run = { commands, globals, values, operands, output, streams, env, signal, deps, profile: null }
    return await spec.run(run)
  } catch (error) {
    if (isUnread(error, signal)) return exitCodes.done
    const hasKey = run?.globals.service !== undefined && env['PATHCLOCK_API_KEY'] !== undefined
    const text = toPrintable(`pathclock: ${explain(error, run?.profile ?? null, hasKey)}`)
    const color = error instanceof UsageError ? 'yellow' : 'red'
    streams.stderr.write(`${styleText(color, text, { stream: streams.stderr })}\n`)
    // What was stopped sums up what it did; a script that reads lines finds how it ended in either case.
    if (!(error instanceof Interrupted)) output.record(errorLine(error))
    else if (!output.summarized())
      output.record({ type: 'summary', interrupted: true, message: error.message })
    return exitCodeOf(error)
  }
}

/** Why a run was stopped whose output nobody reads any more: `pathclock … | head`. */
const readerGone = Symbol('the reader is gone')

/** Nobody reads the rest of what was to be shown, and no work was cut short by that. */
const isUnread = (error: unknown, signal: AbortSignal): boolean =>
  signal.reason === readerGone &&
  ((error instanceof Interrupted && error.job === null) || isBrokenPipe(error))

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(String(error.code))

/**
 * Aborted by the first SIGINT or SIGTERM; a later one ends the process at once. Aborted too when the reader of the
 * output has seen enough (`pathclock … | head`): orders that are under way still get their answers written down.
 */
export function stopSignal({ stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'>): AbortSignal {
  const controller = new AbortController()
  abortOnStop(controller)
  stdout.on('error', () => controller.abort(readerGone))
  // What is said there is lost with its reader; the work goes on.
  stderr.on('error', () => undefined)
  return controller.signal
}
