/** The longest wait to believe. Longer ones are treated as a mistake of the service. */
const maxWaitMs = 3_600_000

/** The smallest numbers read as a time since 1970, in seconds and in milliseconds; services write either. */
const minEpochSeconds = 1_000_000_000
const minEpochMs = 1_000_000_000_000

/**
 * Reads the limit from the headers of a response; null if they state none. It reads `RateLimit` and `RateLimit-Policy`
 * (IETF draft "RateLimit header fields for HTTP", also in its older forms), then `RateLimit-Limit`, `-Remaining`,
 * `-Reset`, and the same with the prefix `X-`, which never state a window.
 */
export function readRateLimitHeaders(headers: Headers, nowMs: number): ObservedLimit | null {
  const items = parseItems(headers.get('RateLimit'))
  const policies = [
    ...parseItems(headers.get('RateLimit-Policy')),
    ...parseItems(headers.get('RateLimit-Limit')),
  ]
  const policy = shortestWindow(policies)
  // Of several limits, the one with the fewest requests left is reached first.
  const tightest = items.toSorted((a, b) => (param(a, 'r') ?? Infinity) - (param(b, 'r') ?? Infinity))[0]
  const legacyParams = Object.assign({}, ...items.map(({ params }) => params)) as Params
  const observed: ObservedLimit = {
    limit:
      policy?.limit ?? parseInteger(legacyParams['limit']) ?? readPrefixed(headers, 'Limit', parseInteger),
    windowMs: policy?.windowMs ?? null,
    remaining:
      (tightest && param(tightest, 'r')) ??
      parseInteger(legacyParams['remaining']) ??
      readPrefixed(headers, 'Remaining', parseInteger),
    resetMs:
      toMs(tightest && param(tightest, 't')) ??
      toMs(parseInteger(legacyParams['reset'])) ??
      readPrefixed(headers, 'Reset', (text) => readReset(text, serverNowMs(headers, nowMs))),
  }
  return Object.values(observed).every((value) => value === null) ? null : observed
}

/** Returns the current time by the service's clock, which the dates in its headers refer to. Ours may differ. */
function serverNowMs(headers: Headers, nowMs: number): number {
  const serverDateMs = Date.parse(headers.get('Date') ?? '')
  return Number.isNaN(serverDateMs) ? nowMs : serverDateMs
}

type Params = Record<string, string>
type Item = { value: string; params: Params }

/** Parses the items of a structured list (RFC 9651): `"name";q=100;w=60, 50;w=1`, `limit=100`. */
function parseItems(text: string | null): Item[] {
  return (text?.slice(0, 2000).match(/(?:"[^"]*"|[^,"])+/g) ?? []).map((item) => {
    const [first = '', ...rest] = item.split(';').map((part) => part.trim())
    const pairs = [first, ...rest].flatMap((part) => {
      const [, key, value] = /^([\w*.-]+)\s*=\s*"?([^"]*)"?$/.exec(part) ?? []
      return key !== undefined && value !== undefined ? [[key.toLowerCase(), value] as const] : []
    })
    return { value: first, params: Object.fromEntries(pairs) }
  })
}

/** Returns the policy with the shortest window, since it is reached first. Null if none states a window. */
function shortestWindow(policies: Item[]): { limit: number; windowMs: number } | null {
  const known = policies.flatMap((item) => {
    const limit = param(item, 'q') ?? parseInteger(item.value)
    const windowS = param(item, 'w') ?? param(item, 'window')
    return limit !== null && windowS !== null && windowS > 0 ? [{ limit, windowMs: windowS * 1000 }] : []
  })
  return known.toSorted((a, b) => a.windowMs - b.windowMs)[0] ?? null
}

const param = ({ params }: Item, key: string): number | null => parseInteger(params[key])

function parseInteger(text: string | null | undefined): number | null {
  const digits = /^\d{1,15}/.exec(text?.trim() ?? '')?.[0]
  return digits === undefined ? null : Number(digits)
}

const toMs = (seconds: number | null | undefined): number | null =>
  typeof seconds === 'number' ? Math.min(seconds * 1000, maxWaitMs) : null

function readPrefixed<T>(headers: Headers, what: string, read: (text: string) => T | null): T | null {
  for (const prefix of ['RateLimit-', 'X-RateLimit-', 'X-Rate-Limit-']) {
    const text = headers.get(`${prefix}${what}`)
    const value = text === null ? null : read(text)
    if (value !== null) return value
  }
  return null
}

/** Parses seconds from now, or a time since 1970. Returns null for anything else. */
function readReset(text: string, nowMs: number): number | null {
  const number = /^\s*\d{1,16}(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number)) return null
  const ms =
    number >= minEpochMs ? number - nowMs : number >= minEpochSeconds ? number * 1000 - nowMs : number * 1000
  return Math.min(Math.max(0, ms), maxWaitMs)
}

/** The limit stated in the headers of a response. Null where they do not state it. */
export type ObservedLimit = {
  limit: number | null
  /** Stated only by a policy. */
  windowMs: number | null
  remaining: number | null
  resetMs: number | null
}

/**
 * Returns the wait that the service requests: from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), else from
 * the reset in its rate limit headers. Null if it states none that can be parsed. Capped at one hour.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers.get('Retry-After')?.trim() ?? ''
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : msUntilDate(text, serverNowMs(headers, nowMs))
  if (ms !== null) return Math.min(Math.max(0, ms), maxWaitMs)
  return readRateLimitHeaders(headers, nowMs)?.resetMs ?? null
}

/** Parses a date, which must start with the name of a day. `Date.parse` alone would accept `-5`. */
function msUntilDate(text: string, nowMs: number): number | null {
  const at = /^[a-z]{3,9},? /i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at - nowMs
}
