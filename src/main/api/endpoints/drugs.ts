import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import type { Direction, Drug, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { maxIdLength } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { message } from '../../../shared/messages/message.ts'
import type { DrugPage, NextPage, RemoteService } from '../../ports.ts'
import type { Conventions } from '../conventions.ts'
import { unreadableResponse } from '../http/exchange.ts'
import { pathSegment, requireSameId, type Send, toAnswer } from '../responses/apiResponse.ts'
import {
  findRecord,
  findValue,
  pick,
  readId,
  readText,
  readTexts,
  withAttributes,
} from '../responses/jsonFields.ts'
import { readList, readNext, toPagedQuery } from './pagination.ts'

type DrugCalls = Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'>

const defaultPage = 1
/** service-interface, "Limits": page size 20 by default, 100 at most. */
const defaultLimit = 20

/** Creates the calls of the drug database: search, one drug, its pathways. */
export function createDrugCalls(
  send: Send,
  conventions: Conventions,
  settings: () => ConventionSettings,
): DrugCalls {
  const scope = conventions.scopes.drugs
  return {
    async searchDrugs(query, options) {
      const endpoint = 'GET /drugs'
      const { next, ...search } = query
      const pageRequest = { page: query.page ?? defaultPage, limit: query.limit ?? defaultLimit }
      const pagedQuery = toPagedQuery(search, pageRequest.limit, settings().paging)
      const spec = { endpoint, what: message`the drug search`, scope, method: 'GET' } as const
      const received = await send(
        next === undefined
          ? { ...spec, path: '/drugs', query: pagedQuery }
          : { ...spec, path: next, absolute: true },
        options,
      )
      return toAnswer(received, () => {
        const list = readList(received, pageRequest, conventions, settings())
        if (!list) throw unreadableResponse(endpoint, message`it holds no list of drugs`)
        const requestUrl = requestUrlOf(received.service, next, pagedQuery)
        const nextPage = readNext(received, requestUrl, conventions, settings())
        return {
          ...readPage(list, pageRequest, endpoint, { conventions, settings: settings() }),
          ...nextPage,
        }
      })
    },

    async drug(drugId, options) {
      const endpoint = 'GET /drugs/{drug_id}'
      const what = message`drug ${drugId}`
      const path = `/drugs/${pathSegment(drugId, 'drug')}`
      const received = await send({ endpoint, what, scope, method: 'GET', path }, options)
      return toAnswer(received, () => {
        const { drug_id_path } = settings()
        const { record, id } = findRecord(received, conventions.fields.drugId, drug_id_path)
        const found = readDrug(record, id, conventions)
        if (!found) throw unreadableResponse(endpoint, message`it holds no drug`)
        requireSameId(found.drugId, drugId, endpoint)
        return { ...found, drugId: drugId.toWellFormed() }
      })
    },

    async drugPathways(drugId, options) {
      const endpoint = 'GET /drugs/{drug_id}/pathways'
      const what = message`drug ${drugId}`
      const path = `/drugs/${pathSegment(drugId, 'drug')}/pathways`
      const received = await send({ endpoint, what, scope, method: 'GET', path }, options)
      return toAnswer(received, () => {
        for (const receivedId of drugIdsOf(received.data, conventions))
          requireSameId(receivedId, drugId, endpoint)
        return readDrugPathways(received.data, endpoint, conventions)
      })
    },
  }
}

/** Returns the requested address: `next` unchanged, or the search with its page number. */
function requestUrlOf(
  service: string,
  next: string | undefined,
  query: Record<string, string | number | undefined>,
): URL {
  // A path may begin with two slashes, which would be parsed as a host.
  if (next !== undefined) return new URL(`${new URL(service).origin}${next}`)
  const url = new URL(`${service}/drugs`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

/**
 * Returns the ids of the drugs whose pathways a response contains: its own, that of a nested drug, or those of a list.
 */
function drugIdsOf(data: unknown, { fields }: Conventions): string[] {
  const records = Array.isArray(data)
    ? data.filter((entry) => pick(entry, ['pathways']) !== undefined)
    : [data]
  return records.flatMap((record) => {
    const drugId = readId(pick(record, fields.drugId)) ?? readId(pick(pick(record, ['drug']), fields.drugId))
    return drugId === null ? [] : [drugId]
  })
}

function readPage(
  list: { items: unknown[]; total: number; reportedTotal: number | null },
  pageRequest: { page: number; limit: number },
  endpoint: string,
  { conventions, settings }: { conventions: Conventions; settings: ConventionSettings },
): Omit<DrugPage, keyof NextPage> {
  const { drugId } = conventions.fields
  const records = list.items.map((raw) => {
    const record = withAttributes(raw)
    const path = settings.drug_id_path
    return { raw, record, id: readId(findValue(record, { raw }, drugId, path)) }
  })
  const pairs = records.flatMap(({ raw, record, id }) => {
    const drug = readDrug(record, id, conventions)
    return drug ? [{ drug, raw }] : []
  })
  const hasIds = records.some(({ id }) => id !== null)
  if (list.items.length > 0 && !hasIds)
    throw unreadableResponse(endpoint, message`its drugs have no identifier`)
  return {
    items: pairs.map(({ drug }) => drug),
    raws: pairs.map(({ raw }) => raw),
    total: list.total,
    reportedTotal: list.reportedTotal,
    skipped: list.items.length - pairs.length,
    ...pageRequest,
  }
}

function readDrug(record: unknown, drugId: string | null, { fields }: Conventions): Drug | null {
  if (drugId === null || drugId.length > maxIdLength) return null
  const category = pick(record, fields.category)
  return {
    drugId,
    name: readText(pick(record, fields.drugName)) ?? drugId,
    synonyms: readTexts(pick(record, fields.synonyms), /[;|]/) ?? [],
    category: readText(category) ?? readTexts(category, /$^/)?.join(', ') ?? null,
    description: readText(pick(record, fields.description)),
  }
}

/**
 * Parses the pathways of a drug: a list of records or bare names, or a map of pathway -> record or direction, at the
 * top or in a field of the response. A missing or unknown direction is `unknown`.
 */
export function readDrugPathways(data: unknown, endpoint: string, conventions: Conventions): DrugPathway[] {
  const found = listOf(data, conventions)
  if (!found) throw unreadableResponse(endpoint, message`it holds no pathways`)
  return found
}

function listOf(data: unknown, conventions: Conventions): DrugPathway[] | null {
  const { fields } = conventions
  if (Array.isArray(data)) return data.flatMap((entry) => readEntry(entry, conventions))
  if (!isRecord(data)) return null
  const inner = pick(data, fields.drugPathways)
  if (Array.isArray(inner)) return listOf(inner, conventions)
  if (isRecord(inner)) return readMap(inner, conventions)
  // A drug record without pathways is a valid response. Any other record is itself a map of pathways.
  if (readId(pick(data, fields.drugId)) !== null || 'drug' in data) return []
  return readMap(data, conventions)
}

function readEntry(entry: unknown, conventions: Conventions): DrugPathway[] {
  const { fields } = conventions
  const name = readId(entry) ?? readId(pick(entry, fields.pathwayName))
  // A hit of a lookup by name may be a drug with nested pathways.
  const nested = pick(entry, ['pathways'])
  if (Array.isArray(nested) || isRecord(nested)) return listOf(entry, conventions) ?? []
  return name === null ? [] : [toPathway(name, entry, conventions)]
}

const readMap = (map: Record<string, unknown>, conventions: Conventions): DrugPathway[] =>
  Object.entries(map).map(([name, value]) => toPathway(name, value, conventions))

function toPathway(pathway: string, from: unknown, conventions: Conventions): DrugPathway {
  const { fields } = conventions
  const word = isRecord(from) ? pick(from, fields.direction) : from
  return {
    pathway,
    direction: word === pathway ? 'unknown' : readDirection(word, conventions),
    evidence: isRecord(from) ? readEvidence(pick(from, fields.evidence)) : null,
  }
}

const readEvidence = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.map((part) => readText(part) ?? JSON.stringify(part)).join('; ')
  return readText(value) ?? (isRecord(value) ? JSON.stringify(value) : null)
}

function readDirection(value: unknown, { directions }: Conventions): Direction {
  const word = readText(value)?.trim().toLowerCase() ?? ''
  if (directions.inhibits.includes(word)) return 'inhibits'
  return directions.activates.includes(word) ? 'activates' : 'unknown'
}
