import { createInterface } from 'node:readline'
import { createInterface as createTerminal } from 'node:readline/promises'
import type { Run } from './command.ts'
import { Interrupted } from './exitCodes.ts'

export type Lines = {
  /** Returns the next line, or '' at the end. */
  next(): Promise<string>
  /** Passes each further line to `take`. */
  each(take: (line: string) => void): Promise<void>
  close(): void
}

type PromptOptions = Pick<Run, 'streams' | 'signal'>

export async function prompt({ streams, signal }: PromptOptions, question: string): Promise<string> {
  const terminal = createTerminal({ input: streams.stdin, output: streams.stderr })
  try {
    return (await terminal.question(question, { signal })).trim()
  } catch (error) {
    if (signal.aborted) throw new Interrupted()
    throw error
  } finally {
    terminal.close()
  }
}

/** Returns true for yes. Any other answer means no. */
export const isYes = async (options: PromptOptions, question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await prompt(options, question))

/** Reads lines of standard input as they arrive, and buffers them until they are requested. */
export function readLines(input: NodeJS.ReadableStream): Lines {
  const lines = createInterface({ input })
  const reader = lines[Symbol.asyncIterator]()
  return {
    next: async () => {
      const { value, done } = await reader.next()
      return done ? '' : value
    },
    async each(take) {
      for (let line = await reader.next(); !line.done; line = await reader.next()) take(line.value)
    },
    close: () => lines.close(),
  }
}
