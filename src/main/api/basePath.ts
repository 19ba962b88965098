import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { type ConventionSettings, conventionSettingsSchema } from '../../shared/domain/app/convention.ts'
import { isRecord } from '../../shared/json.ts'
import { message } from '../../shared/messages/message.ts'
import { createSingleFlight } from '../concurrency/singleFlight.ts'
import type { CallOptions } from '../ports.ts'
import { type Conventions, defaultConventions } from './conventions.ts'
import type { OutgoingRequest, SignedExchange } from './http/exchange.ts'
import { readRetryAfter } from './rateLimit/headers.ts'
import type { Requests } from './request.ts'
import { classifyFailure } from './responses/classifyFailure.ts'
import { effectiveStatus, findEnvelope, openEnvelope } from './responses/envelope.ts'
import { pick, readId, unwrap } from './responses/jsonFields.ts'

type LocatorDeps = {
  requests: Requests
  origin: string
  serviceUrl: string
  settings: () => ConventionSettings
  found: (found: ConventionSettings) => Promise<void>
  nowMs: () => number
}

export type Locator = {
  /** Returns the effective settings, including those detected since the start. */
  settings(): ConventionSettings
  /** Returns the base path, or null while it is not known. */
  basePath(): string | null
  /**
   * Determines the base path if it is not known. Throws the failure that prevented it; the known settings then stay.
   */
  locate(options?: LocateOptions): Promise<void>
}

/**
 * `anew` searches all paths except the one found earlier, for a service that has moved. Do not use it with a configured
 * path.
 */
export type LocateOptions = CallOptions & { anew?: true }

const endpoint = 'GET /users/me'

/**
 * Detects the path below the origin where a service has its endpoints. It tries `GET users/me` at each candidate, and
 * the first JSON response other than 404 wins. A 401 proves nothing, since a gateway in front of everything may have
 * sent it.
 */
export function createLocator(deps: LocatorDeps): Locator {
  let discovered: ConventionSettings = {}
  /** The previous base path, until the new one is stored. */
  let movedFrom: string | null = null
  const settings = (): ConventionSettings => {
    const configured = deps.settings()
    const isOutdated =
      movedFrom !== null && configured.base_path === movedFrom && discovered.base_path !== undefined
    return { ...discovered, ...configured, ...(isOutdated && { base_path: discovered.base_path }) }
  }
  const basePath = (): string | null => settings().base_path ?? null

  const search = async ({ priority, beforeLookup }: SearchOptions, signal: AbortSignal): Promise<void> => {
    const previousPath = basePath()
    const options = {
      signal,
      ...(priority && { priority }),
      ...(beforeLookup && { beforeSend: beforeLookup }),
    }
    discovered = await findBasePath(deps, options, previousPath)
    movedFrom = previousPath
    // The stored path is for the next start. A failed write must not fail the call that waits for this.
    await deps.found(discovered).catch(() => undefined)
    if (deps.settings().base_path !== movedFrom) movedFrom = null
  }
  // Background searches wait in the queue and stop while the breaker is open, so interactive calls do not join them.
  const interactiveSearch = createSingleFlight(search)
  const backgroundSearch = createSingleFlight(search)
  // A caller that counts requests may stop its search, which must not fail the calls of others.
  const meteredSearch = createSingleFlight(search)

  return {
    settings,
    basePath,
    async locate({ anew, priority, signal, beforeLookup } = {}) {
      if (basePath() !== null && !anew) return
      const isPerson = (priority ?? 'interactive') === 'interactive' || interactiveSearch.isRunning()
      const background = beforeLookup && !backgroundSearch.isRunning() ? meteredSearch : backgroundSearch
      const searchOptions = { ...(priority && { priority }), ...(beforeLookup && { beforeLookup }) }
      await (isPerson ? interactiveSearch : background).join(searchOptions, signal)
    },
  }
}

type SearchOptions = Pick<CallOptions, 'priority' | 'beforeLookup'>

/** Returns the base paths to try, in order and without duplicates (docs on service conventions, "base URL"). */
export function candidatePaths(serviceUrl: string): string[] {
  const prefix = defaultConventions.basePath
  const base = new URL(serviceUrl).pathname.replace(/\/+$/, '')
  const unversioned = base.replace(/\/v\d[\w.-]*$/i, '')
  const all = [prefix, `${base}${prefix}`, `${unversioned}${prefix}`, base]
  const { base_path } = conventionSettingsSchema.shape
  return [...new Set(all)].filter((path) => base_path.safeParse(path).success)
}

/** Searches for the base path. `movedFrom` is the path that the service has left, or null. */
async function findBasePath(
  deps: LocatorDeps,
  options: CallOptions,
  movedFrom: string | null,
): Promise<ConventionSettings> {
  let fallback: ConventionSettings | Failure | undefined
  let redirect: Failure | undefined
  for (const base_path of candidatePaths(deps.serviceUrl).filter((path) => path !== movedFrom)) {
    const probe = await probePath(deps, base_path, options, fallback instanceof Failure)
    if (probe.found) return probe.found
    fallback ??= probe.fallback
    redirect ??= probe.redirect
  }
  if (fallback instanceof Failure) throw fallback
  if (fallback) return fallback
  if (redirect) throw redirect
  throw new Failure(
    'notFound',
    message`There is no such service at this address: none of the usual paths at ${deps.origin} knows the calling user. Check the address, or set the base path of this profile.`,
    { what: message`the service`, status: 404 },
  )
}

/** Returns true if the response has a success code that the user configured. */
const hasConfiguredSuccessCode = (
  { body }: SignedExchange,
  { success_codes = [] }: ConventionSettings,
): boolean => success_codes.includes(findEnvelope(body)?.code ?? Number.NaN)

type ProbeResult = { found?: ConventionSettings; fallback?: ConventionSettings | Failure; redirect?: Failure }

/**
 * Tries one path. `renewed` means that an earlier 401 has already led to a renewal of the credential, or an attempt.
 */
async function probePath(
  { requests, nowMs, settings }: LocatorDeps,
  base_path: string,
  options: CallOptions,
  renewed: boolean,
): Promise<ProbeResult> {
  let last: SignedExchange | undefined
  const out: OutgoingRequest = {
    endpoint,
    method: 'GET',
    path: `${base_path}/users/me`,
    ...(renewed && { renewed }),
  }
  try {
    const raw = await requests.sendWithRetries(out, options, (raw) => {
      last = raw
      return isInconclusive(raw) && !hasConfiguredSuccessCode(raw, settings())
        ? { refusal: toErrorResponse(raw, nowMs()) }
        : { value: raw }
    })
    if (isServiceResponse(raw)) return { found: { base_path, ...successCode(raw) } }
    if (raw.status >= 300 && raw.status < 400) return { redirect: toErrorResponse(raw, nowMs()).failure }
    return raw.status === 403 ? { fallback: { base_path } } : {}
  } catch (error) {
    if (isFailure(error, 'notSignedIn') && last && !isJson(last)) return { fallback: error }
    throw error
  }
}

/** Returns true if the response proves nothing: the client must sign in again, wait or retry. */
const isInconclusive = (raw: SignedExchange): boolean => {
  const answered = effectiveStatus(raw.status, raw.body)
  return (
    answered === 401 || answered === 429 || (answered >= 500 && Object.keys(successCode(raw)).length === 0)
  )
}

function toErrorResponse(raw: SignedExchange, nowMs: number) {
  const { requestId, token } = raw
  const status = effectiveStatus(raw.status, raw.body)
  const retryAfterMs = readRetryAfter(raw.headers, nowMs)
  const opened = openEnvelope(raw.status, raw.body, { conventions: defaultConventions, successCodes: [200] })
  const problem = opened.ok ? { text: null, fields: [] } : opened.problem
  const what = message`the calling user`
  const failure = classifyFailure({
    endpoint,
    what,
    status,
    problem,
    requestId,
    retryAfterMs,
    token,
    scopesHeld: null,
  })
  return { status, failure, retryAfterMs }
}

const isJson = ({ body }: SignedExchange): boolean => isRecord(body) || Array.isArray(body)

const isServiceResponse = (raw: SignedExchange): boolean => {
  const answered = effectiveStatus(raw.status, raw.body)
  return isJson(raw) && answered !== 404 && !(raw.status >= 300 && raw.status < 400)
}

/**
 * Detects a success code: HTTP reports success and the envelope contains the requested user. HTTP status codes are
 * excluded.
 */
function successCode({ status, body }: SignedExchange): ConventionSettings {
  const conventions: Conventions = defaultConventions
  const { userId } = conventions.fields
  const envelope = findEnvelope(body)
  const code = envelope?.code ?? null
  const isHttpStatus = code !== null && code >= 100 && code <= 599
  if (status !== 200 || code === null || isHttpStatus || !envelope?.dataKey) return {}
  const opened = openEnvelope(status, body, { conventions, successCodes: [code] })
  const isUser = opened.ok && readId(pick(unwrap(opened.data, userId), userId)) !== null
  if (!isUser) return {}
  return code === 0 ? { success_code: 0 } : { success_codes: [code] }
}
