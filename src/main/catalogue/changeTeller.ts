import type { Emit } from '../ports.ts'
import type { SeenDrug } from './drugRows.ts'
import type { DrugStore } from './drugStore.ts'

const leastPauseMs = 1000

/** Tells pages that drugs were kept that they do not know, at once and then at most once a second. */
export function createChangeTeller(emit: Emit) {
  let pausing = false
  let again = false
  const tell = () => {
    if (pausing) {
      again = true
      return
    }
    emit('drugs.changed', {})
    pausing = true
    setTimeout(() => {
      pausing = false
      if (again) tell()
      again = false
    }, leastPauseMs).unref()
  }
  return {
    tell,
    /** Keeps drugs, and tells when one of them was not there or was called otherwise. */
    async when(store: Pick<DrugStore, 'labels'>, seen: readonly SeenDrug[], keep: () => Promise<void>) {
      const known = await store.labels(seen.map(({ drug }) => drug.drugId))
      await keep()
      const before = new Map(known.map((label) => [label.drugId, label]))
      const isNews = ({ drug }: SeenDrug): boolean => {
        const row = before.get(drug.drugId.toWellFormed())
        return row?.name !== drug.name || (drug.category !== null && row.category !== drug.category)
      }
      if (seen.some(isNews)) tell()
    },
  }
}
