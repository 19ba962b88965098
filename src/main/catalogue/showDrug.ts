import { Failure, isFailure } from '../../shared/contract/failures.ts'
import type { DrugDetail, DrugPathway } from '../../shared/domain/drug.ts'
import type { Answer, RemoteService } from '../ports.ts'
import type { DrugRow } from '../store/drugs.ts'
import type { createChangeTeller } from './changeTeller.ts'
import { type SeenDrug, toDetail, toDrugRow } from './drugRows.ts'
import type { DrugStore } from './drugStore.ts'
import { insteadOf, sentences } from './sentences.ts'
import { whyNotKept } from './whyNotKept.ts'

type Parts = {
  store: DrugStore
  remote: Pick<RemoteService, 'drug' | 'drugPathways'>
  changed: ReturnType<typeof createChangeTeller>
}

const priority = 'interactive'

/** A drug with its pathways from the service; both are kept, and what was known before is shown with them. */
export async function fetchDetail(parts: Parts, drugId: string): Promise<DrugDetail> {
  const { store, remote } = parts
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
  const seen = {
    drug: { ...drug.value, drugId },
    raw: drug.raw,
    fetchedAt: drug.fetchedAt,
    synthetic: drug.synthetic,
  }
  const notKept = await whyNotKept(keepBoth(parts, seen, pathways))
  const notice = sentences(answer instanceof Failure ? withoutPathways(answer) : null, notKept)
  if (notKept !== null) return { ...toDetail(rowOf(seen, pathways), 'service'), notice }
  const [row] = await store.get([drugId])
  if (!row) throw new Error('a drug that was just kept is gone')
  return { ...toDetail(row, 'service'), notice }
}

const withoutPathways = ({ message }: Failure): string =>
  `${message} Its pathways are therefore not from now: shown are those known from before, where there are any.`

async function keepBoth(
  { store, changed }: Parts,
  seen: SeenDrug,
  pathways: Answer<DrugPathway[]> | null,
): Promise<void> {
  const { drugId } = seen.drug
  const [before] = await store.get([drugId])
  await changed.when(store, [seen], () => store.keep([seen], true))
  if (!pathways) return
  const { value, raw, fetchedAt, synthetic } = pathways
  await store.keepPathways(drugId, value, raw, fetchedAt, synthetic)
  if (before?.pathways !== JSON.stringify(value)) changed.tell()
}

/** As it would have been kept. */
const rowOf = (seen: SeenDrug, pathways: Answer<DrugPathway[]> | null): DrugRow => ({
  ...toDrugRow(seen, undefined, true),
  pathways: pathways && JSON.stringify(pathways.value),
  pathways_raw: pathways && (JSON.stringify(pathways.raw) ?? 'null'),
  pathways_fetched_at: pathways && pathways.fetchedAt,
  pathways_synthetic: pathways?.synthetic ? 1 : 0,
})

/** Throws `notFound`, or `why` the service was of no help, where the drug is not kept. */
export async function showKept(store: DrugStore, drugId: string, why?: Failure): Promise<DrugDetail> {
  const [row] = await store.get([drugId])
  if (row) return { ...toDetail(row, 'cache'), notice: why ? insteadOf(why) : null }
  if (why) throw new Failure(why.code, `${why.message} This drug is not kept on this computer.`, why.details)
  throw new Failure(
    'notFound',
    'This drug is not kept on this computer. Search for it on the service first.',
    { what: 'drug' },
  )
}
