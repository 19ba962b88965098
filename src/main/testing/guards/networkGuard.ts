import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** One observation of the guard: `guarded` when a process or thread starts, otherwise an attempt to connect. */
export type Attempt = {
  kind: string
  target: string
  refused: boolean
  /** ms since 1970. */
  at: number
  pid: number
  thread: number
  stack: string[]
}

const guardUrl = new URL('./socketGuard.ts', import.meta.url).href

/** One record of attempts, for a process that is started with its `env`. See socketGuard.ts. */
export function createGuard(file: string) {
  const read = (): Attempt[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Attempt)
      : []
  return {
    env: { NODE_OPTIONS: `--no-warnings --import=${guardUrl}?file=${encodeURIComponent(file)}` },
    /** From now on every attempt is refused. */
    close: () => writeFileSync(`${file}.closed`, ''),
    open: () => rmSync(`${file}.closed`, { force: true }),
    attempts: (sinceMs = 0) => read().filter(({ kind, at }) => kind !== 'guarded' && at >= sinceMs),
    guarded: () => read().filter(({ kind }) => kind === 'guarded'),
  }
}
