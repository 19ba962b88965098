import { type FailureCode, isFailure } from '../../shared/contract/failures.ts'
import type { Job } from '../../shared/contract/state.ts'

/** The exit codes that scripts may rely on. */
export const exitCodes = {
  done: 0,
  someRowsFailed: 1,
  wrongUsage: 2,
  notSignedIn: 3,
  serviceFailed: 4,
  /** A fault of Pathclock itself (EX_SOFTWARE of sysexits.h). */
  bug: 70,
  interrupted: 130,
} as const

/** The command cannot be understood; the message says what is right. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Stopped by SIGINT or SIGTERM; what was done until then is kept. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  /** The job that was stopped, as it ended. */
  readonly job: Job | null
  /** `message`: for a command that must not be run again. */
  constructor(
    job: Job | null = null,
    message = 'Stopped. What was done until now is kept; run the same command again to go on.',
  ) {
    super(message)
    this.job = job
  }
}

/** A command that ends with a sentence and a code of its own. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly exitCode: number
  /** The job that could not go on, as it ended. */
  readonly job: Job | null
  constructor(message: string, exitCode: number, job: Job | null = null) {
    super(message)
    this.exitCode = exitCode
    this.job = job
  }
}

const { someRowsFailed, wrongUsage, notSignedIn, serviceFailed, interrupted, bug } = exitCodes

const codeOfFailure: Record<FailureCode, number> = {
  notSignedIn,
  forbidden: notSignedIn,
  keychain: notSignedIn,
  offline: serviceFailed,
  rateLimited: serviceFailed,
  serviceFailed,
  unreadable: serviceFailed,
  timeout: serviceFailed,
  rejected: wrongUsage,
  notFound: wrongUsage,
  file: wrongUsage,
  readOnly: wrongUsage,
  cancelled: interrupted,
  bug,
}

/** The exit code for a job that failed. */
export function exitCodeOfJob({ failureCode, kind }: Job): number {
  if (failureCode === undefined) return serviceFailed
  // Other work writes to the app's own files: what was typed is not at fault. An export writes the file that was named.
  return failureCode === 'file' && kind !== 'export' ? someRowsFailed : codeOfFailure[failureCode]
}

/** A database of the app, and no file that a person named. */
const isOwnFile = (error: unknown): boolean => isFailure(error, 'file') && error.details.name.endsWith('.db')

/** The job that a command ended with before its end, so that what it did can be told; null for other errors. */
export const jobOf = (error: unknown): Job | null =>
  error instanceof Interrupted || error instanceof CommandFailed ? error.job : null

export function exitCodeOf(error: unknown): number {
  if (isOwnFile(error)) return someRowsFailed
  if (isFailure(error)) return codeOfFailure[error.code]
  if (error instanceof UsageError) return wrongUsage
  if (error instanceof Interrupted) return interrupted
  return error instanceof CommandFailed ? error.exitCode : bug
}

/** What goes to stderr: the message, and after "not signed in" what to do about it on a command line. */
export function explain(error: unknown): string {
  if (isFailure(error, 'notSignedIn'))
    return (
      `${error.message}\nSign in with: pathclock login --service URL --api-key-stdin < key.txt\n` +
      'or in the browser: pathclock login --service URL --browser\n' +
      'or, without a keychain, set PATHCLOCK_API_KEY and give --service URL.'
    )
  if (isFailure(error, 'rejected')) {
    const others = (error as { details: { problems: { field: string; message: string }[] } }).details.problems
    const lines = others.filter(({ message }) => message !== error.message)
    return [error.message, ...lines.map(({ field, message }) => `  ${field}: ${message}`)].join('\n')
  }
  return error instanceof Error ? error.message : String(error)
}
