import { parseState } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { joinMessages, message } from '../../../shared/messages/message.ts'
import { defaultConventions } from '../conventions.ts'
import { readDrugPathways } from '../endpoints/drugs.ts'
import type { Exchange } from '../http/exchange.ts'
import { pick, readText, readTexts, unwrap } from '../responses/jsonFields.ts'
import {
  endpoints,
  isSuccess,
  mostFrequent,
  type Observations,
  payloadOf,
  plainWord,
  type Shown,
} from './observations.ts'

/** Readers for the contents of the responses: states, pathways and scopes. */

const { fields } = defaultConventions
const maxShownNames = 30

const successesOf = (exchanges: readonly Exchange[], ...endpointNames: string[]): Exchange[] =>
  exchanges.filter((exchange) => endpointNames.includes(exchange.endpoint) && isSuccess(exchange))

/** Reads unknown state words, or `known`. Unknown words are displayed unchanged and never count as final. */
export function stateWords({ exchanges, statusWords }: Observations): Shown {
  const sampleStatuses = successesOf(exchanges, endpoints.sample).flatMap((exchange) => {
    const word = readText(pick(unwrap(payloadOf(exchange), fields.sampleId), fields.status))
    return word === null ? [] : [word]
  })
  const words = [...new Set([...statusWords, ...sampleStatuses].map(plainWord))].filter((word) => word !== '')
  if (words.length === 0) return null
  const unknown = words.filter((word) => parseState(word) === 'unknown').toSorted()
  if (unknown.length === 0) return { value: 'known', note: message`Seen: ${words.join(', ')}.` }
  return {
    value: unknown.join(', '),
    note: message`Pathclock does not know this word, so it checks samples with it again.`,
  }
}

/** Reads the form of a drug's pathways from both endpoints that return them: `records`, `names` or `map`. */
export function drugPathwaysShape({ exchanges }: Observations): Shown {
  const shapes = successesOf(exchanges, endpoints.drugPathways, endpoints.drugPathway).flatMap(
    (exchange) => shapeOfPathways(payloadOf(exchange)) ?? [],
  )
  return mostFrequent(shapes)
}

function shapeOfPathways(data: unknown): string | null {
  if (Array.isArray(data)) {
    if (data.length === 0) return null
    return data.every((entry) => typeof entry === 'string') ? 'names' : 'records'
  }
  if (!isRecord(data)) return null
  const inner = pick(data, fields.drugPathways)
  if (Array.isArray(inner)) return shapeOfPathways(inner)
  const map = isRecord(inner) ? inner : pick(data, [...fields.drugId, 'drug']) === undefined ? data : {}
  return Object.keys(map).length > 0 ? 'map' : null
}

/** Reads the pathway names in the responses. No full list is documented. */
export function pathwayNames({ exchanges }: Observations): Shown {
  const ofDrugs = successesOf(exchanges, endpoints.drugPathways, endpoints.drugPathway).flatMap(namesOf)
  const ofReports = successesOf(exchanges, endpoints.report).flatMap((exchange) => {
    const scores = pick(payloadOf(exchange), fields.scores)
    return isRecord(scores) ? Object.keys(scores) : []
  })
  const names = [...new Set([...ofDrugs, ...ofReports].map(plainWord))].filter((name) => name !== '')
  if (names.length === 0) return null
  const more = names.length > maxShownNames ? message`${names.length} were seen in all.` : null
  return {
    value: names.slice(0, maxShownNames).join(', '),
    note: joinMessages([message`Seen in these answers; the full list is not documented.`, more]),
  }
}

function namesOf(exchange: Exchange): string[] {
  try {
    const found = readDrugPathways(payloadOf(exchange), exchange.endpoint, defaultConventions)
    return found.map(({ pathway }) => pathway)
  } catch {
    return []
  }
}

/** Reads the scopes that the service lists for the calling user, or null. */
export function scopesOfUser(exchanges: readonly Exchange[]): string[] | null {
  const [me] = successesOf(exchanges, endpoints.me)
  const record = me && unwrap(payloadOf(me), fields.userId)
  const scopes = readTexts(pick(record, fields.scopes), /[\s,]+/)
  return scopes?.map(plainWord) ?? null
}

const syntheticHeader = defaultConventions.syntheticHeader

export const isSynthetic = (exchanges: readonly Exchange[]): boolean =>
  exchanges.some((exchange) => {
    const marks = [exchange.body, payloadOf(exchange)]
    const marked = marks.some((value) => isRecord(value) && value['synthetic'] === true)
    return marked || exchange.headers.get(syntheticHeader) === 'true'
  })
