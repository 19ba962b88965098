import type { Failure } from '../../../shared/contract/failures.ts'

/** What a dialog does when its button is pressed. */
export type Action<A extends unknown[]> = {
  run(...args: A): Promise<void>
  pending: boolean
  failure: Failure | null
}
