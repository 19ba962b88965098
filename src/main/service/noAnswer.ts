import type { Failure } from '../../shared/contract/failures.ts'

type How = {
  /** False: it surely never reached the service. */
  mayHaveArrived: boolean
  /** The same request may fare better in a moment. */
  passing: boolean
  /** How long the service asked to wait before. */
  retryAfterMs?: number | null
}

/** A request that got no whole, usable answer; `failure` is what a person is told. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly failure: Failure
  readonly mayHaveArrived: boolean
  readonly passing: boolean
  readonly retryAfterMs: number

  constructor(failure: Failure, { mayHaveArrived, passing, retryAfterMs }: How) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.mayHaveArrived = mayHaveArrived
    this.passing = passing
    this.retryAfterMs = retryAfterMs ?? 0
  }
}
