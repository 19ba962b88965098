import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useAction } from '../client/useAction.ts'
import { TranslatedMessage } from '../ui/text/TranslatedMessage.tsx'

/** `message`: what was done; `label`: the word on the button that takes it back. */
type Offer = { message: string; label: string; undo: () => Promise<unknown> }

const offeredForMs = 12_000
const openOfferIds = new Set<string>()
/** How often all offers were taken back. */
let withdrawnCount = 0

/**
 * To be made before the change: what it gives says that something was done, with the way to take it back; where that fails,
 * the toast stays and says why. Where all offers were taken back meanwhile, it does nothing.
 */
export function createUndoOffer(): (offer: Offer) => void {
  const before = withdrawnCount
  return (offer) => {
    if (withdrawnCount === before) offerUndo(offer)
  }
}

function offerUndo(offer: Offer): void {
  const id = `undo ${crypto.randomUUID()}`
  openOfferIds.add(id)
  const onClose = () => void openOfferIds.delete(id)
  notifications.show({ id, autoClose: offeredForMs, onClose, message: <Undo id={id} {...offer} /> })
}

/** Takes all offers back, where an undo would reach other data than those that it was offered for. */
export function withdrawOffers(): void {
  withdrawnCount += 1
  for (const id of openOfferIds) notifications.hide(id)
  openOfferIds.clear()
}

function Undo({ id, message, label, undo }: Offer & { id: string }) {
  const { run, pending, failure } = useAction(async () => {
    await undo()
    notifications.hide(id)
  })
  useEffect(() => {
    if (failure)
      notifications.update({
        id,
        color: 'red',
        title: message,
        message: <TranslatedMessage text={failure.message} />,
        autoClose: false,
      })
  }, [failure, id, message])
  return (
    <Group gap={12} justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button size="compact-xs" variant="default" flex="none" loading={pending} onClick={() => void run()}>
        {label}
      </Button>
    </Group>
  )
}
