import type { Drug } from '../../shared/domain/drug.ts'
import type { DrugPage, RemoteService } from '../ports.ts'
import { segment, toAnswer, unreadable } from './answers.ts'
import type { Send } from './call.ts'
import type { Conventions } from './conventions.ts'
import { readDrugPathways } from './drugPathways.ts'
import { readList } from './lists.ts'
import { pick, readId, readText, readTexts, unwrap } from './payload.ts'
import { sameId } from './sameId.ts'

type DrugCalls = Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'>

/** Longer ones can be neither asked for nor marked. */
const longestId = 300
const defaultPage = 1
/** service-interface, "Limits": page size 20 unless asked otherwise, 100 at most. */
const defaultLimit = 20

/** The drug database: search, one drug, its pathways. */
export function createDrugCalls(send: Send, conventions: Conventions): DrugCalls {
  const scope = conventions.scopes.drugs
  return {
    async searchDrugs(query, options) {
      const endpoint = 'GET /drugs'
      const spec = { endpoint, what: 'the drug search', scope, method: 'GET', path: '/drugs', query } as const
      const received = await send(spec, options)
      const asked = { page: query.page ?? defaultPage, limit: query.limit ?? defaultLimit }
      return toAnswer(received, () => {
        const list = readList(received.data, received.raw, asked, conventions)
        if (!list) throw unreadable(endpoint, 'it holds no list of drugs')
        return readPage(list, asked, endpoint, conventions)
      })
    },

    async drug(drugId, options) {
      const endpoint = 'GET /drugs/{drug_id}'
      const what = `drug ${drugId}`
      const path = `/drugs/${segment(drugId, 'drug')}`
      const received = await send({ endpoint, what, scope, method: 'GET', path }, options)
      return toAnswer(received, () => {
        const record = unwrap(received.data, conventions.fields.drugId)
        const found = readDrug(record, conventions)
        if (!found) throw unreadable(endpoint, 'it holds no drug')
        sameId(found.drugId, drugId, endpoint)
        return { ...found, drugId: drugId.toWellFormed() }
      })
    },

    async drugPathways(drugId, options) {
      const endpoint = 'GET /drugs/{drug_id}/pathways'
      const what = `drug ${drugId}`
      const path = `/drugs/${segment(drugId, 'drug')}/pathways`
      const received = await send({ endpoint, what, scope, method: 'GET', path }, options)
      return toAnswer(received, () => {
        for (const told of drugIdsOf(received.data, conventions)) sameId(told, drugId, endpoint)
        return readDrugPathways(received.data, endpoint, conventions)
      })
    },
  }
}

/** Of the drugs whose pathways an answer tells, where it names them: itself, the drug in it, or each of a list. */
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
  list: { items: unknown[]; total: number; told: number | null },
  asked: { page: number; limit: number },
  endpoint: string,
  conventions: Conventions,
): DrugPage {
  const pairs = list.items.flatMap((raw) => {
    const drug = readDrug(raw, conventions)
    return drug ? [{ drug, raw }] : []
  })
  const hasIds = list.items.some((raw) => readId(pick(raw, conventions.fields.drugId)) !== null)
  if (list.items.length > 0 && !hasIds) throw unreadable(endpoint, 'its drugs have no identifier')
  return {
    items: pairs.map(({ drug }) => drug),
    raws: pairs.map(({ raw }) => raw),
    total: list.total,
    told: list.told,
    skipped: list.items.length - pairs.length,
    ...asked,
  }
}

function readDrug(record: unknown, { fields }: Conventions): Drug | null {
  const drugId = readId(pick(record, fields.drugId))
  if (drugId === null || drugId.length > longestId) return null
  const category = pick(record, fields.category)
  return {
    drugId,
    name: readText(pick(record, fields.drugName)) ?? drugId,
    synonyms: readTexts(pick(record, fields.synonyms), /[;|]/) ?? [],
    category: readText(category) ?? readTexts(category, /$^/)?.join(', ') ?? null,
    description: readText(pick(record, fields.description)),
  }
}
