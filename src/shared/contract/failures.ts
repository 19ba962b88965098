import { fileReason, isFileErrorCode } from '../domain/app/fileErrors.ts'
import { joinMessages, type Message, message, toEnglish } from '../words/message.ts'

/**
 * The details of every error that may cross the boundary. Services throw `Failure`; only dispatch and the user-action
 * hook catch. They never contain a stack, token, header or query string.
 */
export type FailureDetails = {
  /** No network, an unreachable service, or the offline switch. `proxy`: host and port of the proxy that failed. */
  offline: { reason: 'switch' | 'network'; proxy?: string }
  notSignedIn: { requestId?: string }
  rateLimited: { retryAfterMs: number; requestId?: string }
  /** The service refused: insufficient permission. */
  forbidden: { scope?: string; requestId?: string }
  /** `status`: the HTTP status of the service. Without it, the item is missing locally. */
  notFound: { what: Message; status?: number; requestId?: string }
  /** The input was refused by us, or by the service with its `status`. `problems`: each field with its reason. */
  rejected: { problems: { field: string; message: Message }[]; status?: number; requestId?: string }
  /** `retryAfterMs`: present if the service asked for this wait. */
  serviceFailed: { status: number; endpoint: string; requestId?: string; retryAfterMs?: number }
  /** The response cannot be read. `notReady`: the service is still working on the request. */
  unreadable: { endpoint: string; reason: Message; notReady?: true; requestId?: string }
  timeout: { endpoint: string; afterMs: number }
  cancelled: Record<never, never>
  /** A local file could not be read or written. */
  file: { name: string; line?: number; column?: string }
  /** The workspace was opened from a capsule: it cannot be changed, and no service is contacted. */
  readOnly: Record<never, never>
  /** Orders may be missing after damage: paid calls wait until the user has acknowledged it. */
  journalUncertain: Record<never, never>
  keychain: { cause: 'missing-library' | 'no-bus' | 'no-service' | 'locked' | 'not-answering' | 'failed' }
  /** Anything unforeseen; logged once with its stack under `reference`. */
  bug: { reference: string }
}

export type FailureCode = keyof FailureDetails

/** A failure as it crosses the boundary: plain JSON. */
export type FailureData = {
  [C in FailureCode]: { code: C; message: Message; details: FailureDetails[C] }
}[FailureCode]

export class Failure<C extends FailureCode = FailureCode> extends Error {
  override readonly name = 'Failure'
  readonly code: C
  /** The message. The inherited `message` is its English text, for logs and the command line. */
  readonly userMessage: Message
  readonly details: FailureDetails[C]

  constructor(code: C, userMessage: Message, details: FailureDetails[C], options?: ErrorOptions) {
    super(toEnglish(userMessage), options)
    this.code = code
    this.userMessage = userMessage
    this.details = details
  }

  /** Returns the same failure with further sentences in its message. */
  withMore(...sentences: readonly (Message | null)[]): Failure<C> {
    return new Failure(this.code, joinMessages([this.userMessage, ...sentences]), this.details, {
      cause: this,
    })
  }

  toData(): FailureData {
    return { code: this.code, message: this.userMessage, details: this.details } as FailureData
  }
}

export const isFailure = <C extends FailureCode>(error: unknown, code?: C): error is Failure<C> =>
  error instanceof Failure && (code === undefined || error.code === code)

/** Returns the message of an error for the user: the reason of an error about a file, else the text of the library. */
export const messageOf = (error: unknown): Message => {
  if (isFailure(error)) return error.userMessage
  const code = (error as { code?: unknown } | null | undefined)?.code
  if (typeof code === 'string' && isFileErrorCode(code)) return fileReason(error)
  return joinMessages([error instanceof Error ? error.message : String(error)])
}

/** Recreates the failure from the other side of the boundary, with its code and details. */
export const toFailure = (data: FailureData): Failure => new Failure(data.code, data.message, data.details)

/** Returns the failure for refused input. `at`: the field that `message` is about, or the problems of each field. */
export const rejected = (
  message: Message,
  at: string | FailureDetails['rejected']['problems'] = [],
  options?: ErrorOptions,
): Failure<'rejected'> =>
  new Failure(
    'rejected',
    message,
    { problems: typeof at === 'string' ? [{ field: at, message }] : at },
    options,
  )

/** `what`: the kind of item that is missing. */
export const notFound = (text: Message, what: Message, options?: ErrorOptions): Failure<'notFound'> =>
  new Failure('notFound', text, { what }, options)

/** `name`: the file, without its folder. */
export const fileFailure = (text: Message, name: string, cause?: unknown): Failure<'file'> =>
  new Failure('file', text, { name }, { cause })

export const readOnlyFailure = (): Failure<'readOnly'> =>
  new Failure('readOnly', message('shared.openedCapsuleReadSends'), {})

export const noProfileFailure = (): Failure<'notSignedIn'> =>
  new Failure('notSignedIn', message('app.noServiceConnectedExplore'), {})

export type Reply<T> = { ok: true; value: T } | { ok: false; failure: FailureData }
