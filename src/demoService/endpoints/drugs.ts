import type { ApiCall, Backend, Endpoint } from '../backend.ts'
import { type EndpointResponse, ok, Refusal } from '../httpMessages.ts'
import type { DrugEntry } from '../model/drugEntry.ts'
import { drugDetailPayload, drugPayload, pathwayPayload } from './drugPayloads.ts'
import { type Paging, readPaging } from './paging.ts'

const listFields = ['drug_id', 'name', 'synonyms', 'category', 'description'] as const

export const drugEndpoints: Endpoint[] = [
  { method: 'GET', path: '/drugs', scope: 'read:drug', handle: searchDrugs },
  {
    method: 'GET',
    path: '/drugs/:id',
    scope: 'read:drug',
    handle: ({ id }, backend) => ok(drugDetailPayload(findDrug(backend, id))),
  },
  {
    method: 'GET',
    path: '/drugs/:id/pathways',
    scope: 'read:drug',
    handle: ({ id }, backend) => ok(pathwayPayload(findDrug(backend, id))),
  },
]

function findDrug({ catalogue }: Backend, drugId: string): DrugEntry {
  const drug = catalogue.byId(drugId)
  if (!drug) throw new Refusal(404, `There is no drug "${drugId}".`)
  return drug
}

/** Best matches first, unless `sort` says otherwise; equal ones in the order of the catalogue. */
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
