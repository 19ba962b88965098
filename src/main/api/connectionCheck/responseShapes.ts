import { isRecord } from '../../../shared/json.ts'
import { message } from '../../../shared/messages/message.ts'
import { defaultConventions, successCodes } from '../conventions.ts'
import { findTotal, readNext } from '../endpoints/pagination.ts'
import type { Exchange } from '../http/exchange.ts'
import { keyOf, pick, readId, unwrap, withAttributes } from '../responses/jsonFields.ts'
import {
  codeIn,
  endpoints,
  findList,
  isErrorResponse,
  isServiceEndpoint,
  isSuccess,
  mostFrequent,
  type Observations,
  payloadOf,
  plainWord,
  readEnvelope,
  type Shown,
} from './observations.ts'

/** Readers for the structure of the responses of the 14 endpoints: envelope, field names, lists and errors. */

type From = Pick<Observations, 'exchanges'>

const serviceExchanges = ({ exchanges }: From): Exchange[] => exchanges.filter(isServiceEndpoint)
const successes = (from: From): Exchange[] => serviceExchanges(from).filter(isSuccess)
const errorResponses = (from: From): Exchange[] => serviceExchanges(from).filter(isErrorResponse)
const responseTo = (from: From, endpoint: string): Exchange | undefined =>
  successes(from).find((exchange) => exchange.endpoint === endpoint)

const maxDepth = 8
const maxItems = 50
const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)+$/
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)+$/
// A hump needs a lowercase letter after it, so pathway names used as keys, such as mTOR, do not count as fields.
const camelCase = /^[a-z][a-z0-9]*([A-Z][a-z0-9]+)+$/

export function fieldNames(from: From): Shown {
  const keys = new Set(serviceExchanges(from).flatMap(({ body }) => keysIn(body, 0)))
  return mostFrequent([...keys].flatMap((key) => formOf(key) ?? []))
}

function formOf(key: string): string | null {
  if (snakeCase.test(key)) return 'snake_case'
  if (kebabCase.test(key)) return 'kebab-case'
  return camelCase.test(key) ? 'camelCase' : null
}

function keysIn(value: unknown, depth: number): string[] {
  if (depth > maxDepth) return []
  if (Array.isArray(value)) return value.slice(0, maxItems).flatMap((item) => keysIn(item, depth + 1))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner, depth + 1)])
}

const { userId, drugId, sampleId } = defaultConventions.fields

/** Reads the form of id fields. `kind_id` covers `user_id`, `drug_id` and so on, in any spelling. */
export function idFields(from: From): Shown {
  const bodies = [
    { data: payloadTo(from, endpoints.me), names: userId },
    { data: findList(responseTo(from, endpoints.drugs)?.body)?.items[0], names: drugId },
    { data: payloadTo(from, endpoints.drug), names: drugId },
    { data: payloadTo(from, endpoints.sample), names: sampleId },
  ]
  const keys = bodies.flatMap(({ data, names }) => {
    const record = unwrap(data, names)
    const key = isRecord(record) && readId(pick(record, names)) !== null ? keyOf(record, names) : null
    return key === null ? [] : [key]
  })
  const shown = mostFrequent(keys.map((key) => (/.id$/i.test(key) ? 'kind_id' : key)))
  return shown && { value: shown.value, note: message`Seen: ${[...new Set(keys)].join(', ')}.` }
}

function payloadTo(from: From, endpoint: string): unknown {
  const answer = responseTo(from, endpoint)
  return answer && payloadOf(answer)
}

export function envelope(from: From): Shown {
  const envelopes = successes(from).flatMap(({ body, endpoint }) => {
    if (!isRecord(body) || endpoint === endpoints.report) return []
    const wrapped = readEnvelope(body)
    const envelopeForm = wrapped ? [wrapped.statusKey, wrapped.dataKey].filter(Boolean).join('+') : 'none'
    return [{ form: envelopeForm, isKnown: wrapped?.isKnown ?? true }]
  })
  // If only bare lists arrived, there is no envelope.
  const bare = successes(from).some(({ body }) => Array.isArray(body))
  const shown = mostFrequent(envelopes.map(({ form }) => form))
  if (!shown) return bare ? { value: 'none' } : null
  const isKnown = envelopes.every(({ form, isKnown }) => isKnown || form !== shown.value)
  return isKnown ? shown : { value: shown.value, note: unknownEnvelopeNote }
}

const unknownEnvelopeNote = message`Pathclock does not know this envelope: of answers in it, lists and scores are not understood.`

/**
 * Reads the success code. Apart from 200 and other 2xx codes, only configured codes or those detected at the first call
 * mean success.
 */
export function successCode(observations: Pick<Observations, 'exchanges' | 'settings'>): Shown {
  const codes = successes(observations).flatMap(({ body }) => codeIn(body) ?? [])
  const shown = mostFrequent(codes.map(String))
  if (!shown || successCodes(observations.settings).includes(Number(shown.value))) return shown
  const note =
    shown.value === '0'
      ? message`Pathclock took this code for an error before this check.`
      : message`Pathclock reads this code as an error.`
  return { value: shown.value, note }
}

export const errorStatus = (from: From): Shown =>
  mostFrequent(errorResponses(from).map(({ status }) => (status >= 400 ? 'http' : 'in-200')))

export const errorShape = (from: From): Shown => mostFrequent(errorResponses(from).map(shapeOfError))

function shapeOfError({ body, bytes, contentType }: Exchange): string {
  if (bytes.byteLength === 0) return 'empty'
  if (contentType.includes('problem+json')) return 'problem+json'
  if (body === undefined) return contentType.includes('html') ? 'html' : 'text'
  if (codeIn(body) !== null) return 'envelope'
  const error = pick(body, ['error'])
  if (isRecord(error)) return 'error-object'
  if (typeof error === 'string') return 'oauth'
  return isRecord(body) && 'title' in body && 'status' in body ? 'problem+json' : 'json'
}

export function listShape(from: From): Shown {
  const drugs = responseTo(from, endpoints.drugs)
  if (!drugs) return null
  const list = findList(drugs.body)
  return list ? { value: list.path } : { value: 'unknown', note: message`No list was found in the answer.` }
}

/**
 * Reads the form of a page. `limit` means that the page is as long as requested, `total` that the response states the
 * total.
 */
export function paging(from: From, requestedLimit: number): Shown {
  const drugs = responseTo(from, endpoints.drugs)
  const list = drugs && findList(drugs.body)
  if (!list) return null
  const totalField = findTotal(list.parent, drugs.body, defaultConventions.fields.total)
  const note = totalField
    ? message`${totalField.total} drugs in all, by the field ${totalField.name}.`
    : message`The end is a short page.`
  if (list.items.length > requestedLimit)
    return {
      value: 'ignored',
      note: message`Requested ${requestedLimit} drugs; the response has ${list.items.length}.`,
    }
  // A short page may contain all there is, so it does not show whether the limit is honored.
  if (list.items.length < requestedLimit) return null
  return { value: totalField ? 'limit+total' : 'limit', note }
}

export function reportFormat(from: From): Shown {
  const report = responseTo(from, endpoints.report)
  const type = report?.contentType.split(';')[0]?.trim().toLowerCase()
  return type ? { value: plainWord(type) } : null
}

/** The number of drugs that the check requests. */
export const requestedDrugCount = 2

const firstResponse = (exchanges: readonly Exchange[], endpoint: string): Exchange | undefined =>
  exchanges.find((exchange) => exchange.endpoint === endpoint && isSuccess(exchange))

/** Returns the ids of the drugs in a response as one text. Null if it contains no list. */
function idsOf(exchanges: readonly Exchange[], endpoint: string): string | null {
  const list = findList(firstResponse(exchanges, endpoint)?.body)
  if (!list) return null
  const ids = list.items.map((item) => readId(pick(withAttributes(item), defaultConventions.fields.drugId)))
  return JSON.stringify(ids)
}

function namesNext(exchanges: readonly Exchange[]): boolean {
  const drugs = firstResponse(exchanges, endpoints.drugs)
  if (!drugs) return false
  const answer = { data: payloadOf(drugs), raw: drugs.body, headers: drugs.headers }
  return readNext(answer, new URL('https://service.invalid/drugs'), defaultConventions, {}).more
}

/** Returns true if more drugs follow but the response names no next page. */
export function isFullPage(exchanges: readonly Exchange[]): boolean {
  const drugs = firstResponse(exchanges, endpoints.drugs)
  const list = drugs && findList(drugs.body)
  if (!list || list.items.length !== requestedDrugCount || namesNext(exchanges)) return false
  return (
    (findTotal(list.parent, drugs.body, defaultConventions.fields.total)?.total ?? Number.POSITIVE_INFINITY) >
    requestedDrugCount
  )
}

/** Returns true if both requests returned the same drugs. */
export function isSamePage(exchanges: readonly Exchange[], one: string, other: string): boolean {
  const ids = idsOf(exchanges, one)
  return ids !== null && ids === idsOf(exchanges, other)
}

/** Returns true if the requests returned different drugs. */
export function areOtherPages(exchanges: readonly Exchange[], one: string, other: string): boolean {
  const [first, second] = [idsOf(exchanges, one), idsOf(exchanges, other)]
  return first !== null && second !== null && first !== second
}

/** Reads how a list continues if its pages are not numbered from 1. Null if the responses do not show it. */
export function listCounting({ exchanges }: Pick<Observations, 'exchanges'>): Shown {
  if (namesNext(exchanges))
    return { value: 'next', note: message`Each page names the next one, which is followed.` }
  const [first, page1, page0, page2, offset] = [
    endpoints.drugs,
    endpoints.drugsPage1,
    endpoints.drugsPage0,
    endpoints.drugsPage2,
    endpoints.drugsOffset,
  ].map((endpoint) => idsOf(exchanges, endpoint))
  if (!first || !page1) return null
  // A list without a fixed order returns other drugs at each request.
  if (page1 !== first)
    return page0 === first ? { value: 'page_from_0', note: message`The page 1 was not the first one.` } : null
  const isOffset = page2 === first && offset && offset !== first
  return isOffset
    ? { value: 'offset', note: message`The number of a page is ignored; an offset is not.` }
    : null
}
