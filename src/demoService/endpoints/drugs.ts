import { type EndpointResponse, isRecord, ok, Refusal } from '../http/httpMessages.ts'
import { type DrugEntry, drugNamed } from '../model/catalogue.ts'
import { directionOf } from '../model/screen.ts'
import type { ApiCall, Backend, Endpoints, Handle } from '../state.ts'
import { clockPayload, finishedProfile, requiredText, scorePayload, selectScores } from './orders.ts'

/** A drug in a list. */
const drugPayload = (drug: DrugEntry) => ({
  drug_id: drug.drugId,
  name: drug.name,
  synonyms: drug.synonyms,
  category: drug.category,
  description: drug.generated ? `${drug.mechanism} (generated entry, no real substance)` : drug.mechanism,
})

/** Returns the full payload of a drug, with its evidence and external identifiers. */
const drugDetailPayload = (drug: DrugEntry) => ({
  ...drugPayload(drug),
  evidence: drug.evidence,
  drugbank_id: drug.drugbankId,
  chembl_id: drug.chemblId,
  generated: drug.generated,
  synthetic: true,
})

const pathwayPayload = (drug: DrugEntry) =>
  drug.pathways.map(({ pathway, sign }) => ({
    pathway,
    direction: directionOf(sign),
    evidence: drug.evidence,
  }))

const defaultLimit = 20
const maxLimit = 100

type Paging = {
  page: number
  limit: number
  fields: string[] | null
  sort: string | null
  descending: boolean
}

/**
 * The common parameters (service-interface, "Common parameters"): page from 1, limit 20 and at most 100, fields,
 * sort, order. `known`: the fields there are. Throws a Refusal (400) that names the parameter.
 */
function readPaging(query: URLSearchParams, known: readonly string[]): Paging {
  const order = query.get('order') ?? 'asc'
  if (order !== 'asc' && order !== 'desc') throw new Refusal(400, 'order must be asc or desc.')
  const fields = query.get('fields')
  const sort = query.get('sort')
  return {
    page: readWholeNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER),
    limit: readWholeNumber(query, 'limit', defaultLimit, maxLimit),
    fields: fields ? fields.split(',').map((name) => knownField('fields', name.trim(), known)) : null,
    sort: sort ? knownField('sort', sort, known) : null,
    descending: order === 'desc',
  }
}

function readWholeNumber(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name)
  if (text === null) return fallback
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 1 && value <= max) return value
  const bound = max === maxLimit ? `from 1 to ${maxLimit}` : 'from 1'
  throw new Refusal(400, `${name} must be a whole number ${bound}.`)
}

function knownField(parameter: string, name: string, known: readonly string[]): string {
  if (known.includes(name)) return name
  throw new Refusal(400, `${parameter} names "${name}", which is not one of: ${known.join(', ')}.`)
}

const listFields = ['drug_id', 'name', 'synonyms', 'category', 'description'] as const

export const drugEndpoints: Endpoints = {
  'GET /drugs': ['read:drug', searchDrugs],
  'GET /drugs/:id': ['read:drug', ({ id }, backend) => ok(drugDetailPayload(findDrug(backend, id)))],
  'GET /drugs/:id/pathways': ['read:drug', ({ id }, backend) => ok(pathwayPayload(findDrug(backend, id)))],
}

function findDrug({ catalogue }: Backend, drugId: string): DrugEntry {
  const drug = catalogue.byId(drugId)
  if (!drug) throw new Refusal(404, `There is no drug "${drugId}".`)
  return drug
}

/** Searches drugs, best matches first unless `sort` is given; ties are in catalogue order. */
function searchDrugs({ query }: ApiCall, { catalogue, dialect }: Backend): EndpointResponse {
  const paging = readPaging(dialect.toDocumentedQuery(query), listFields)
  const found = matching(catalogue.drugs(), query.get('q') ?? '', query.get('category') ?? '')
  const sorted = paging.sort === null ? found : sortedBy(found, paging.sort, paging.descending)
  const start = (paging.page - 1) * paging.limit
  return {
    kind: 'list',
    items: sorted.slice(start, start + paging.limit).map((drug) => toListItem(drug, paging)),
    total: found.length,
    page: paging.page,
    limit: paging.limit,
  }
}

function matching(drugs: DrugEntry[], q: string, category: string): DrugEntry[] {
  const text = q.trim().toLowerCase()
  const categoryLower = category.trim().toLowerCase()
  const ofCategory =
    categoryLower === '' ? drugs : drugs.filter((drug) => drug.category.toLowerCase() === categoryLower)
  if (text === '') return ofCategory
  const ranks: DrugEntry[][] = [[], [], [], []]
  for (const drug of ofCategory) ranks[rankOf(drug, text)]?.push(drug)
  return ranks.flat()
}

/** 0 the name or a synonym itself, 1 the start of one, 2 inside one, 3 in the category; -1 nowhere. */
function rankOf(drug: DrugEntry, text: string): number {
  let best = drug.category.toLowerCase().includes(text) ? 3 : 4
  for (const name of [drug.name, ...drug.synonyms]) {
    const lower = name.toLowerCase()
    if (lower === text) return 0
    if (lower.startsWith(text)) best = 1
    else if (best > 2 && lower.includes(text)) best = 2
  }
  return best === 4 ? -1 : best
}

/** Code-unit order: the same on every machine. */
function sortedBy(drugs: DrugEntry[], field: string, descending: boolean): DrugEntry[] {
  const keyed = drugs.map((drug) => ({ drug, key: sortKey(drug, field) }))
  const sign = descending ? -1 : 1
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
  return keyed.map(({ drug }) => drug)
}

function sortKey(drug: DrugEntry, field: string): string {
  if (field === 'drug_id') return drug.drugId
  if (field === 'category') return drug.category.toLowerCase()
  if (field === 'synonyms') return drug.synonyms.join(';').toLowerCase()
  return (field === 'description' ? drug.mechanism : drug.name).toLowerCase()
}

function toListItem(drug: DrugEntry, { fields }: Paging): Record<string, unknown> {
  const payload = { ...drugPayload(drug), synthetic: true }
  return fields
    ? Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)))
    : payload
}

export const moaEndpoints: Endpoints = {
  'POST /moa/pathway-analysis': ['read:pathway', deferrable(pathwayAnalysis)],
  'POST /moa/pathway-clock': ['read:pathway', deferrable(pathwayClock)],
  'GET /moa/results/:id': ['read:pathway', deferredResult],
  'GET /moa/drug-pathway': ['read:pathway', drugPathway],
}

/** In a service that defers its results: accepted, with the address where the result is. */
function deferrable(handle: Handle): Handle {
  return (call, backend) => {
    const answer = handle(call, backend)
    if (!backend.dialect.defersResults) return answer
    const kind = handle === pathwayClock ? 'clock' : 'analysis'
    const id = Buffer.from(JSON.stringify({ kind, body: call.body })).toString('base64url')
    const Location = `${backend.dialect.prefix}/moa/results/${id}`
    return {
      kind: 'data',
      status: 202,
      data: { status: backend.dialect.stateWord('queued') },
      headers: { Location, 'Retry-After': '1' },
    }
  }
}

function deferredResult(call: ApiCall, backend: Backend): EndpointResponse {
  const { kind, body } = readResultId(call.id)
  return (kind === 'clock' ? pathwayClock : pathwayAnalysis)({ ...call, body }, backend)
}

function readResultId(id: string): { kind: unknown; body: Record<string, unknown> } {
  try {
    const decoded: unknown = JSON.parse(Buffer.from(id, 'base64url').toString())
    if (isRecord(decoded) && isRecord(decoded['body']))
      return { kind: decoded['kind'], body: decoded['body'] }
  } catch {
    // Refused below.
  }
  throw new Refusal(404, `There is no result "${id}".`)
}

function pathwayAnalysis({ body }: ApiCall, backend: Backend): EndpointResponse {
  const { order, profile } = finishedProfile(backend, requiredText(body, 'sample_id'))
  const scores = selectScores(profile.scores, body.pathways)
  return ok({ sample_id: order.id, pathway_scores: scorePayload(scores), synthetic: true })
}

function pathwayClock({ body }: ApiCall, backend: Backend): EndpointResponse {
  const { order, profile } = finishedProfile(backend, requiredText(body, 'sample_id'))
  const scores = selectScores(profile.scores, body.pathways)
  return ok({ ...clockPayload(order.id, profile, scores), synthetic: true })
}

/** By name or synonym, blind to case. */
function drugPathway({ query }: ApiCall, { catalogue }: Backend): EndpointResponse {
  const name = query.get('drug')?.trim() ?? ''
  if (name === '') throw new Refusal(400, 'drug is required: the name of a drug, as in ?drug=sirolimus.')
  const drug = drugNamed(catalogue, name)
  if (!drug) throw new Refusal(404, `There is no drug named "${name}".`)
  return ok(pathwayPayload(drug))
}
