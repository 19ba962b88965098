import type { QuotaStatus } from '../../../shared/contract/state.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import { isRecord, type JsonRecord } from '../../../shared/json.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { SignInEndpoints } from '../../ports.ts'
import { defaultConventions } from '../conventions.ts'
import type { Exchange } from '../http/exchange.ts'
import { toPlainLine } from '../http/redaction.ts'
import { type Envelope, findEnvelope } from '../responses/envelope.ts'
import { keyOf, readNumber } from '../responses/jsonFields.ts'

/** The sign-in endpoints in use, or the reason why they are not known. Null without a browser sign-in. */
export type SignInObservation = { endpoints: SignInEndpoints } | { problem: Message } | null

/** The input of the findings. */
export type Observations = {
  exchanges: readonly Exchange[]
  /** Origin and base path in use. */
  service: string
  /** The conventions that the user configured for this profile. */
  set: ConventionSettings
  /** The effective conventions: the configured ones, else those detected. */
  settings: ConventionSettings
  /** The profile's limit, requests per 60 s. */
  requestsPerMinute: number
  signIn: SignInObservation
  quota: Pick<QuotaStatus, 'limit' | 'windowMs'>
  scopes: string[] | null
  /** The states in the register of samples, in the service's own words. */
  statusWords: readonly string[]
}

/** The value of one convention as observed in the responses. Null if they do not show it. */
export type Shown = { value: string; note?: Message } | null

/** Returns the distinct values, most frequent first. */
function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
}

/** Returns the most frequent value, with a note that names the others. */
export function mostFrequent(values: readonly string[]): Shown {
  const [value, ...others] = byFrequency(values)
  if (value === undefined) return null
  return others.length === 0
    ? { value }
    : { value, note: message`Some answers show ${others.join(', ')} instead.` }
}

const maxWordLength = 80

/** Sanitizes a word from the service: one short line, without anything that looks like a token. */
export const plainWord = (text: string): string => toPlainLine(text, maxWordLength)

/** The requests of the check, by method and path template. The path of the token endpoint may differ. */
export const endpoints = {
  me: 'GET /users/me',
  drugs: 'GET /drugs',
  drugsPage1: 'GET /drugs?page=1',
  drugsPage0: 'GET /drugs?page=0',
  drugsPage2: 'GET /drugs?page=2',
  drugsOffset: 'GET /drugs?offset',
  drug: 'GET /drugs/{drug_id}',
  drugPathways: 'GET /drugs/{drug_id}/pathways',
  drugPathway: 'GET /moa/drug-pathway',
  sample: 'GET /samples/{sample_id}',
  report: 'GET /samples/{sample_id}/report',
  task: 'GET /screening/{task_id}',
  metadata: 'GET /.well-known/oauth-authorization-server',
  openidMetadata: 'GET /.well-known/openid-configuration',
} as const

/** RFC 8414, 3. */
export const metadataPath = '/.well-known/oauth-authorization-server'
/** OpenID Connect Discovery 1.0, 4. */
export const openidMetadataPath = '/.well-known/openid-configuration'
/** The default if no metadata states another one (docs on service conventions). */
export const assumedTokenPath = '/oauth/token'

/** An identifier that no service assigns. In the service's logs it shows where the request came from. */
export const impossibleId = 'pathclock-connection-check'

const { message: messageFields, items, envelopeCode, envelopeData } = defaultConventions.fields
/**
 * The names of data in an envelope unknown to the client. `results` is excluded, since it may be a list without an
 * envelope.
 */
const dataKeys = [...envelopeData.filter((name) => name !== 'results'), 'content']

/** An envelope. `isKnown` is true if the client can open it too. */
type ClassifiedEnvelope = Envelope & { isKnown: boolean }

/** Returns the envelope of a body, even one that the client does not understand. Null if there is none. */
export function readEnvelope(body: unknown): ClassifiedEnvelope | null {
  const known = findEnvelope(body)
  if (known && known.dataKey !== null) return { ...known, isKnown: true }
  const found = looseEnvelope(body) ?? known
  return found && { ...found, isKnown: found.dataKey === null }
}

function looseEnvelope(body: unknown): Envelope | null {
  if (!isRecord(body)) return null
  const codeKey = keyOf(body, envelopeCode)
  const dataKey = keyOf(body, dataKeys)
  const code = codeKey === null ? null : readNumber(body[codeKey])
  // A record may itself have a field called `code`, so that field alone is not an envelope.
  const hasEnvelopeField = dataKey !== null || keyOf(body, [...messageFields, 'error']) !== null
  if (code === null ? dataKey === null : !hasEnvelopeField) return null
  return {
    statusKey: code === null ? null : codeKey,
    dataKey,
    code,
    data: dataKey === null ? undefined : body[dataKey],
  }
}

export const codeIn = (body: unknown): number | null => readEnvelope(body)?.code ?? null

/** Returns the payload of a response without its envelope. */
export function payloadOf({ body }: Exchange): unknown {
  const envelope = readEnvelope(body)
  return envelope === null ? body : envelope.data
}

const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

/**
 * Returns the effective status: that of HTTP, or the envelope's if HTTP reports success and the envelope does not. A
 * code that is neither 0 nor 2xx is an error, unless it comes with data and is not an HTTP error status.
 */
export function statusOf({ status, body }: Exchange): number {
  const envelope = readEnvelope(body)
  if (!isSuccessStatus(status) || !envelope || envelope.code === null) return status
  const { code, data } = envelope
  const carriesData = data !== undefined && data !== null
  const isHttpError = code >= 400 && code <= 599
  return code === 0 || isSuccessStatus(code) || (carriesData && !isHttpError) ? status : code
}

export const isSuccess = (exchange: Exchange): boolean => isSuccessStatus(statusOf(exchange))
export const isErrorResponse = (exchange: Exchange): boolean => statusOf(exchange) >= 400

/** Returns true for the 14 endpoints of the interface. The sign-in server follows other rules. */
export const isServiceEndpoint = ({ endpoint }: Exchange): boolean =>
  endpoint !== endpoints.metadata && endpoint !== endpoints.openidMetadata && !isTokenRequest(endpoint)

/** Returns true for a token request. Its path is not fixed, since the service names it. */
export const isTokenRequest = (endpoint: string): boolean => endpoint.startsWith('POST ')

/** A list with its location (`array` for the body itself) and the record around it. */
export type FoundList = { path: string; items: unknown[]; parent: unknown }

export function findList(body: unknown): FoundList | null {
  if (Array.isArray(body)) return { path: 'array', items: body, parent: null }
  if (!isRecord(body)) return null
  const dataKey = readEnvelope(body)?.dataKey ?? null
  const data = dataKey === null ? undefined : body[dataKey]
  if (dataKey !== null && Array.isArray(data)) return { path: dataKey, items: data, parent: body }
  return listIn(body, '') ?? (isRecord(data) ? listIn(data, `${dataKey}.`) : null)
}

function listIn(record: JsonRecord, prefix: string): FoundList | null {
  for (const name of items) {
    const key = keyOf(record, [name])
    const list = key === null ? undefined : record[key]
    if (Array.isArray(list)) return { path: `${prefix}${key}`, items: list, parent: record }
  }
  return null
}
