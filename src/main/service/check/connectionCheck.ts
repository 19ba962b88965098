import { isFailure } from '../../../shared/contract/failures.ts'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type { ConnectionReport, ConventionSettings } from '../../../shared/domain/convention.ts'
import type { Profile } from '../../../shared/domain/profile.ts'
import type { CallOptions, Clock, SignInEndpoints } from '../../ports.ts'
import type { LocateOptions } from '../basePath.ts'
import type { Exchange } from '../exchange.ts'
import type { ExchangeSpec } from '../remoteService.ts'
import { toCheckedCall } from './checkedCalls.ts'
import { endpoints } from './endpoints.ts'
import type { SignInEvidence } from './evidence.ts'
import { statusOf } from './exchangeReaders.ts'
import { toFindings } from './findings.ts'
import { type KnownSample, planCheck } from './plan.ts'
import { clockAhead } from './rateLimits.ts'
import { isSynthetic, scopesOfUser } from './responseContents.ts'
import { isSwitchedOff, runSteps, type StepResult } from './runSteps.ts'

type ConnectionCheckDeps = {
  exchange(spec: ExchangeSpec, options?: CallOptions): Promise<Exchange>
  /** Finds the base path where it is not known yet, or elsewhere; throws `Failure` where there is no such service. */
  locate(options?: LocateOptions): Promise<void>
  /** Origin and base path. */
  service(): string
  profile(): Profile
  /** What counts of the conventions: what was set, else what was found out. */
  settings(): ConventionSettings
  clock: Clock
  /** The scopes in the access token; null where it tells none, as API keys do. */
  tokenScopes(): Promise<string[] | null>
  /** What is in force where this profile signs in with the browser; null where it does not. */
  signInServer?(): Promise<SignInEndpoints | null>
  /** A few samples of the register, a final one first. */
  samples(): Promise<KnownSample[]>
  /** Distinct words for states in the register, as the service wrote them. */
  statusWords(): Promise<string[]>
  quota(): QuotaStatus
}

export type ConnectionCheck = {
  /**
   * Asks the service what is safe to ask: about 12 requests, none of which places an order, starts an analysis or
   * costs anything. A call that fails is a line of the report. Throws `notSignedIn` where no credential is accepted, and
   * what stood in the way where not one call got an answer: that is no report of a connection.
   */
  run(): Promise<ConnectionReport>
}

/** The connection check of one profile. Calls while one is under way share its report. */
export function createConnectionCheck(deps: ConnectionCheckDeps): ConnectionCheck {
  let running: Promise<ConnectionReport> | null = null
  return {
    run() {
      running ??= check(deps).finally(() => {
        running = null
      })
      return running
    },
  }
}

const callOptions: CallOptions = { priority: 'interactive' }

async function check(deps: ConnectionCheckDeps): Promise<ConnectionReport> {
  const signIn = await findSignIn(deps)
  const results = await runPlan(deps, signIn)
  throwIfNoResponse(results)
  const exchanges = results.flatMap((result) => ('exchange' in result ? [result.exchange] : []))
  const { name, requestsPerMinute, conventions } = deps.profile()
  const scopes = (await deps.tokenScopes()) ?? scopesOfUser(exchanges)
  const service = deps.service()
  const evidence = {
    exchanges,
    service,
    set: conventions.set,
    settings: deps.settings(),
    requestsPerMinute,
    signIn,
    quota: deps.quota(),
    scopes,
    statusWords: await deps.statusWords(),
  }
  return {
    profile: name,
    service,
    checkedAt: new Date(deps.clock.now()).toISOString(),
    findings: toFindings(evidence),
    calls: results.map((result) => toCheckedCall(result, scopes)),
    scopes,
    clockAheadS: clockAhead(exchanges),
    synthetic: isSynthetic(exchanges),
  }
}

async function findSignIn({ signInServer }: ConnectionCheckDeps): Promise<SignInEvidence> {
  try {
    const endpoints = (await signInServer?.()) ?? null
    return endpoints && { endpoints }
  } catch (error) {
    if (!isFailure(error) || isSwitchedOff(error)) throw error
    return { problem: error.message }
  }
}

async function runPlan(deps: ConnectionCheckDeps, signIn: SignInEvidence): Promise<StepResult[]> {
  const { serviceUrl, authServer } = deps.profile()
  const { origin } = new URL(serviceUrl)
  const steps = planCheck({ samples: await deps.samples(), origin, authServer, signIn })
  try {
    await deps.locate(callOptions)
  } catch (error) {
    if (isFailure(error, 'notSignedIn') || isSwitchedOff(error)) throw error
    // Without a base path every further request would begin the search anew.
    const skip = 'Not tried: where the service has its endpoints is not known.'
    return steps.map(({ endpoint }, at) => (at === 0 ? { endpoint, error } : { endpoint, skip }))
  }
  return runSteps(steps, (spec) => exchangeOrRelocate(deps, spec))
}

/** That no usual path knows the calling user was answered, by each of them. */
function throwIfNoResponse(results: readonly StepResult[]): void {
  const [first] = results.flatMap((result) => ('error' in result ? [result.error] : []))
  const isAnswered = results.some((result) => 'exchange' in result) || isFailure(first, 'notFound')
  if (first && !isAnswered) throw first
}

/** A base path found earlier is out of date where nobody knows the calling user there: the service may have moved. */
async function exchangeOrRelocate(deps: ConnectionCheckDeps, spec: ExchangeSpec): Promise<Exchange> {
  const answer = await deps.exchange(spec, callOptions)
  const isSet = deps.profile().conventions.set.base_path !== undefined
  if (spec.endpoint !== endpoints.me || statusOf(answer) !== 404 || isSet) return answer
  try {
    await deps.locate({ ...callOptions, anew: true })
  } catch {
    return answer
  }
  return deps.exchange(spec, callOptions)
}
