import { renameSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from './backoff.ts'

/** The codes that Windows returns while a virus scanner, search index or backup program has either file open. */
const heldCodes = ['EPERM', 'EACCES', 'EBUSY']
/** The first and the longest wait between two attempts, as in graceful-fs and VS Code. */
const backoff = { initialMs: 10, maxMs: 100 }
/** graceful-fs and VS Code try for 60 s, but a user who saves should not wait that long for an error. */
const asyncLimitMs = 10_000
/** The process cannot respond during this wait. Scanning a small file takes 10 to 200 ms. */
const syncLimitMs = 1000

type RenameDeps = {
  platform?: NodeJS.Platform
  rename?: (from: string, to: string) => void | Promise<void>
  wait?: (ms: number) => void | Promise<void>
}

/** Renames like `fs.rename`. On Windows, retries for up to 10 s while another program has one of the files open. */
export async function renameFile(
  from: string,
  to: string,
  { platform = process.platform, rename: move = rename, wait = sleep }: RenameDeps = {},
): Promise<void> {
  const waitAfter = createRetryWaits(platform, asyncLimitMs)
  for (;;) {
    try {
      return await move(from, to)
    } catch (error) {
      await wait(waitAfter(error))
    }
  }
}

/** Like `renameFile`, for callers that cannot await: retries for up to 1 s. */
export function renameFileSync(
  from: string,
  to: string,
  { platform = process.platform, rename: move = renameSync, wait = sleepSync }: RenameDeps = {},
): void {
  const waitAfter = createRetryWaits(platform, syncLimitMs)
  for (;;) {
    try {
      return void move(from, to)
    } catch (error) {
      void wait(waitAfter(error))
    }
  }
}

/**
 * Returns a function that returns the wait after a failed attempt, or throws its error if there is no further attempt.
 */
function createRetryWaits(platform: NodeJS.Platform, limitMs: number): (error: unknown) => number {
  let attempt = 0
  let totalMs = 0
  return (error) => {
    const waitMs = backoffMs(attempt++, backoff)
    totalMs += waitMs
    if (platform !== 'win32' || !isHeld(error) || totalMs > limitMs) throw error
    return waitMs
  }
}

const isHeld = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && heldCodes.includes(String(error.code))

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
