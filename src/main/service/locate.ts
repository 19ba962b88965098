import { Failure, isFailure } from '../../shared/contract/failures.ts'
import { type ConventionSettings, conventionSettingsSchema } from '../../shared/domain/convention.ts'
import type { CallOptions } from '../ports.ts'
import { type Conventions, defaultConventions } from './conventions.ts'
import { answeredStatus, openEnvelope } from './envelope.ts'
import { findEnvelope } from './envelopeKeys.ts'
import type { Outgoing, Raw } from './exchange.ts'
import { isRecord, pick, readId, unwrap } from './payload.ts'
import { toRefusal } from './refusals.ts'
import type { Requests } from './request.ts'
import { readRetryAfter } from './retryAfter.ts'
import { createSingleFlight } from './singleFlight.ts'

type Parts = {
  requests: Requests
  origin: string
  serviceUrl: string
  settings: () => ConventionSettings
  found: (found: ConventionSettings) => Promise<void>
  nowMs: () => number
}

export type Locator = {
  /** The effective settings, with what was found out since the start. */
  settings(): ConventionSettings
  /** The base path; null while it is not known. */
  basePath(): string | null
  /** Finds the base path out where it is not known. Throws what stood in the way; what was known stays then. */
  locate(options?: LocateOptions): Promise<void>
}

/** `anew`: looks everywhere but where the service was found, for one that has moved. Not for a path that is set. */
export type LocateOptions = CallOptions & { anew?: true }

const endpoint = 'GET /users/me'

/**
 * Finds out where below its origin a service has its endpoints: `GET users/me` is tried in turn, and the first JSON
 * answer that is no 404 wins. An answer of 401 settles nothing: it may come from a gate in front of everything.
 */
export function createLocator(parts: Parts): Locator {
  let seen: ConventionSettings = {}
  /** Where the service was before, as long as nobody has remembered that it moved. */
  let left: string | null = null
  const settings = (): ConventionSettings => {
    const told = parts.settings()
    const isOutOfDate = left !== null && told.base_path === left && seen.base_path !== undefined
    return { ...seen, ...told, ...(isOutOfDate && { base_path: seen.base_path }) }
  }
  const basePath = (): string | null => settings().base_path ?? null

  const search = async ({ priority, onLookup }: Wanted, signal: AbortSignal): Promise<void> => {
    const before = basePath()
    const options = { signal, ...(priority && { priority }), ...(onLookup && { onLeave: onLookup }) }
    seen = await find(parts, options, before)
    left = before
    // Remembering is for the next start; a disk that refuses must not fail the call that waits for this.
    await parts.found(seen).catch(() => undefined)
    if (parts.settings().base_path !== left) left = null
  }
  // A search that a background call began waits its turn, and is left alone while the service fails.
  const forPerson = createSingleFlight(search)
  const inBackground = createSingleFlight(search)
  // Whoever counts the requests may stop the search, which is no reason for the calls of others to fail.
  const counted = createSingleFlight(search)

  return {
    settings,
    basePath,
    async locate({ anew, priority, signal, onLookup } = {}) {
      if (basePath() !== null && !anew) return
      const isPerson = (priority ?? 'interactive') === 'interactive' || forPerson.isRunning()
      const background = onLookup && !inBackground.isRunning() ? counted : inBackground
      const wanted = { ...(priority && { priority }), ...(onLookup && { onLookup }) }
      await (isPerson ? forPerson : background).join(wanted, signal)
    },
  }
}

type Wanted = Pick<CallOptions, 'priority' | 'onLookup'>

/** The base paths to try, in order, each once (docs on service conventions, "base URL"). */
export function candidates(serviceUrl: string): string[] {
  const prefix = defaultConventions.basePath
  const base = new URL(serviceUrl).pathname.replace(/\/+$/, '')
  const unversioned = base.replace(/\/v\d[\w.-]*$/i, '')
  const all = [prefix, `${base}${prefix}`, `${unversioned}${prefix}`, base]
  const { base_path } = conventionSettingsSchema.shape
  return [...new Set(all)].filter((path) => base_path.safeParse(path).success)
}

/** `left`: where the service is no longer; null where it was never found. */
async function find(parts: Parts, options: CallOptions, left: string | null): Promise<ConventionSettings> {
  let second: ConventionSettings | Failure | undefined
  let redirect: Failure | undefined
  for (const base_path of candidates(parts.serviceUrl).filter((path) => path !== left)) {
    const tried = await tryAt(parts, base_path, options, second instanceof Failure)
    if (tried.found) return tried.found
    second ??= tried.second
    redirect ??= tried.redirect
  }
  if (second instanceof Failure) throw second
  if (second) return second
  if (redirect) throw redirect
  throw new Failure(
    'notFound',
    `There is no such service at this address: none of the usual paths at ${parts.origin} knows the calling user. Check the address, or set the base path of this profile.`,
    { what: 'the service', status: 404 },
  )
}

/** Of a service, as a person set it. */
const isSetSuccess = ({ body }: Raw, { success_codes = [] }: ConventionSettings): boolean =>
  success_codes.includes(findEnvelope(body)?.code ?? Number.NaN)

type Tried = { found?: ConventionSettings; second?: ConventionSettings | Failure; redirect?: Failure }

/** `renewed`: a 401 has renewed the credential already, as far as that was possible. */
async function tryAt(
  { requests, nowMs, settings }: Parts,
  base_path: string,
  options: CallOptions,
  renewed: boolean,
): Promise<Tried> {
  let last: Raw | undefined
  const out: Outgoing = {
    endpoint,
    method: 'GET',
    path: `${base_path}/users/me`,
    ...(renewed && { renewed }),
  }
  try {
    const raw = await requests.untilAnswered(out, options, (raw) => {
      last = raw
      return mustWait(raw) && !isSetSuccess(raw, settings())
        ? { refusal: toRefused(raw, nowMs()) }
        : { value: raw }
    })
    if (isHere(raw)) return { found: { base_path, ...successCode(raw) } }
    if (raw.status >= 300 && raw.status < 400) return { redirect: toRefused(raw, nowMs()).failure }
    return raw.status === 403 ? { second: { base_path } } : {}
  } catch (error) {
    if (isFailure(error, 'notSignedIn') && last && !isJson(last)) return { second: error }
    throw error
  }
}

/** Nothing can be concluded from it: sign in again, wait, or try later. */
const mustWait = (raw: Raw): boolean => {
  const answered = answeredStatus(raw.status, raw.body)
  return (
    answered === 401 || answered === 429 || (answered >= 500 && Object.keys(successCode(raw)).length === 0)
  )
}

function toRefused(raw: Raw, nowMs: number) {
  const { requestId, token } = raw
  const status = answeredStatus(raw.status, raw.body)
  const retryAfterMs = readRetryAfter(raw.headers, nowMs)
  const opened = openEnvelope(raw.status, raw.body, { conventions: defaultConventions, successCodes: [200] })
  const problem = opened.ok ? { text: null, fields: [] } : opened.problem
  const what = 'the calling user'
  const failure = toRefusal({
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

const isJson = ({ body }: Raw): boolean => isRecord(body) || Array.isArray(body)

const isHere = (raw: Raw): boolean => {
  const answered = answeredStatus(raw.status, raw.body)
  return isJson(raw) && answered !== 404 && !(raw.status >= 300 && raw.status < 400)
}

/** What a code means success by: HTTP agrees, and the user asked for is in the envelope. Codes of HTTP's errors never do. */
function successCode({ status, body }: Raw): ConventionSettings {
  const conventions: Conventions = defaultConventions
  const { userId } = conventions.fields
  const envelope = findEnvelope(body)
  const code = envelope?.code ?? null
  const isOfHttp = code !== null && code >= 100 && code <= 599
  if (status !== 200 || code === null || isOfHttp || !envelope?.dataKey) return {}
  const opened = openEnvelope(status, body, { conventions, successCodes: [code] })
  const isUser = opened.ok && readId(pick(unwrap(opened.data, userId), userId)) !== null
  if (!isUser) return {}
  return code === 0 ? { success_code: 0 } : { success_codes: [code] }
}
