import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { DrugDetail } from '../../shared/domain/drug.ts'
import type { Database, RemoteService } from '../ports.ts'
import type { DrugsSchema } from '../store/drugs.ts'
import { createDrugCache, type DrugCache } from './drugCache.ts'
import { toDetail } from './drugRows.ts'

export type Catalogue = {
  search: Handlers['drugs.search']
  show: Handlers['drugs.show']
  categories: Handlers['drugs.categories']
}

/** The drug database of the service, kept as it is read so that it can be searched offline. */
export function createCatalogue(options: {
  cache: Database<DrugsSchema>
  remote: Pick<RemoteService, 'searchDrugs' | 'drug' | 'drugPathways'>
}): Catalogue {
  const { remote } = options
  const kept = createDrugCache(options.cache)

  return {
    async search({ from, ...asked }) {
      if (from === 'cache') return { ...(await kept.search(asked)), source: 'cache' }
      try {
        const { value, fetchedAt } = await remote.searchDrugs(toServiceQuery(asked), {
          priority: 'interactive',
        })
        const seen = value.items.map((drug, index) => ({ drug, raw: value.raws[index] ?? drug, fetchedAt }))
        const notice = await whyNotKept(kept.keep(seen))
        const hits = value.items.map((drug) => ({ ...drug, source: 'service' as const, fetchedAt }))
        return { hits, total: value.total, source: 'service', notice }
      } catch (error) {
        if (!mayFallBack(error)) throw error
        const notice = `${error.message} Shown is what this computer has kept.`
        const answer = await kept.search(asked)
        return { ...answer, source: 'cache', notice: [notice, answer.notice].filter(Boolean).join(' ') }
      }
    },

    async show({ drugId, from }) {
      if (from === 'cache') return showKept(kept, drugId)
      try {
        return await fetchDetail(remote, kept, drugId)
      } catch (error) {
        if (!mayFallBack(error)) throw error
        return showKept(kept, drugId, error)
      }
    },

    categories: () => kept.categories(),
  }
}

/** A disk that takes nothing costs the answer's place in the cache, not the answer. Null when it was kept. */
async function whyNotKept(keeping: Promise<void>): Promise<string | null> {
  try {
    await keeping
    return null
  } catch (error) {
    if (!isFailure(error, 'file')) throw error
    return `${error.message} The answer is shown, but it could not be kept for searching offline.`
  }
}

function toServiceQuery(
  asked: Parameters<DrugCache['search']>[0],
): Parameters<RemoteService['searchDrugs']>[0] {
  const { text, category, page, limit, sort, order } = asked
  return {
    page,
    limit,
    ...(text.trim() === '' ? {} : { q: text.trim() }),
    ...(category === undefined ? {} : { category }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
  }
}

/** What is kept helps where the service could not answer; it is no answer to a refused or unknown question. */
const mayFallBack = (error: unknown): error is Failure =>
  isFailure(error) && !['cancelled', 'rejected', 'notFound', 'bug'].includes(error.code)

async function fetchDetail(
  remote: Pick<RemoteService, 'drug' | 'drugPathways'>,
  kept: DrugCache,
  drugId: string,
): Promise<DrugDetail> {
  const priority = 'interactive'
  const [drug, pathways] = await Promise.all([
    remote.drug(drugId, { priority }),
    // Without its pathways a drug is still worth showing; those kept from before are shown then.
    remote.drugPathways(drugId, { priority }).catch((error: unknown) => {
      if (isFailure(error) && error.code !== 'cancelled') return null
      throw error
    }),
  ])
  // Kept under the id that was asked for, whatever the answer calls it, so that asking again finds it.
  await kept.keep([{ drug: { ...drug.value, drugId }, raw: drug.raw, fetchedAt: drug.fetchedAt }])
  if (pathways) await kept.keepPathways(drugId, pathways.value, pathways.raw)
  const row = await kept.get(drugId)
  if (!row) throw new Error('a drug that was just kept is gone')
  return { ...toDetail(row, 'service'), raw: drug.raw }
}

async function showKept(kept: DrugCache, drugId: string, why?: Failure): Promise<DrugDetail> {
  const row = await kept.get(drugId)
  if (row) return toDetail(row, 'cache')
  if (why) throw new Failure(why.code, `${why.message} This drug is not kept on this computer.`, why.details)
  throw new Failure(
    'notFound',
    'This drug is not kept on this computer. Search for it on the service first.',
    { what: 'drug' },
  )
}
