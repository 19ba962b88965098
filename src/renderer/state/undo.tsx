import { Button, Group } from '@mantine/core'
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { useEffect } from 'react'
import { useAction } from '../client/useAction.ts'
import { usePageState } from '../ui/pageState.ts'
import { TranslatedMessage } from '../ui/text/TranslatedMessage.tsx'

/** `message`: what was done; `label`: the word on the button that takes it back. */
type Offer = { message: string; label: string; undo: () => Promise<unknown> }

const offeredForMs = 12_000

const isOffer = ({ id }: NotificationData): boolean => id?.startsWith('undo ') ?? false

/** Says that something was done, with the way to take it back; where that fails, the toast stays and says why. */
function offerUndo(offer: Offer): void {
  const id = `undo ${crypto.randomUUID()}`
  notifications.show({ id, autoClose: offeredForMs, message: <Undo id={id} {...offer} /> })
}

export type OfferUndo = (offer: Offer) => void

export function createUndoOffers() {
  let withdrawals = 0
  return {
    /** To be made before the change; where all offers were taken back meanwhile, it does nothing. */
    create: (): OfferUndo => {
      const before = withdrawals
      return (offer) => {
        if (withdrawals === before) offerUndo(offer)
      }
    },
    /** Takes all offers back, where an undo would reach other data than those that it was offered for. */
    withdraw: (): void => {
      withdrawals += 1
      notifications.updateState(notificationsStore, (all) => all.filter((one) => !isOffer(one)))
    },
  }
}

export const useUndoOffers = () => usePageState().get(createUndoOffers)

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
        message: <TranslatedMessage text={failure.userMessage} />,
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
