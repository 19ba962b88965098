import type { Direction, Drug, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { maxIdLength } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { message } from '../../../shared/words/message.ts'
import type { DrugPage, NextPage, RemoteService } from '../../ports.ts'
import { directions, fields } from '../fieldNames.ts'
import {
  type ApiResponse,
  type CallSpec,
  type EndpointDeps,
  requireSameId,
  UnreadableContent,
} from '../responses/apiResponse.ts'
import {
  findRecord,
  findValue,
  pick,
  readId,
  readText,
  readTexts,
  withAttributes,
} from '../responses/jsonFields.ts'
import { endpoints, toCall } from './endpoints.ts'
import { readList, readNext, toPagedQuery } from './pagination.ts'

type DrugCalls = Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'>

const defaultPage = 1
/** service-interface, "Limits": page size 20 by default, 100 at most. */
const defaultLimit = 20

export function createDrugCalls({ request, dialect }: EndpointDeps): DrugCalls {
  return {
    searchDrugs(query, options) {
      const { next, ...search } = query
      const pageRequest = { page: query.page ?? defaultPage, limit: query.limit ?? defaultLimit }
      const pagedQuery = toPagedQuery(search, pageRequest.limit, dialect().paging)
      const first = toCall(endpoints.searchDrugs, message('service.drugSearch'), { query: pagedQuery })
      const { query: _, ...withoutQuery } = first
      const call: CallSpec = next === undefined ? first : { ...withoutQuery, path: next, absolute: true }
      return request(call, options, (received) => ({
        ...readPage(received, pageRequest),
        ...readNext(received, requestUrlOf(received.service, next, pagedQuery)),
      }))
    },

    async drug(drugId, options) {
      const call = toCall(endpoints.drug, message('service.drug', { drugId }), { id: drugId })
      return request(call, options, (received) => {
        const { record, id } = findRecord(received, fields.drugId, received.dialect.id?.drug)
        const found = readDrug(record, id)
        if (!found) throw new UnreadableContent(message('service.holdsNoDrug'))
        requireSameId(found.drugId, drugId)
        return { ...found, drugId: drugId.toWellFormed() }
      })
    },

    async drugPathways(drugId, options) {
      const call = toCall(endpoints.drugPathways, message('service.drug', { drugId }), { id: drugId })
      return request(call, options, ({ data }) => {
        for (const receivedId of drugIdsOf(data)) requireSameId(receivedId, drugId)
        return readDrugPathways(data)
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

/** Returns the ids of the drugs whose pathways a response contains: its own, a nested drug's, or those of a list. */
function drugIdsOf(data: unknown): string[] {
  const records = Array.isArray(data)
    ? data.filter((entry) => pick(entry, ['pathways']) !== undefined)
    : [data]
  return records.flatMap((record) => {
    const drugId = readId(pick(record, fields.drugId)) ?? readId(pick(pick(record, ['drug']), fields.drugId))
    return drugId === null ? [] : [drugId]
  })
}

function readPage(
  received: ApiResponse,
  pageRequest: { page: number; limit: number },
): Omit<DrugPage, keyof NextPage> {
  const list = readList(received, pageRequest)
  if (!list) throw new UnreadableContent(message('service.holdsNoListDrugs'))
  const { drug: idPointers } = received.dialect.id ?? {}
  const records = list.items.map((raw) => {
    const record = withAttributes(raw)
    return { raw, record, id: readId(findValue(record, { raw }, fields.drugId, idPointers)) }
  })
  const pairs = records.flatMap(({ raw, record, id }) => {
    const drug = readDrug(record, id)
    return drug ? [{ drug, raw }] : []
  })
  const hasIds = records.some(({ id }) => id !== null)
  if (list.items.length > 0 && !hasIds) throw new UnreadableContent(message('service.drugsNoIdentifier'))
  return {
    items: pairs.map(({ drug }) => drug),
    raws: pairs.map(({ raw }) => raw),
    total: list.total,
    reportedTotal: list.reportedTotal,
    skipped: list.items.length - pairs.length,
    ...pageRequest,
  }
}

function readDrug(record: unknown, drugId: string | null): Drug | null {
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

/** Parses the pathways of a drug: a list of records or names, or a map of pathway -> record or direction. */
export function readDrugPathways(data: unknown): DrugPathway[] {
  const found = listOf(data)
  if (!found) throw new UnreadableContent(message('service.holdsNoPathways'))
  return found
}

function listOf(data: unknown): DrugPathway[] | null {
  if (Array.isArray(data)) return data.flatMap(readEntry)
  if (!isRecord(data)) return null
  const inner = pick(data, fields.drugPathways)
  if (Array.isArray(inner)) return listOf(inner)
  if (isRecord(inner)) return readMap(inner)
  // A drug record without pathways is a valid response. Any other record is itself a map of pathways.
  if (readId(pick(data, fields.drugId)) !== null || 'drug' in data) return []
  return readMap(data)
}

function readEntry(entry: unknown): DrugPathway[] {
  const name = readId(entry) ?? readId(pick(entry, fields.pathwayName))
  // A hit of a lookup by name may be a drug with nested pathways.
  const nested = pick(entry, ['pathways'])
  if (Array.isArray(nested) || isRecord(nested)) return listOf(entry) ?? []
  return name === null ? [] : [toPathway(name, entry)]
}

const readMap = (map: Record<string, unknown>): DrugPathway[] =>
  Object.entries(map).map(([name, value]) => toPathway(name, value))

function toPathway(pathway: string, from: unknown): DrugPathway {
  const word = isRecord(from) ? pick(from, fields.direction) : from
  return {
    pathway,
    direction: word === pathway ? 'unknown' : readDirection(word),
    evidence: isRecord(from) ? readEvidence(pick(from, fields.evidence)) : null,
  }
}

const readEvidence = (value: unknown): string | null => {
  if (Array.isArray(value)) return value.map((part) => readText(part) ?? JSON.stringify(part)).join('; ')
  return readText(value) ?? (isRecord(value) ? JSON.stringify(value) : null)
}

function readDirection(value: unknown): Direction {
  const word = readText(value)?.trim().toLowerCase() ?? ''
  if (directions.inhibits.includes(word)) return 'inhibits'
  return directions.activates.includes(word) ? 'activates' : 'unknown'
}
