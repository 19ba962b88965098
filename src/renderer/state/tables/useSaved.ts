import type { Output } from '../../../shared/contract/contract.ts'
import { currentAddress } from '../../../shared/contract/earlierAddress.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall } from '../../client/useCall.ts'
import { useUndoOffers } from '../undo.tsx'

type Saved = Output<'searches.list'>[number]

type Options = {
  /** True if an address belongs to this place; all places share one list. */
  isOurs(address: string): boolean
  words: {
    replaced(name: string): string
    renamed(name: string): string
    removed(name: string): string
    undo: string
  }
}

/** Returns the named addresses of one place, with actions that save, rename and remove them and can be undone. */
export function useSaved({ isOurs, words }: Options) {
  const undoOffers = useUndoOffers()
  const all = useCall('searches.list', {})
  const saved = all.data?.map((one) => ({ ...one, address: currentAddress(one.address) }))
  const { refetch } = all
  // The failure of the last action does not apply to the next one.
  const reset = () => {
    for (const action of [save, rename, remove]) action.reset()
  }
  const save = useAction(async (name: string, address: string) => {
    const offerUndo = undoOffers.create()
    // A name used by another place is not replaced.
    const isTaken = saved?.some((one) => one.name === name && !isOurs(one.address)) ?? false
    const ifTaken = isTaken ? 'number' : 'replace'
    const { replaced } = await call('searches.save', { name, address, ifTaken })
    await refetch()
    if (replaced === null || replaced === address) return
    const undo = async () => {
      await call('searches.save', { name, address: replaced })
      await refetch()
    }
    offerUndo({ message: words.replaced(name), label: words.undo, undo })
  })
  const rename = useAction(async ({ searchId, name: previousName }: Saved, name: string) => {
    const offerUndo = undoOffers.create()
    await call('searches.rename', { searchId, name })
    await refetch()
    if (name === previousName) return
    const undo = async () => {
      await call('searches.rename', { searchId, name: previousName })
      await refetch()
    }
    offerUndo({ message: words.renamed(name), label: words.undo, undo })
  })
  const remove = useAction(async ({ searchId, name, address }: Saved) => {
    const offerUndo = undoOffers.create()
    await call('searches.remove', { searchId })
    await refetch()
    const undo = async () => {
      await call('searches.save', { name, address, ifTaken: 'number' })
      await refetch()
    }
    offerUndo({ message: words.removed(name), label: words.undo, undo })
  })
  return {
    saved: saved?.filter(({ address }) => isOurs(address)),
    failure: save.failure ?? rename.failure ?? remove.failure ?? all.failure,
    save: (name: string, address: string) => {
      reset()
      void save.run(name, address)
    },
    rename: (one: Saved, name: string) => {
      reset()
      void rename.run(one, name)
    },
    remove: (one: Saved) => {
      reset()
      void remove.run(one)
    },
  }
}
