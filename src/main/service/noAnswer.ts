import type { Failure } from '../../shared/contract/failures.ts'

/** A request that got no whole, usable answer; `failure` is what a person is told. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly failure: Failure
  /** False: it surely never reached the service. */
  readonly mayHaveArrived: boolean
  /** The same request may fare better in a moment. */
  readonly passing: boolean

  constructor(failure: Failure, how: { mayHaveArrived: boolean; passing: boolean }) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.mayHaveArrived = how.mayHaveArrived
    this.passing = how.passing
  }
}
