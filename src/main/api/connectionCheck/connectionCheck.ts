import type { Services } from '../../../shared/contract/contract.ts'
import { isFailure, notFound } from '../../../shared/contract/failures.ts'
import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type { ConnectionReport } from '../../../shared/domain/app/connectionReport.ts'
import {
  type DetectedDialect,
  mergeDialects,
  type ServiceDialect,
} from '../../../shared/domain/app/dialect.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { singleFlight } from '../../../shared/lazy.ts'
import { englishReplacer, message } from '../../../shared/words/message.ts'
import type { CallOptions, Clock, Files, JsonFile, SignInEndpoints } from '../../ports.ts'
import type { ExchangeSpec } from '../api.ts'
import { detectEnvelope, type LocateOptions } from '../basePath.ts'
import type { Exchange } from '../http/exchange.ts'
import {
  type CheckCalls,
  isSwitchedOff,
  type KnownSample,
  sendCheckCalls,
  toCheckedCalls,
} from './checkCalls.ts'
import { clockAhead, scopesOfUser, suggestDialect, toFindings } from './findings.ts'
import { toMarkdown } from './markdown.ts'

type ConnectionCheckDeps = {
  exchange(spec: ExchangeSpec, options?: CallOptions): Promise<Exchange>
  /** Determines the base path if it is not known, or searches again. Throws `Failure` if there is no such service. */
  locate(options?: LocateOptions): Promise<void>
  /** Origin and base path. */
  service(): string
  profile(): Profile
  /** Returns the dialect in use: the user's settings, else those detected. */
  dialect(): ServiceDialect
  /** Stores the settings that the check detected. */
  saveDetected(detected: DetectedDialect): Promise<void>
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

const callOptions: CallOptions = { priority: 'interactive' }

/** Checks the connection with about 9 requests that only read. Throws `notSignedIn`, and the failure if all fail. */
export async function checkConnection(deps: ConnectionCheckDeps): Promise<ConnectionReport> {
  const signIn = await findSignIn(deps)
  const calls = await sendCalls(deps)
  const [firstError] = calls.outcomes.flatMap(({ outcome }) => ('error' in outcome ? [outcome.error] : []))
  // A 404 at every candidate path counts as a response.
  if (firstError && calls.answers.length === 0 && !isFailure(firstError, 'notFound')) throw firstError
  const me = calls.answers[0]
  // With a configured base path, only this check detects the envelope.
  const detected = me ? detectEnvelope(me.exchange) : {}
  if (detected.envelope) await deps.saveDetected(detected)
  const dialect = mergeDialects(detected, deps.dialect())
  const { answers } = calls
  const scopes = (await deps.tokenScopes()) ?? scopesOfUser(answers)
  const service = deps.service()
  const [profile, quota, statusWords] = [deps.profile(), deps.quota(), await deps.statusWords()]
  const observations = { answers, service, profile, dialect, signIn, quota, statusWords }
  return {
    profile: profile.name,
    service,
    checkedAt: new Date(deps.clock.now()).toISOString(),
    findings: toFindings(observations),
    calls: toCheckedCalls(calls, scopes),
    scopes,
    clockAheadS: clockAhead(answers),
    synthetic: answers.some(({ synthetic }) => synthetic),
    suggested: suggestDialect(observations),
  }
}

/** The sign-in endpoints in use, or the reason why they are not known. Null without a browser sign-in. */
async function findSignIn({ signInServer }: ConnectionCheckDeps) {
  try {
    return (await signInServer?.()) ?? null
  } catch (error) {
    if (!isFailure(error) || isSwitchedOff(error)) throw error
    return { problem: error.userMessage }
  }
}

async function sendCalls(deps: ConnectionCheckDeps): Promise<CheckCalls> {
  try {
    await deps.locate(callOptions)
  } catch (error) {
    if (isFailure(error, 'notSignedIn') || isSwitchedOff(error)) throw error
    // Without a base path, each further request would start the search again.
    return { answers: [], outcomes: [{ endpoint: 'GET /users/me', outcome: { error } }] }
  }
  return sendCheckCalls((spec) => exchangeOrRelocate(deps, spec), await deps.samples(), deps.dialect)
}

/** Sends a request. If the user is not found at a detected base path, the service may have moved: searches again. */
async function exchangeOrRelocate(deps: ConnectionCheckDeps, spec: ExchangeSpec): Promise<Exchange> {
  const answer = await deps.exchange(spec, callOptions)
  const isSet = deps.profile().dialect.base_path !== undefined
  if (spec.endpoint !== 'GET /users/me' || answer.status !== 404 || isSet) return answer
  try {
    await deps.locate({ ...callOptions, anew: true })
  } catch {
    return answer
  }
  return deps.exchange(spec, callOptions)
}

type ConnectionDeps = ConnectionCheckDeps & {
  reportFile: JsonFile<ConnectionReport | null>
  files: Pick<Files, 'write'>
}

/** Creates the connection service of one profile. Calls during a check share it. A damaged report counts as missing. */
export function createConnection(deps: ConnectionDeps): Services['connection'] {
  const { reportFile, files } = deps
  const checkOnce = singleFlight(() => checkConnection(deps))
  return {
    async check() {
      const report = await checkOnce()
      await reportFile.write(report)
      return report
    },
    report: () => reportFile.read(),
    async export({ fileId, format }) {
      const report = await reportFile.read()
      if (!report) throw notFound(message('app.connectionNotCheckedYet'), message('app.connectionReport'))
      const json = format === 'dialect' ? report.suggested : report
      const text = format === 'md' ? toMarkdown(report) : `${JSON.stringify(json, englishReplacer, 2)}\n`
      return { file: await files.write(fileId, [text]) }
    },
  }
}
