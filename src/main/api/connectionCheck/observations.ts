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

/** What is in force where one signs in with the browser, or why nobody knows; null where one does not. */
export type SignInObservation = { endpoints: SignInEndpoints } | { problem: Message } | null

/** All that the findings follow from. */
export type Observations = {
  exchanges: readonly Exchange[]
  /** Origin and base path in use. */
  service: string
  /** What a person set for this profile. */
  set: ConventionSettings
  /** What counts: what was set, else what was found out. */
  settings: ConventionSettings
  /** The profile's limit, requests per 60 s. */
  requestsPerMinute: number
  signIn: SignInObservation
  quota: Pick<QuotaStatus, 'limit' | 'windowMs'>
  scopes: string[] | null
  /** Words for states in the register of samples, as the service wrote them. */
  statusWords: readonly string[]
}

/** What answers show of one convention; null where they show nothing. */
export type Shown = { value: string; note?: Message } | null

/** The values by how often they come, the most frequent first. */
function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
}

/** The most frequent value; the note names the others. */
export function mostFrequent(values: readonly string[]): Shown {
  const [value, ...others] = byFrequency(values)
  if (value === undefined) return null
  return others.length === 0
    ? { value }
    : { value, note: message`Some answers show ${others.join(', ')} instead.` }
}

const maxWordLength = 80

/** A word of the service made fit to show: one short line, without anything that looks like a token. */
export const plainWord = (text: string): string => toPlainLine(text, maxWordLength)

/** What the check asks, by method and path template; the token endpoint's path may be another one. */
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
/** Assumed where no metadata says otherwise (docs on service conventions). */
export const assumedTokenPath = '/oauth/token'

/** An identifier that no service gives; whoever reads its logs sees where the request came from. */
export const impossibleId = 'pathclock-connection-check'

const { message: messageFields, items, envelopeCode, envelopeData } = defaultConventions.fields
/** Names that the client does not take for those of an envelope: `results` alone may be a list without one. */
const dataKeys = [...envelopeData.filter((name) => name !== 'results'), 'content']

/** What a body is wrapped in; `isKnown` where the client takes it off too. */
type ClassifiedEnvelope = Envelope & { isKnown: boolean }

/** The envelope of a body, also one that the client does not understand; null where the body is its own data. */
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
  // A record of the service's own may have a field called `code`: alone it wraps nothing.
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

/** What an answer is about, without its envelope. */
export function payloadOf({ body }: Exchange): unknown {
  const envelope = readEnvelope(body)
  return envelope === null ? body : envelope.data
}

const isSuccessStatus = (status: number): boolean => status >= 200 && status < 300

/**
 * The status that counts: that of HTTP, or the envelope's where HTTP says all is well and the envelope does not.
 * A code that is neither 0 nor 2xx is an error, unless it comes with data and is no status of HTTP's errors.
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

/** Answers of the 14 endpoints of the interface; those of the sign-in server follow rules of their own. */
export const isServiceEndpoint = ({ endpoint }: Exchange): boolean =>
  endpoint !== endpoints.metadata && endpoint !== endpoints.openidMetadata && !isTokenRequest(endpoint)

/** The token endpoint is named by the service, so its path is not known before. */
export const isTokenRequest = (endpoint: string): boolean => endpoint.startsWith('POST ')

/** A list, where it stands (`array` for the body itself), and the record around it. */
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
