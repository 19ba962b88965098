import type { Emit } from '../ports.ts'
import type { FetchedDrug } from './drugRows.ts'
import type { DrugStore } from './drugStore.ts'

const minIntervalMs = 1000

/** Tells pages that drugs were kept that they do not know, at once and then at most once a second. */
export function createChangeNotifier(emit: Emit) {
  let isThrottled = false
  let isPending = false
  const notify = () => {
    if (isThrottled) {
      isPending = true
      return
    }
    emit('drugs.changed', {})
    isThrottled = true
    setTimeout(() => {
      isThrottled = false
      if (isPending) notify()
      isPending = false
    }, minIntervalMs).unref()
  }
  return {
    notify,
    /** Keeps drugs, and tells when one of them was not there or was called otherwise. */
    async notifyIfChanged(
      store: Pick<DrugStore, 'labels'>,
      fetched: readonly FetchedDrug[],
      write: () => Promise<void>,
    ) {
      const known = await store.labels(fetched.map(({ drug }) => drug.drugId))
      await write()
      const before = new Map(known.map((label) => [label.drugId, label]))
      const isChanged = ({ drug }: FetchedDrug): boolean => {
        const row = before.get(drug.drugId.toWellFormed())
        return row?.name !== drug.name || (drug.category !== null && row.category !== drug.category)
      }
      if (fetched.some(isChanged)) notify()
    },
  }
}
