import { isFailure } from '../../../shared/contract/failures.ts'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type { ConnectionReport, ConventionSettings } from '../../../shared/domain/convention.ts'
import type { Profile } from '../../../shared/domain/profile.ts'
import type { CallOptions, Clock, SignInEndpoints } from '../../ports.ts'
import type { Exchange } from '../exchange.ts'
import type { LocateOptions } from '../locate.ts'
import type { ExchangeSpec } from '../remoteService.ts'
import { statusOf } from './answers.ts'
import { type Asked, askInTurn, isSwitchedOff } from './asking.ts'
import { toCheckedCall } from './calls.ts'
import { isSynthetic, scopesOfUser } from './contents.ts'
import { endpoints } from './endpoints.ts'
import type { SignInEvidence } from './evidence.ts'
import { toFindings } from './findings.ts'
import { clockAhead } from './limits.ts'
import { type KnownSample, planCheck } from './plan.ts'

type Parts = {
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
export function createConnectionCheck(parts: Parts): ConnectionCheck {
  let running: Promise<ConnectionReport> | null = null
  return {
    run() {
      running ??= check(parts).finally(() => {
        running = null
      })
      return running
    },
  }
}

const options: CallOptions = { priority: 'interactive' }

async function check(parts: Parts): Promise<ConnectionReport> {
  const signIn = await findSignIn(parts)
  const asked = await ask(parts, signIn)
  throwIfUnanswered(asked)
  const exchanges = asked.flatMap((each) => ('exchange' in each ? [each.exchange] : []))
  const { name, requestsPerMinute, conventions } = parts.profile()
  const scopes = (await parts.tokenScopes()) ?? scopesOfUser(exchanges)
  const service = parts.service()
  const evidence = {
    exchanges,
    service,
    set: conventions.set,
    settings: parts.settings(),
    requestsPerMinute,
    signIn,
    quota: parts.quota(),
    scopes,
    statusWords: await parts.statusWords(),
  }
  return {
    profile: name,
    service,
    checkedAt: new Date(parts.clock.now()).toISOString(),
    findings: toFindings(evidence),
    calls: asked.map((each) => toCheckedCall(each, scopes)),
    scopes,
    clockAheadS: clockAhead(exchanges),
    synthetic: isSynthetic(exchanges),
  }
}

async function findSignIn({ signInServer }: Parts): Promise<SignInEvidence> {
  try {
    const endpoints = (await signInServer?.()) ?? null
    return endpoints && { endpoints }
  } catch (error) {
    if (!isFailure(error) || isSwitchedOff(error)) throw error
    return { problem: error.message }
  }
}

async function ask(parts: Parts, signIn: SignInEvidence): Promise<Asked[]> {
  const { serviceUrl, authServer } = parts.profile()
  const { origin } = new URL(serviceUrl)
  const steps = planCheck({ samples: await parts.samples(), origin, authServer, signIn })
  try {
    await parts.locate(options)
  } catch (error) {
    if (isFailure(error, 'notSignedIn') || isSwitchedOff(error)) throw error
    // Without a base path every further request would begin the search anew.
    const skip = 'Not tried: where the service has its endpoints is not known.'
    return steps.map(({ endpoint }, at) => (at === 0 ? { endpoint, error } : { endpoint, skip }))
  }
  return askInTurn(steps, (spec) => askWhereItIs(parts, spec))
}

/** That no usual path knows the calling user was answered, by each of them. */
function throwIfUnanswered(asked: readonly Asked[]): void {
  const [first] = asked.flatMap((each) => ('error' in each ? [each.error] : []))
  const isAnswered = asked.some((each) => 'exchange' in each) || isFailure(first, 'notFound')
  if (first && !isAnswered) throw first
}

/** A base path found earlier is out of date where nobody knows the calling user there: the service may have moved. */
async function askWhereItIs(parts: Parts, spec: ExchangeSpec): Promise<Exchange> {
  const answer = await parts.exchange(spec, options)
  const isSet = parts.profile().conventions.set.base_path !== undefined
  if (spec.endpoint !== endpoints.me || statusOf(answer) !== 404 || isSet) return answer
  try {
    await parts.locate({ ...options, anew: true })
  } catch {
    return answer
  }
  return parts.exchange(spec, options)
}
