import { styleText } from 'node:util'
import { fileReason } from '../../../shared/domain/app/fileErrors.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { abortOnStop } from '../stopSignal.ts'
import { commands } from './commands.ts'
import {
  createOutput,
  flush,
  type Output,
  openStdin,
  openStdout,
  type Streams,
  toPrintable,
} from './output/output.ts'
import type { CliDeps, Run } from './program/command.ts'
import {
  errorLine,
  exitCodeOf,
  exitCodes,
  explain,
  Interrupted,
  jobOf,
  UsageError,
} from './program/exitCodes.ts'
import { readHelpTexts } from './program/helpTexts.ts'
import { parseCommandLine } from './program/program.ts'

export type World = {
  args: string[]
  env: Readonly<Record<string, string | undefined>>
  streams: Streams
  /** Aborted by SIGINT and SIGTERM, and when standard output fails. */
  signal: AbortSignal
}

export const processStreams = (): Streams => ({ ...openStdout(), stderr: process.stderr, stdin: openStdin() })

/** Runs one command line and returns its exit code. Never throws. */
export async function runCli(world: World, deps: CliDeps): Promise<number> {
  const { streams, signal } = world
  let writeError: unknown = null
  const noteError = (error: unknown) => {
    writeError ??= error
  }
  streams.stdout.on('error', noteError)
  try {
    const ended = await runCommand(world, deps)
    await flush(streams.stdout)
    const isReported = writeError === null || isBrokenPipe(writeError)
    const code = isReported ? report(ended, world) : exitCodes.wrongUsage
    await flush(streams.stdout)
    if (writeError === null) trySync(streams, noteError)
    if (writeError === null || isBrokenPipe(writeError)) return code
    const isStopped = 'error' in ended && jobOf(ended.error) !== null && signal.aborted
    printError(
      streams,
      `Standard output could not be written: ${toEnglish(fileReason(writeError))}. What was written is incomplete.` +
        (isStopped ? ' Your progress is saved: run the same command again to continue.' : ''),
    )
    return exitCodes.wrongUsage
  } finally {
    streams.stdout.off('error', noteError)
  }
}

type Ended = { output: Output; run: Run | null } & ({ code: number } | { error: unknown })

async function runCommand({ args, env, streams, signal }: World, deps: CliDeps): Promise<Ended> {
  let output = createOutput(streams, args.includes('--json'))
  let run: Run | null = null
  try {
    const texts = await readHelpTexts(env)
    const parsed = parseCommandLine(args, commands, deps.version, texts)
    if (parsed.kind === 'text') {
      streams.stdout.write(parsed.text)
      return { output, run, code: exitCodes.done }
    }
    const { spec, globals, values, operands } = parsed
    output = createOutput(streams, globals.json)
    run = { commands, texts, globals, values, operands, output, streams, env, signal, deps, profile: null }
    return { output, run, code: (await spec.run(run)) ?? exitCodes.done }
  } catch (error) {
    return { output, run, error }
  }
}

/** Writes the last line and reports the failure. Returns the exit code. */
function report(ended: Ended, { env, streams, signal }: World): number {
  const { output, run } = ended
  if (!('error' in ended)) {
    output.close(null)
    return ended.code
  }
  const { error } = ended
  if (isUnread(error, signal)) return exitCodes.done
  const hasKey = run?.globals.service !== undefined && env['PATHCLOCK_API_KEY'] !== undefined
  printError(streams, explain(error, run?.profile ?? null, hasKey), error instanceof UsageError)
  output.close(
    error instanceof Interrupted
      ? { type: 'summary', interrupted: true, message: error.message }
      : errorLine(error),
  )
  return exitCodeOf(error)
}

function printError({ stderr }: Streams, text: string, isUsage = false): void {
  const line = toPrintable(`pathclock: ${text}`)
  stderr.write(`${styleText(isUsage ? 'yellow' : 'red', line, { stream: stderr })}\n`)
}

/** The errors of a disk that refused a write. Other errors mean that it cannot be synced. */
const refusedWrites = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']

function trySync({ syncStdout }: Streams, onError: (error: unknown) => void): void {
  try {
    syncStdout?.()
  } catch (error) {
    if (refusedWrites.includes((error as NodeJS.ErrnoException).code ?? '')) onError(error)
  }
}

/** The abort reason when the reader of standard output has gone: `pathclock … | head`. */
const readerGone = Symbol('the reader is gone')

/** Returns true if only unread output was lost and no work was interrupted. */
const isUnread = (error: unknown, signal: AbortSignal): boolean =>
  signal.reason === readerGone &&
  ((error instanceof Interrupted && error.job === null) || isBrokenPipe(error))

/** The codes of a closed pipe. Windows reports `EOF`. */
const brokenPipeCodes = ['EPIPE', 'EOF', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && brokenPipeCodes.includes(String(error.code))

/**
 * Returns a signal that aborts on SIGINT and SIGTERM (a second one ends the process), and when standard output takes
 * no more: its reader has closed it (`pathclock … | head`), or the disk is full.
 */
export function stopSignal({ stdout, stderr }: Pick<Streams, 'stdout' | 'stderr'>): AbortSignal {
  const controller = new AbortController()
  abortOnStop(controller)
  stdout.on('error', (error) => controller.abort(isBrokenPipe(error) ? readerGone : error))
  // Work continues without standard error.
  stderr.on('error', () => undefined)
  return controller.signal
}
