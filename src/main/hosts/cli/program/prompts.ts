import { createInterface } from 'node:readline'
import { createInterface as createTerminal } from 'node:readline/promises'
import type { Run } from './command.ts'
import { Interrupted } from './exitCodes.ts'

export type Lines = {
  /** The next line; '' when there is none any more. */
  next(): Promise<string>
  /** From now on each line goes to `take`. */
  each(take: (line: string) => void): void
  close(): void
}

type PromptOptions = Pick<Run, 'streams' | 'signal'>

/** The line that a person at the terminal answers with. */
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

/** Anything but yes is no. */
export const isYes = async (options: PromptOptions, question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await prompt(options, question))

/** Lines of standard input as they come. Those that nobody has requested yet wait. */
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
