import { createInterface } from 'node:readline'

export type Lines = {
  /** The next line; '' when there is none any more. */
  next(): Promise<string>
  /** From now on each line goes to `take`. */
  each(take: (line: string) => void): void
  close(): void
}

/** Lines of standard input as they come. Those that nobody has asked for yet wait. */
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
