import { Failure, isFailure } from '../../shared/contract/failures.ts'
import {
  type DetectedDialect,
  defaultBasePath,
  dialectOf,
  dialectSchema,
  type ServiceDialect,
} from '../../shared/domain/app/dialect.ts'
import { isRecord } from '../../shared/json.ts'
import { message } from '../../shared/words/message.ts'
import { createSingleFlight } from '../concurrency/singleFlight.ts'
import type { CallOptions } from '../ports.ts'
import { fields } from './fieldNames.ts'
import type { OutgoingRequest, SignedExchange } from './http/exchange.ts'
import { readRetryAfter } from './rateLimit/headers.ts'
import type { Requests } from './request.ts'
import { classifyFailure } from './responses/classifyFailure.ts'
import { effectiveStatus, findEnvelope, openEnvelope } from './responses/envelope.ts'
import { pick, readId, readNumber, unwrap } from './responses/jsonFields.ts'

type LocatorDeps = {
  requests: Requests
  origin: string
  serviceUrl: string
  dialect: () => ServiceDialect
  saveDetected: (detected: DetectedDialect) => Promise<void>
  nowMs: () => number
}

export type Locator = {
  /** Returns the dialect in use, including what was detected since the start. */
  dialect(): ServiceDialect
  basePath(): string | null
  /** Determines the base path if it is not known. If it throws, the known dialect stays. */
  locate(options?: LocateOptions): Promise<void>
}

/** `anew` searches all paths except the one found earlier, for a service that has moved. */
export type LocateOptions = CallOptions & { anew?: true }

const endpoint = 'GET /users/me'

/**
 * Detects the path below the origin where a service has its endpoints. It tries `GET users/me` at each candidate; the
 * first JSON response other than 404 wins. A 401 proves nothing, since a gateway may have sent it.
 */
export function createLocator(deps: LocatorDeps): Locator {
  let discovered: DetectedDialect = {}
  /** The previous base path, until the new one is stored. */
  let movedFrom: string | null = null
  const dialect = (): ServiceDialect => {
    const configured = deps.dialect()
    const isOutdated =
      movedFrom !== null && configured.base_path === movedFrom && discovered.base_path !== undefined
    return {
      ...dialectOf({ dialect: configured, detected: discovered }),
      ...(isOutdated && { base_path: discovered.base_path }),
    }
  }
  const basePath = (): string | null => dialect().base_path ?? null

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
    await deps.saveDetected(discovered).catch(() => undefined)
    if (deps.dialect().base_path !== movedFrom) movedFrom = null
  }
  // Background searches wait in the queue and stop while the breaker is open, so interactive calls do not join them.
  const interactiveSearch = createSingleFlight(search)
  const backgroundSearch = createSingleFlight(search)
  // A caller that counts requests may stop its search, which must not fail the calls of others.
  const meteredSearch = createSingleFlight(search)

  return {
    dialect,
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
  const prefix = defaultBasePath
  const base = new URL(serviceUrl).pathname.replace(/\/+$/, '')
  const unversioned = base.replace(/\/v\d[\w.-]*$/i, '')
  const all = [prefix, `${base}${prefix}`, `${unversioned}${prefix}`, base]
  const { base_path } = dialectSchema.shape
  return [...new Set(all)].filter((path) => base_path.safeParse(path).success)
}

/** Searches for the base path. `movedFrom` is the path that the service has left, or null. */
async function findBasePath(
  deps: LocatorDeps,
  options: CallOptions,
  movedFrom: string | null,
): Promise<DetectedDialect> {
  let fallback: DetectedDialect | Failure | undefined
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
  throw new Failure('notFound', message('service.noSuchServiceAddress', { origin: deps.origin }), {
    what: message('service.theService'),
    status: 404,
  })
}

const hasConfiguredSuccessCode = ({ body }: SignedExchange, { envelope }: ServiceDialect): boolean =>
  envelope?.success?.includes(findEnvelope(body)?.code ?? Number.NaN) === true

/** Tries one path. `renewed`: an earlier 401 has already led to a renewal of the credential, or an attempt. */
async function probePath(
  { requests, nowMs, dialect }: LocatorDeps,
  base_path: string,
  options: CallOptions,
  renewed: boolean,
): Promise<{ found?: DetectedDialect; fallback?: DetectedDialect | Failure; redirect?: Failure }> {
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
      return isInconclusive(raw) && !hasConfiguredSuccessCode(raw, dialect())
        ? { refusal: toErrorResponse(raw, nowMs()) }
        : { value: raw }
    })
    if (isServiceResponse(raw)) return { found: { base_path, ...detectEnvelope(raw) } }
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
    answered === 401 || answered === 429 || (answered >= 500 && detectEnvelope(raw).envelope === undefined)
  )
}

function toErrorResponse(raw: SignedExchange, nowMs: number) {
  const status = effectiveStatus(raw.status, raw.body)
  const retryAfterMs = readRetryAfter(raw.headers, nowMs)
  const opened = openEnvelope(raw.status, raw.body, {})
  const problem = opened.ok ? { text: null, fields: [] } : opened.problem
  const what = message('service.callingUser')
  const failure = classifyFailure({ ...raw, what, status, problem, retryAfterMs, scopesHeld: null })
  return { status, failure, retryAfterMs }
}

const isJson = ({ body }: SignedExchange): boolean => isRecord(body) || Array.isArray(body)

const isServiceResponse = (raw: SignedExchange): boolean => {
  const answered = effectiveStatus(raw.status, raw.body)
  return isJson(raw) && answered !== 404 && !(raw.status >= 300 && raw.status < 400)
}

/** Detects the envelope from the response about the user: a success code besides 2xx, and the field of the user. */
export function detectEnvelope({ status, body }: Pick<SignedExchange, 'status' | 'body'>): DetectedDialect {
  if (status !== 200 || !isRecord(body)) return {}
  const envelope = findEnvelope(body)
  const isUser = (data: unknown): boolean => readId(pick(unwrap(data, fields.userId), fields.userId)) !== null
  const code = envelope?.code ?? readNumber(pick(body, fields.envelopeCode))
  const isHttpStatus = code !== null && code >= 100 && code <= 599
  const success = code !== null && !isHttpStatus ? { success: [code] } : {}
  if (envelope?.dataKey)
    return code !== null && !isHttpStatus && isUser(envelope.data) ? { envelope: success } : {}
  const isEnvelope =
    code === null ? body['success'] === true || body['ok'] === true : !isHttpStatus || code < 300
  const isOwnRecord = readId(pick(body, fields.userId)) !== null
  const key = Object.keys(body).find((name) => !userKeys.test(name) && isUser(body[name]))
  if (!isEnvelope || isOwnRecord || key === undefined) return {}
  return { envelope: { data: [`/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`], ...success } }
}

/** Names of a field with the user alone, which other responses do not have. */
const userKeys = /user|account|profile|^me$/i
