import type { Failure } from '../../shared/contract/failures.ts'

type RequestErrorOptions = {
  /** False: it surely never reached the service. */
  mayHaveArrived: boolean
  /** The same request may fare better in a moment. */
  isTransient: boolean
  /** How long the service asked to wait before. */
  retryAfterMs?: number | null
}

/** A request that got no whole, usable answer; `failure` is what a person is told. */
export class RequestError extends Error {
  override readonly name = 'NoAnswer'
  readonly failure: Failure
  readonly mayHaveArrived: boolean
  readonly isTransient: boolean
  readonly retryAfterMs: number

  constructor(failure: Failure, { mayHaveArrived, isTransient, retryAfterMs }: RequestErrorOptions) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.mayHaveArrived = mayHaveArrived
    this.isTransient = isTransient
    this.retryAfterMs = retryAfterMs ?? 0
  }
}
