import { Button, Group } from '@mantine/core'
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../client/call.ts'
import { usePageState } from '../ui/pageState.ts'
import { TranslatedMessage } from '../ui/text/formats.tsx'

/** `message`: the change that was made. */
export type Offer = { message: string; undo: () => Promise<unknown> }

const offeredForMs = 12_000
const undoneForMs = 4000
const mostOffers = 20

const isOffer = ({ id }: NotificationData): boolean => id?.startsWith('undo ') ?? false

export type OfferUndo = (offer: Offer) => void

/** Creates the undo offers: each change has a toast with an undo button, and the Undo command reverts the last one. */
export function createUndoOffers() {
  let withdrawals = 0
  let offers: (Offer & { id: string })[] = []
  let screenUndo: (() => boolean) | null = null
  /** Shows the toast, which stays with the reason if the undo fails. */
  function offerUndo(offer: Offer): void {
    const id = `undo ${crypto.randomUUID()}`
    const undo = async () => {
      await offer.undo()
      offers = offers.filter((one) => one.id !== id)
    }
    offers = [...offers.slice(1 - mostOffers), { ...offer, id, undo }]
    notifications.show({ id, autoClose: offeredForMs, message: <Undo {...offer} id={id} undo={undo} /> })
  }
  return {
    /** Shows the outcome in the toast, as its own button does. */
    undoLast: (): void => {
      if (screenUndo?.()) return
      const offer = offers.pop()
      if (!offer) return
      const toast = { id: offer.id, autoClose: false, message: <Undo {...offer} isCommanded /> } as const
      const isShown = notificationsStore.getState().notifications.some(({ id }) => id === offer.id)
      if (isShown) notifications.update(toast)
      else notifications.show(toast)
    },
    /** Gives the current screen the Undo command first. `step` returns false if it has nothing to undo. */
    setScreenUndo: (step: () => boolean): (() => void) => {
      screenUndo = step
      return () => {
        if (screenUndo === step) screenUndo = null
      }
    },
    /** Call it before the change. The offer does nothing if all offers were withdrawn in the meantime. */
    create: (): OfferUndo => {
      const before = withdrawals
      return (offer) => {
        if (withdrawals === before) offerUndo(offer)
      }
    },
    /** Withdraws all offers when an undo would affect other data than it was offered for. */
    withdraw: (): void => {
      withdrawals += 1
      offers = []
      notifications.updateState(notificationsStore, (all) => all.filter((one) => !isOffer(one)))
    },
  }
}

export const useUndoOffers = () => usePageState().get(createUndoOffers)

/** Returns an action that can be undone. `work` returns an undo offer, or null if there is nothing to undo. */
export function useUndoableAction<A extends unknown[]>(work: (...args: A) => Promise<Offer | null>) {
  const undoOffers = useUndoOffers()
  return useAction(async (...args: A) => {
    const offerUndo = undoOffers.create()
    const offer = await work(...args)
    if (offer) offerUndo(offer)
  })
}

/**
 * `isCommanded`: undone by the Undo command, perhaps out of sight of the change, so the toast names what was undone.
 */
function Undo({ id, message, undo, isCommanded = false }: Offer & { id: string; isCommanded?: boolean }) {
  const { t } = useTranslation('state')
  const { run, pending, failure } = useAction(async () => {
    await undo()
    if (isCommanded) notifications.update({ id, message: t('undone', { message }), autoClose: undoneForMs })
    else notifications.hide(id)
  })
  useEffect(() => {
    if (isCommanded) void run()
  }, [isCommanded, run])
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
      <Button size="compact-xs" flex="none" loading={pending} onClick={() => void run()}>
        {t('action.undo')}
      </Button>
    </Group>
  )
}
