import { isFailure } from '../../../shared/contract/failures.ts'
import type { Exchange } from '../exchange.ts'
import type { ExchangeSpec } from '../remoteService.ts'
import type { Step } from './plan.ts'

/** What came of one step. */
export type StepResult = { endpoint: string } & (
  | { exchange: Exchange }
  | { error: unknown }
  /** Why it was not tried. */
  | { skip: string }
)

/** Tried again and again, a service that is not there would keep a person waiting for minutes. */
const maxInitialFailures = 2

/**
 * Takes the steps one by one; a request that fails is noted and ends nothing, unless nothing has answered at all.
 * Throws `notSignedIn` where there is no credential to ask with, and `offline` where the offline switch lets nothing out.
 */
export async function runSteps(
  steps: readonly Step[],
  exchange: (spec: ExchangeSpec) => Promise<Exchange>,
): Promise<StepResult[]> {
  const results: StepResult[] = []
  const answers: Exchange[] = []
  let failures = 0
  for (const { endpoint, next } of steps) {
    const spec = next(answers)
    if (spec === null) continue
    if ('skip' in spec) {
      results.push({ endpoint, ...spec })
      continue
    }
    if (answers.length === 0 && failures >= maxInitialFailures) {
      results.push({ endpoint, skip: 'Not tried: the service did not answer before.' })
      continue
    }
    try {
      const answer = await exchange(spec)
      answers.push(answer)
      results.push({ endpoint: spec.endpoint, exchange: answer })
    } catch (error) {
      if (answers.length === 0 && (isFailure(error, 'notSignedIn') || isSwitchedOff(error))) throw error
      failures += isSwitchedOff(error) ? maxInitialFailures : 1
      results.push({ endpoint: spec.endpoint, error })
    }
  }
  return results
}

/** The offline switch is on: no request leaves. */
export const isSwitchedOff = (error: unknown): boolean =>
  isFailure(error, 'offline') && error.details.reason === 'switch'
