import { joinMessages, type Message, message, toEnglish } from '../messages/message.ts'

/**
 * Every error that may cross the boundary. Services throw `Failure`; only dispatch and the user-action hook catch.
 * No stack, token, header or query string is ever part of one.
 */
export type FailureDetails = {
  /** No network, the service is unreachable, or the offline switch is on. `proxy`: host and port of the one that stood in the way. */
  offline: { reason: 'switch' | 'network'; proxy?: string }
  notSignedIn: { requestId?: string }
  rateLimited: { retryAfterMs: number; requestId?: string }
  /** The service refused: insufficient permission. */
  forbidden: { scope?: string; requestId?: string }
  /** `status`: what the service answered; without it, it is not known here. */
  notFound: { what: Message; status?: number; requestId?: string }
  /** The input was refused, by us or by the service, with its `status`; `problems` name field and reason. */
  rejected: { problems: { field: string; message: Message }[]; status?: number; requestId?: string }
  /** `retryAfterMs`: where the service asked to wait so long. */
  serviceFailed: { status: number; endpoint: string; requestId?: string; retryAfterMs?: number }
  /** The service answered with something we cannot read. `notReady`: it is still at work on what was requested. */
  unreadable: { endpoint: string; reason: Message; notReady?: true; requestId?: string }
  timeout: { endpoint: string; afterMs: number }
  cancelled: Record<never, never>
  /** A local file could not be read or written. */
  file: { name: string; line?: number; column?: string }
  /** The workspace was opened from a capsule: nothing in it can be changed, and no service is queried. */
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
  /** `message` is its English, for logs and the command line. */
  readonly userMessage: Message
  readonly details: FailureDetails[C]

  constructor(code: C, userMessage: Message, details: FailureDetails[C], options?: ErrorOptions) {
    super(toEnglish(userMessage), options)
    this.code = code
    this.userMessage = userMessage
    this.details = details
  }

  /** The same failure, with more to say. */
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

/** What an error says to a person; the words of a library or the system stay as they are. */
export const messageOf = (error: unknown): Message => {
  if (isFailure(error)) return error.userMessage
  return message`${error instanceof Error ? error.message : String(error)}`
}

/** The failure on the other side of the boundary, thrown again with its code and details. */
export const toFailure = (data: FailureData): Failure => new Failure(data.code, data.message, data.details)

/** Input that is refused. `at`: the field whose problem `message` is, or the problems of each field. */
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

export const readOnlyFailure = (): Failure<'readOnly'> =>
  new Failure(
    'readOnly',
    message`An opened capsule is read-only and sends no requests. Switch to your own workspace first.`,
    {},
  )

export const noProfileFailure = (): Failure<'notSignedIn'> =>
  new Failure(
    'notSignedIn',
    message`No service is connected. Explore the demo study, or connect to your service.`,
    {},
  )

/** What every call answers with. */
export type Reply<T> = { ok: true; value: T } | { ok: false; failure: FailureData }
