import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { DrugDetail, DrugPathway } from '../../shared/domain/drug.ts'
import type { RemoteService, ServiceResponse } from '../ports.ts'
import type { DrugRow } from '../store/drugs.ts'
import { cacheWriteNotice } from './cacheWriteNotice.ts'
import type { createChangeNotifier } from './changeNotifier.ts'
import { type FetchedDrug, toDetail, toDrugRow } from './drugRows.ts'
import type { DrugStore } from './drugStore.ts'
import { cacheFallbackMessage, joinMessages } from './messages.ts'

type Deps = {
  store: DrugStore
  remote: Pick<RemoteService, 'drug' | 'drugPathways'>
  changeNotifier: ReturnType<typeof createChangeNotifier>
}

const priority = 'interactive'

/** A drug with its pathways from the service; both are kept, and what was known before is shown with them. */
export async function fetchDetail(deps: Deps, drugId: string): Promise<DrugDetail> {
  const { store, remote } = deps
  const [drug, answer] = await Promise.all([
    remote.drug(drugId, { priority }),
    // Without its pathways a drug is still worth showing; those kept from before are shown then.
    remote.drugPathways(drugId, { priority }).catch((error: unknown) => {
      if (isFailure(error) && error.code !== 'cancelled') return error
      throw error
    }),
  ])
  const pathways = answer instanceof Failure ? null : answer
  // Kept under the id that was asked for, whatever the answer calls it, so that asking again finds it.
  const fetched = {
    drug: { ...drug.value, drugId },
    raw: drug.raw,
    fetchedAt: drug.fetchedAt,
    synthetic: drug.synthetic,
  }
  const cacheNotice = await cacheWriteNotice(cacheDetail(deps, fetched, pathways))
  const notice = joinMessages(answer instanceof Failure ? missingPathwaysMessage(answer) : null, cacheNotice)
  if (cacheNotice !== null) return { ...toDetail(rowOf(fetched, pathways), 'service'), notice }
  const [row] = await store.get([drugId])
  if (!row) throw new Error('a drug that was just kept is gone')
  return { ...toDetail(row, 'service'), notice }
}

const missingPathwaysMessage = ({ message }: Failure): string =>
  `${message} Its pathways are therefore not from now: shown are those known from before, where there are any.`

async function cacheDetail(
  { store, changeNotifier }: Deps,
  fetched: FetchedDrug,
  pathways: ServiceResponse<DrugPathway[]> | null,
): Promise<void> {
  const { drugId } = fetched.drug
  const [before] = await store.get([drugId])
  await changeNotifier.notifyIfChanged(store, [fetched], () => store.cacheDrugs([fetched], true))
  if (!pathways) return
  const { value, raw, fetchedAt, synthetic } = pathways
  await store.cachePathways(drugId, value, raw, fetchedAt, synthetic)
  if (before?.pathways !== JSON.stringify(value)) changeNotifier.notify()
}

/** As it would have been kept. */
const rowOf = (fetched: FetchedDrug, pathways: ServiceResponse<DrugPathway[]> | null): DrugRow => ({
  ...toDrugRow(fetched, undefined, true),
  pathways: pathways && JSON.stringify(pathways.value),
  pathways_raw: pathways && (JSON.stringify(pathways.raw) ?? 'null'),
  pathways_fetched_at: pathways && pathways.fetchedAt,
  pathways_synthetic: pathways?.synthetic ? 1 : 0,
})

/** Throws `notFound`, or `failure` the service was of no help, where the drug is not kept. */
export async function showCached(store: DrugStore, drugId: string, failure?: Failure): Promise<DrugDetail> {
  const [row] = await store.get([drugId])
  if (row) return { ...toDetail(row, 'cache'), notice: failure ? cacheFallbackMessage(failure) : null }
  if (failure)
    throw new Failure(
      failure.code,
      `${failure.message} This drug is not kept on this computer.`,
      failure.details,
    )
  throw new Failure(
    'notFound',
    'This drug is not kept on this computer. Search for it on the service first.',
    { what: 'drug' },
  )
}
