import { useTranslation } from 'react-i18next'
import type { Output } from '../../../shared/contract/contract.ts'
import { currentAddress } from '../../../shared/contract/earlierAddress.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { SavedList } from '../../ui/lists/SavedList.tsx'

type Saved = Output<'searches.list'>[number]

type Props = {
  kind: 'view' | 'search'
  /** The address to save, or the reason why it cannot be saved. */
  address: string
  disabledReason: string | null
  /** True if an address belongs to this place; all places share one list. */
  isOurs(address: string): boolean
  open(address: string): void
}

/** The named addresses of one place: saves, opens, renames and removes them. Each change can be undone. */
export function SavedAddresses({ kind, address, disabledReason, isOurs, open }: Props) {
  const { t } = useTranslation('ui', { keyPrefix: 'saved' })
  const undoOffers = useUndoOffers()
  const all = useCall('searches.list', {})
  const saved = all.data?.map((one) => ({ ...one, address: currentAddress(one.address) }))
  const { refetch } = all
  const save = useAction(async (name: string) => {
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
    offerUndo({ message: t(`${kind}.replaced`, { name }), undo })
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
    offerUndo({ message: t(`${kind}.renamed`, { name }), undo })
  })
  const remove = useAction(async ({ searchId, name, address: removed }: Saved) => {
    const offerUndo = undoOffers.create()
    await call('searches.remove', { searchId })
    await refetch()
    const undo = async () => {
      await call('searches.save', { name, address: removed, ifTaken: 'number' })
      await refetch()
    }
    offerUndo({ message: t(`${kind}.removed`, { name }), undo })
  })
  // The failure of the last action does not apply to the next one.
  const reset = () => {
    for (const action of [save, rename, remove]) action.reset()
  }
  const failure = save.failure ?? rename.failure ?? remove.failure ?? all.failure
  return (
    <SavedList
      kind={kind}
      saved={saved?.filter((one) => isOurs(one.address))}
      titleOf={(one) => one.address}
      disabledReason={disabledReason}
      save={(name) => {
        reset()
        void save.run(name)
      }}
      open={(one) => open(one.address)}
      rename={(one, name) => {
        reset()
        void rename.run(one, name)
      }}
      remove={(one) => {
        reset()
        void remove.run(one)
      }}
    >
      {failure && <FailureNotice flush failure={failure} />}
    </SavedList>
  )
}
