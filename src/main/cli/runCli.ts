import { styleText } from 'node:util'
import type { Parts, Run } from './command.ts'
import { commands } from './commands.ts'
import { exitCodeOf, exitCodes, explain, Interrupted, UsageError } from './endings.ts'
import { formatHelp } from './help.ts'
import { createOutput, type Streams } from './output.ts'
import { parseCommandLine } from './parse.ts'

export type World = {
  args: string[]
  env: Readonly<Record<string, string | undefined>>
  streams: Streams
  /** Aborted by SIGINT and SIGTERM, and when nobody reads the output any more. */
  signal: AbortSignal
}

/** Runs one command line and gives its exit code; never throws. */
export async function runCli({ args, env, streams, signal }: World, parts: Parts): Promise<number> {
  try {
    const parsed = parseCommandLine(args, commands)
    if (parsed.kind === 'version') streams.stdout.write(`${parts.version}\n`)
    if (parsed.kind === 'help') streams.stdout.write(`${formatHelp(parsed.words, commands)}\n`)
    if (parsed.kind !== 'command') return exitCodes.done
    const { command, globals, values, operands } = parsed
    const output = createOutput(streams, globals.json)
    const run: Run = { globals, values, operands, output, streams, env, signal, parts }
    return await command.run(run).catch((error: unknown) => {
      // Stopped before there was anything to tell: a script that reads lines still finds how it ended.
      if (error instanceof Interrupted && !output.summarized())
        output.record({ type: 'summary', interrupted: true, message: error.message })
      throw error
    })
  } catch (error) {
    const text = `pathclock: ${explain(error)}`
    const colour = error instanceof UsageError ? 'yellow' : 'red'
    streams.stderr.write(`${styleText(colour, text, { stream: streams.stderr })}\n`)
    return exitCodeOf(error)
  }
}

/** One Ctrl+C may arrive twice: from the terminal, and handed on by the script that started us. */
const sameStopMs = 1000

/**
 * Aborted by the first SIGINT or SIGTERM; a later one ends the process at once. Aborted too when the reader of the
 * output has seen enough (`pathclock … | head`): orders that are under way still get their answers written down.
 */
export function stopSignal(stdout: NodeJS.EventEmitter): AbortSignal {
  const controller = new AbortController()
  let stoppedAtMs = 0
  const stop = () => {
    if (!controller.signal.aborted) stoppedAtMs = Date.now()
    else if (Date.now() - stoppedAtMs > sameStopMs) process.exit(exitCodes.interrupted)
    controller.abort()
  }
  stdout.on('error', () => controller.abort())
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}
