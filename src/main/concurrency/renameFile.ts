import { renameSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Windows gives these while a virus scanner, a search index or a backup program holds either file open. */
const heldCodes = ['EPERM', 'EACCES', 'EBUSY']
/** As graceful-fs and VS Code wait between two attempts: 10 ms longer each time, up to 100 ms. */
const waitStepMs = 10
const maxWaitMs = 100
/** Those two try for 60 s. A user who saves does not wait that long for an error. */
const asyncLimitMs = 10_000
/** The process answers no calls during this wait. A scan of a small file takes 10 to 200 ms. */
const syncLimitMs = 1000

type RenameDeps = {
  platform?: NodeJS.Platform
  rename?: (from: string, to: string) => void | Promise<void>
  wait?: (ms: number) => void | Promise<void>
}

/** Renames as `fs.rename` does. On Windows, tries for up to 10 s while another program holds one of the files. */
export async function renameFile(
  from: string,
  to: string,
  { platform = process.platform, rename: move = rename, wait = sleep }: RenameDeps = {},
): Promise<void> {
  for (const waitMs of waitsOf(platform, asyncLimitMs)) {
    try {
      return await move(from, to)
    } catch (error) {
      if (waitMs === null || !isHeld(error)) throw error
      await wait(waitMs)
    }
  }
}

/** The same for a caller that cannot wait for a promise: up to 1 s. */
export function renameFileSync(
  from: string,
  to: string,
  { platform = process.platform, rename: move = renameSync, wait = sleepSync }: RenameDeps = {},
): void {
  for (const waitMs of waitsOf(platform, syncLimitMs)) {
    try {
      return void move(from, to)
    } catch (error) {
      if (waitMs === null || !isHeld(error)) throw error
      void wait(waitMs)
    }
  }
}

/** The wait after each attempt; null after the last one. */
function* waitsOf(platform: NodeJS.Platform, limitMs: number): Generator<number | null> {
  let totalMs = 0
  for (let waitMs = waitStepMs; platform === 'win32' && totalMs + waitMs <= limitMs; ) {
    yield waitMs
    totalMs += waitMs
    waitMs = Math.min(waitMs + waitStepMs, maxWaitMs)
  }
  yield null
}

const isHeld = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && heldCodes.includes(String(error.code))

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
