import { type FailureCode, isFailure } from '../../../../shared/contract/failures.ts'
import type { Job } from '../../../../shared/contract/state.ts'
import { fileReason, isFileErrorCode } from '../../../../shared/domain/app/fileErrors.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { toSnakeCase } from '../output/output.ts'

/** The exit codes that scripts may rely on. */
export const exitCodes = {
  done: 0,
  someRowsFailed: 1,
  wrongUsage: 2,
  notSignedIn: 3,
  serviceFailed: 4,
  /** Orders may be missing after damage. Paid requests are refused until the user acknowledges it. */
  ordersUncertain: 5,
  /** An error in Pathclock itself (EX_SOFTWARE of sysexits.h). */
  bug: 70,
  interrupted: 130,
} as const

/** A command line that cannot be understood. The message states the correct form. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Thrown after SIGINT or SIGTERM. The work done until then is stored. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  /** The stopped job in its final state. */
  readonly job: Job | null
  /** `message` replaces the default for a command that must not be run again. */
  constructor(
    job: Job | null = null,
    message = 'Stopped. Your progress is saved: run the same command again to continue.',
  ) {
    super(message)
    this.job = job
  }
}

/** A command that ends with its own message and exit code. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
  readonly exitCode: number
  /** The failed job in its final state. */
  readonly job: Job | null
  constructor(message: string, exitCode: number, job: Job | null = null) {
    super(message)
    this.exitCode = exitCode
    this.job = job
  }
}

const { wrongUsage, notSignedIn, serviceFailed, ordersUncertain, interrupted, bug } = exitCodes

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
  journalUncertain: ordersUncertain,
  cancelled: interrupted,
  bug,
}

/** Returns true if the service itself refused, which shows in the status of its response. */
const isRefusal = (details: object | undefined): boolean => details !== undefined && 'status' in details

export function exitCodeOfJob({ failureCode, failureDetails }: Job): number {
  if (failureCode === undefined || isRefusal(failureDetails)) return serviceFailed
  return codeOfFailure[failureCode]
}

/** Returns true for a system error about a file or the disk, as thrown by `node:fs`. */
const isFileError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && 'code' in error && isFileErrorCode(String(error.code))

/** Returns the job that ended a command early, so that its work can be reported. Null for other errors. */
export const jobOf = (error: unknown): Job | null =>
  error instanceof Interrupted || error instanceof CommandFailed ? error.job : null

export function exitCodeOf(error: unknown): number {
  if (isFailure(error)) return isRefusal(error.details) ? serviceFailed : codeOfFailure[error.code]
  if (error instanceof UsageError || isFileError(error)) return wrongUsage
  if (error instanceof Interrupted) return interrupted
  return error instanceof CommandFailed ? error.exitCode : bug
}

/** Returns the last line of the `--json` form of a failed command. `code` is that of the failure, or `usage`. */
export const errorLine = (error: unknown) => ({ type: 'error', ...errorRecord(error) })

/** Converts an error to its `--json` form. */
export function errorRecord(error: unknown) {
  const message = textOf(error)
  const details = isFailure(error) ? error.details : (jobOf(error)?.failureDetails ?? {})
  return {
    code: codeOf(error),
    message,
    details: Object.fromEntries(Object.entries(details).map(([name, value]) => [toSnakeCase(name), value])),
  }
}

function codeOf(error: unknown): FailureCode | 'usage' {
  if (isFailure(error)) return error.code
  if (error instanceof UsageError) return 'usage'
  if (isFileError(error)) return 'file'
  if (!(error instanceof CommandFailed)) return 'bug'
  return error.job?.failureCode ?? codeOfExit[error.exitCode] ?? 'bug'
}

/** The error codes of commands that end with their own message. */
const codeOfExit: Record<number, FailureCode | 'usage'> = {
  [wrongUsage]: 'usage',
  [notSignedIn]: 'notSignedIn',
  [serviceFailed]: 'serviceFailed',
}

/** Explains how to sign in with this kind of profile. `profile` is null if none is open. */
function howToSignIn(profile: Profile | null, hasKey: boolean): string {
  const login = `pathclock login --service ${profile?.serviceUrl ?? 'URL'}`
  if (profile?.signIn === 'oauth') return `Sign in again in the browser: ${login} --browser`
  if (hasKey) return 'Check the key in PATHCLOCK_API_KEY and the address of --service.'
  if (profile?.signIn === 'api-key') return `Sign in again with: ${login} --api-key-stdin < key.txt`
  return (
    `Sign in with: ${login} --api-key-stdin < key.txt\nor in the browser: ${login} --browser\n` +
    'or, without a keychain, set PATHCLOCK_API_KEY and give --service URL.'
  )
}

/** Returns the text for stderr, and how to sign in if necessary. `hasKey`: the environment has an API key. */
export function explain(error: unknown, profile: Profile | null = null, hasKey = false): string {
  const isSignIn = isFailure(error, 'notSignedIn') || jobOf(error)?.failureCode === 'notSignedIn'
  if (isSignIn && error instanceof Error) return `${error.message}\n${howToSignIn(profile, hasKey)}`
  if (isFailure(error, 'rejected')) {
    const lines = error.details.problems.filter(({ message }) => toEnglish(message) !== error.message)
    return [error.message, ...lines.map(({ field, message }) => `  ${field}: ${toEnglish(message)}`)].join(
      '\n',
    )
  }
  return textOf(error)
}

const textOf = (error: unknown): string => {
  if (isFileError(error)) return `A file could not be read or written: ${toEnglish(fileReason(error))}.`
  return error instanceof Error ? error.message : String(error)
}
