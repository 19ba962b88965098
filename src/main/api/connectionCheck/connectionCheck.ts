import type { Services } from '../../../shared/contract/contract.ts'
import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type {
  CheckedCall,
  ConnectionReport,
  ConventionSettings,
} from '../../../shared/domain/app/convention.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { joinMessages, type Message, message } from '../../../shared/messages/message.ts'
import type { CallOptions, Clock, Files, JsonFile, SignInEndpoints } from '../../ports.ts'
import type { ExchangeSpec } from '../api.ts'
import type { LocateOptions } from '../basePath.ts'
import { defaultConventions } from '../conventions.ts'
import type { Exchange } from '../http/exchange.ts'
import { clockAhead, toFindings } from './findings.ts'
import { toMarkdown } from './markdown.ts'
import {
  endpoints,
  impossibleId,
  isServiceEndpoint,
  isTokenRequest,
  type SignInObservation,
  statusOf,
} from './observations.ts'
import { isSwitchedOff, type KnownSample, type ProbeResult, planProbes, runProbes } from './probes.ts'
import { isSynthetic, scopesOfUser } from './responseContents.ts'

type ConnectionCheckDeps = {
  exchange(spec: ExchangeSpec, options?: CallOptions): Promise<Exchange>
  /** Determines the base path if it is not known, or searches again. Throws `Failure` if there is no such service. */
  locate(options?: LocateOptions): Promise<void>
  /** Origin and base path. */
  service(): string
  profile(): Profile
  /** Returns the effective conventions: the configured ones, else those detected. */
  settings(): ConventionSettings
  clock: Clock
  /** Returns the scopes in the access token. Null if it contains none, like an API key. */
  tokenScopes(): Promise<string[] | null>
  /** Returns the sign-in endpoints in use. Null if this profile does not sign in with the browser. */
  signInServer?(): Promise<SignInEndpoints | null>
  /** Returns a few samples of the register, with a final one first. */
  samples(): Promise<KnownSample[]>
  /** Returns the distinct states in the register, in the service's own words. */
  statusWords(): Promise<string[]>
  quota(): QuotaStatus
}

export type ConnectionCheck = {
  /**
   * Sends about 12 requests that are safe: none places an order, starts an analysis or costs anything. A call that
   * fails becomes a line of the report. Throws `notSignedIn` if the credential is not accepted, and the first failure
   * if no call gets a response.
   */
  run(): Promise<ConnectionReport>
}

/** Creates the connection check of one profile. Calls during a check share its report. */
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
  const observations = {
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
    findings: toFindings(observations),
    calls: results.map((result) => toCheckedCall(result, scopes)),
    scopes,
    clockAheadS: clockAhead(exchanges),
    synthetic: isSynthetic(exchanges),
  }
}

async function findSignIn({ signInServer }: ConnectionCheckDeps): Promise<SignInObservation> {
  try {
    const endpoints = (await signInServer?.()) ?? null
    return endpoints && { endpoints }
  } catch (error) {
    if (!isFailure(error) || isSwitchedOff(error)) throw error
    return { problem: error.userMessage }
  }
}

async function runPlan(deps: ConnectionCheckDeps, signIn: SignInObservation): Promise<ProbeResult[]> {
  const { serviceUrl, authServer } = deps.profile()
  const { origin } = new URL(serviceUrl)
  const steps = planProbes({ samples: await deps.samples(), origin, authServer, signIn })
  try {
    await deps.locate(callOptions)
  } catch (error) {
    if (isFailure(error, 'notSignedIn') || isSwitchedOff(error)) throw error
    // Without a base path, each further request would start the search again.
    const skip = message`Not checked, because the location of the endpoints is unknown.`
    return steps.map(({ endpoint }, at) => (at === 0 ? { endpoint, error } : { endpoint, skip }))
  }
  return runProbes(steps, (spec) => exchangeOrRelocate(deps, spec))
}

/** Throws the first failure if no request got a response. A 404 at every candidate path counts as a response. */
function throwIfNoResponse(results: readonly ProbeResult[]): void {
  const [first] = results.flatMap((result) => ('error' in result ? [result.error] : []))
  const isAnswered = results.some((result) => 'exchange' in result) || isFailure(first, 'notFound')
  if (first && !isAnswered) throw first
}

/**
 * Sends a request. If the calling user is not found at a detected base path, the service may have moved, so it searches
 * again.
 */
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

const { scopes: documentedScopes } = defaultConventions

/** The scopes suggested by the wording of service-interface, "Scopes". None is documented for any call. */
const likelyScopes: Record<string, string> = {
  [endpoints.sample]: documentedScopes.samples,
  [endpoints.report]: documentedScopes.samples,
  [endpoints.drugs]: documentedScopes.drugs,
  [endpoints.drugsPage1]: documentedScopes.drugs,
  [endpoints.drugsPage0]: documentedScopes.drugs,
  [endpoints.drugsPage2]: documentedScopes.drugs,
  [endpoints.drugsOffset]: documentedScopes.drugs,
  [endpoints.drug]: documentedScopes.drugs,
  [endpoints.drugPathways]: documentedScopes.drugs,
  [endpoints.drugPathway]: documentedScopes.pathways,
  [endpoints.task]: documentedScopes.screening,
}

function answeredCall(exchange: Exchange, scopes: string[] | null): CheckedCall {
  const { endpoint, status, requestId, ms } = exchange
  const outcome = outcomeOf(exchange)
  const notes = [
    purposeOf(exchange),
    statusOf(exchange) === status
      ? null
      : message`HTTP says ${status}, the envelope says ${statusOf(exchange)}.`,
    outcome === 'forbidden' ? scopesNote(endpoint, scopes) : explain(exchange, outcome),
  ].filter((note) => note !== null)
  return {
    endpoint,
    outcome,
    status,
    ms: Math.round(ms),
    requestId,
    note: notes.length === 0 ? null : joinMessages(notes),
  }
}

function outcomeOf(exchange: Exchange): CheckedCall['outcome'] {
  const status = statusOf(exchange)
  if (status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not-found'
  if (status === 429 || status >= 500 || status < 200 || (status >= 300 && status < 400)) return 'failed'
  if (status >= 400) return 'refused'
  return isReadable(exchange) ? 'answered' : 'failed'
}

/** Returns true if the response has content that can be read: JSON, or for a report any content. */
const isReadable = ({ endpoint, body, bytes }: Exchange): boolean =>
  endpoint === endpoints.report ? bytes.byteLength > 0 : body !== undefined

function purposeOf({ endpoint, path }: Exchange): Message | null {
  if (path.endsWith(`/${impossibleId}`)) return message`Requested something that cannot exist, on purpose.`
  return isTokenRequest(endpoint)
    ? message`Sent without a grant on purpose, so nothing could be spent.`
    : null
}

function explain(exchange: Exchange, outcome: CheckedCall['outcome']): Message | null {
  const status = statusOf(exchange)
  if (status === 401 && isServiceEndpoint(exchange))
    return message`The service does not accept the credential.`
  if (outcome !== 'failed') return null
  if (status >= 300 && status < 400)
    return message`A redirect, which is not followed, so that the credential never goes elsewhere.`
  if (status === 429) return message`The service takes no more requests right now.`
  if (status >= 500) return message`The service failed.`
  return exchange.bytes.byteLength === 0 ? message`The answer is empty.` : message`The answer is not JSON.`
}

function scopesNote(endpoint: string, scopes: string[] | null): Message {
  const carriedNote =
    scopes === null
      ? message`The service does not list the scopes of the credential.`
      : scopes.length === 0
        ? message`The credential carries no scopes.`
        : message`The credential carries ${scopes.join(', ')}.`
  const likelyScope = likelyScopes[endpoint]
  return joinMessages([
    carriedNote,
    message`No scope is documented for this call.`,
    likelyScope === undefined ? null : message`${likelyScope} is the likely one.`,
  ])
}

/**
 * Converts the result of one step into a line of the report. `scopes` are those of the credential, or null if they are
 * not known.
 */
function toCheckedCall(result: ProbeResult, scopes: string[] | null): CheckedCall {
  if ('exchange' in result) return answeredCall(result.exchange, scopes)
  const { endpoint } = result
  const noResponse = { endpoint, status: null, ms: null, requestId: null }
  if ('skip' in result) return { ...noResponse, outcome: 'not-tried', note: result.skip }
  const { error } = result
  const note = error instanceof Failure ? error.userMessage : message`The request failed.`
  if (isSwitchedOff(error)) return { ...noResponse, outcome: 'not-tried', note }
  return { ...noResponse, outcome: isFailure(error, 'notFound') ? 'not-found' : 'failed', note }
}

type ConnectionDeps = ConnectionCheckDeps & {
  /** The file of the last report. */
  reportFile: JsonFile<ConnectionReport | null>
  /** Stores detected conventions that affect how responses are parsed. */
  saveFoundConventions(found: ConventionSettings): Promise<void>
  files: Pick<Files, 'write'>
}

/**
 * Creates the connection service of one profile: runs, stores, reads and exports checks. A damaged report counts as
 * missing.
 */
export function createConnection(deps: ConnectionDeps): Services['connection'] {
  const { reportFile, saveFoundConventions, files } = deps
  const { run } = createConnectionCheck(deps)
  return {
    async check() {
      const report = await run()
      await reportFile.write(report)
      // With a configured base path, only this check detects the success code.
      const successCode = report.findings.find(({ name }) => name === 'success_code')
      if (successCode?.how === 'probed' && successCode.value === '0')
        await saveFoundConventions({ success_code: 0 })
      if (successCode?.how === 'probed' && successCode.value === '200')
        await saveFoundConventions({ success_code: 200 })
      const otherCode = successCode?.how === 'probed' ? Number(successCode.value) : Number.NaN
      if (Number.isInteger(otherCode) && otherCode !== 0 && (otherCode < 100 || otherCode > 599))
        await saveFoundConventions({ success_codes: [otherCode] })
      const paging = report.findings.find(({ name }) => name === 'paging')
      if (paging?.how === 'probed') await saveFoundConventions({ paging: pageCountingOf(paging.value) })
      return report
    },
    report: () => reportFile.read(),
    async export({ fileId, format }) {
      const report = await reportFile.read()
      if (!report)
        throw new Failure('notFound', message`This connection was not checked yet. Check it first.`, {
          what: message`connection report`,
        })
      const text = format === 'md' ? toMarkdown(report) : `${JSON.stringify(report, null, 2)}\n`
      return { file: await files.write(fileId, [text]) }
    },
  }
}

/** Converts a finding to the setting for page numbering. Every other finding is compatible with pages from 1. */
const pageCountingOf = (value: string): 'page' | 'page_from_0' | 'offset' =>
  value === 'page_from_0' || value === 'offset' ? value : 'page'
