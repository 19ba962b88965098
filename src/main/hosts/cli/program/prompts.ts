import { createInterface } from 'node:readline'
import { createInterface as createTerminal } from 'node:readline/promises'
import type { Run } from './command.ts'
import { Interrupted } from './exitCodes.ts'

export type Lines = {
  /** Returns the next line, or '' at the end. */
  next(): Promise<string>
  /** Passes each further line to `take`. */
  each(take: (line: string) => void): void
  close(): void
}

type PromptOptions = Pick<Run, 'streams' | 'signal'>

/** Asks a question on the terminal and returns the answer. */
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
  const waiting: string[] = []
  let take: ((line: string) => void) | null = null
  let ended = false
  const give = (to: (line: string) => void): void => {
    take = to
    for (const line of waiting.splice(0)) take(line)
  }
  lines.on('line', (line) => (take ? take(line) : waiting.push(line)))
  lines.on('close', () => {
    ended = true
  })
  return {
    next: () =>
      new Promise((resolve) => {
        const [first] = waiting.splice(0, 1)
        if (first !== undefined || ended) return resolve(first ?? '')
        lines.once('close', () => resolve(''))
        take = (line) => {
          take = null
          resolve(line)
        }
      }),
    each: give,
    close: () => lines.close(),
  }
}
