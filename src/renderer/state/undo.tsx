import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useAction } from '../client/useAction.ts'
import { Said } from '../ui/Said.tsx'

/** `said`: what was done; `label`: the word on the button that takes it back. */
type Offer = { said: string; label: string; undo: () => Promise<unknown> }

const offeredForMs = 12_000
const offered = new Set<string>()
/** How often all offers were taken back. */
let withdrawn = 0

/**
 * To be made before the change: what it gives says that something was done, with the way to take it back; where that fails,
 * the toast stays and says why. Where all offers were taken back meanwhile, it does nothing.
 */
export function createUndoOffer(): (offer: Offer) => void {
  const before = withdrawn
  return (offer) => {
    if (withdrawn === before) offerUndo(offer)
  }
}

function offerUndo(offer: Offer): void {
  const id = `undo ${crypto.randomUUID()}`
  offered.add(id)
  const onClose = () => void offered.delete(id)
  notifications.show({ id, autoClose: offeredForMs, onClose, message: <Undo id={id} {...offer} /> })
}

/** Takes all offers back, where an undo would reach other data than those that it was offered for. */
export function withdrawOffers(): void {
  withdrawn += 1
  for (const id of offered) notifications.hide(id)
  offered.clear()
}

function Undo({ id, said, label, undo }: Offer & { id: string }) {
  const { run, pending, failure } = useAction(async () => {
    await undo()
    notifications.hide(id)
  })
  useEffect(() => {
    if (failure)
      notifications.update({
        id,
        color: 'red',
        title: said,
        message: <Said text={failure.message} />,
        autoClose: false,
      })
  }, [failure, id, said])
  return (
    <Group gap={12} justify="space-between" wrap="nowrap">
      <span>{said}</span>
      <Button size="compact-xs" variant="default" flex="none" loading={pending} onClick={() => void run()}>
        {label}
      </Button>
    </Group>
  )
}
