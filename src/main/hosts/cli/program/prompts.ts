import { createInterface } from 'node:readline/promises'
import type { Run } from './command.ts'
import { Interrupted } from './exitCodes.ts'

type PromptOptions = Pick<Run, 'streams' | 'signal'>

export async function prompt({ streams, signal }: PromptOptions, question: string): Promise<string> {
  const terminal = createInterface({ input: streams.stdin, output: streams.stderr })
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
