import { useTranslation } from 'react-i18next'
import type { Output } from '../../../shared/contract/contract.ts'
import { currentAddress } from '../../../shared/contract/earlierAddress.ts'
import { call, useCall } from '../../client/call.ts'
import { type Offer, useUndoableAction } from '../../state/undo.tsx'
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
  const all = useCall('searches.list', {})
  const saved = all.data?.map((one) => ({ ...one, address: currentAddress(one.address) }))
  const { refetch } = all
  const change = useUndoableAction(async (work: () => Promise<Offer | null>) => {
    const offer = await work()
    await refetch()
    return offer && { ...offer, undo: () => offer.undo().then(() => refetch()) }
  })
  const save = async (name: string): Promise<Offer | null> => {
    // A name used by another place is not replaced.
    const isTaken = saved?.some((one) => one.name === name && !isOurs(one.address)) ?? false
    const ifTaken = isTaken ? 'number' : 'replace'
    const { replaced } = await call('searches.save', { name, address, ifTaken })
    if (replaced === null || replaced === address) return null
    const undo = () => call('searches.save', { name, address: replaced })
    return { message: t(`${kind}.replaced`, { name }), undo }
  }
  const rename = async ({ searchId, name: former }: Saved, name: string): Promise<Offer | null> => {
    await call('searches.rename', { searchId, name })
    if (name === former) return null
    const undo = () => call('searches.rename', { searchId, name: former })
    return { message: t(`${kind}.renamed`, { name }), undo }
  }
  const remove = async ({ searchId, name, address: removed }: Saved): Promise<Offer> => {
    await call('searches.remove', { searchId })
    const undo = () => call('searches.save', { name, address: removed, ifTaken: 'number' })
    return { message: t(`${kind}.removed`, { name }), undo }
  }
  const failure = change.failure ?? all.failure
  return (
    <SavedList
      kind={kind}
      saved={saved?.filter((one) => isOurs(one.address))}
      titleOf={(one) => one.address}
      disabledReason={disabledReason}
      save={(name) => void change.run(() => save(name))}
      open={(one) => open(one.address)}
      rename={(one, name) => void change.run(() => rename(one, name))}
      remove={(one) => void change.run(() => remove(one))}
    >
      {failure && <FailureNotice flush failure={failure} />}
    </SavedList>
  )
}
