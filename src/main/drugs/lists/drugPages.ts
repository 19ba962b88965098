import { notFound } from '../../../shared/contract/failures.ts'
import type { DrugRecord } from '../../../shared/domain/drugs/drug.ts'
import type { DrugChoice } from '../../../shared/domain/studies/exporting.ts'
import { message } from '../../../shared/words/message.ts'
import { chunks } from '../../concurrency/chunks.ts'
import { findGroup } from '../pathways/nameRules.ts'
import { toDetail } from '../rows/drugRows.ts'
import type { DrugStore, PathwayGroup, StoreFilter } from '../rows/drugStore.ts'
import type { DrugLists } from './lists.ts'
import type { NamedDrug } from './marks.ts'

/** Full drugs are read in chunks of this size, because one of them may take megabytes. */
const drugsAtOnce = 50
/** The hits per page of a search, whose descriptions are cut to 500 characters. */
const hitsAtOnce = 2000

/**
 * Yields drugs page by page with their cached data and marks: those of a list, of ids, or all hits of a search. Throws
 * `notFound` for an unknown list or pathway.
 */
export function createDrugPages(options: {
  store: Pick<DrugStore, 'search' | 'get'>
  lists: Pick<DrugLists, 'membersOf' | 'marks' | 'listsOf'>
  groups: () => Promise<readonly PathwayGroup[]>
}): (of: DrugChoice) => AsyncGenerator<DrugRecord[]> {
  const { store, lists } = options

  const describe = async (drugs: readonly NamedDrug[]): Promise<DrugRecord[]> => {
    const drugIds = drugs.map(({ drugId }) => drugId)
    const [rows, marks, listsOf] = await Promise.all([
      store.get(drugIds),
      lists.marks({ drugIds }),
      lists.listsOf(drugIds),
    ])
    const cached = new Map(rows.map((row) => [row.drug_id, toDetail(row, 'cache')]))
    const markOf = new Map(marks.map((mark) => [mark.drugId, mark]))
    return drugs.map(({ drugId, name }) => {
      const drug = cached.get(drugId) ?? null
      const mark = markOf.get(drugId) ?? null
      const known = drug?.name || name || mark?.name || drugId
      return { drugId, name: known, drug, mark, lists: listsOf.get(drugId) ?? [] }
    })
  }

  return async function* pages(of) {
    for await (const drugs of namesOf(of))
      for (const some of chunks(drugs, drugsAtOnce)) yield await describe(some)
  }

  async function* namesOf(of: DrugChoice): AsyncGenerator<NamedDrug[]> {
    if ('listId' in of) return yield await lists.membersOf(of.listId)
    if ('drugIds' in of) return yield [...new Set(of.drugIds)].map((drugId) => ({ drugId, name: '' }))
    yield* found(store, await toFilter(of.search, options.groups))
  }
}

async function toFilter(
  { text, category, pathway, direction }: Extract<DrugChoice, { search: unknown }>['search'],
  groups: () => Promise<readonly PathwayGroup[]>,
): Promise<StoreFilter> {
  const filter = { text, category, direction }
  if (pathway === undefined) return filter
  const group = findGroup(await groups(), pathway)
  if (!group) throw notFound(message('catalogue.pathwayFilterNotTable'), message('shared.pathway'))
  return { ...filter, pathwayNames: group.names }
}

/** Yields every hit once, regardless of the total that the store reports. */
async function* found(store: Pick<DrugStore, 'search'>, filter: StoreFilter): AsyncGenerator<NamedDrug[]> {
  const seen = new Set<string>()
  for (let page = 1; ; page++) {
    const { hits } = await store.search({ ...filter, page, limit: hitsAtOnce })
    const fresh = hits.filter(({ drugId }) => !seen.has(drugId))
    for (const { drugId } of fresh) seen.add(drugId)
    yield fresh.map(({ drugId, name }) => ({ drugId, name }))
    if (hits.length < hitsAtOnce) return
  }
}
