import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useAction } from './useAction.ts'

/** `said`: what was done; `label`: the word on the button that takes it back. */
type Offer = { said: string; label: string; undo: () => Promise<unknown> }

const offeredForMs = 12_000

/** Says that something was done, with the way to take it back; where that fails, the toast stays and says why. */
export function offerUndo(offer: Offer): void {
  const id = `undo ${crypto.randomUUID()}`
  notifications.show({ id, autoClose: offeredForMs, message: <Undo id={id} {...offer} /> })
}

function Undo({ id, said, label, undo }: Offer & { id: string }) {
  const { run, pending, failure } = useAction(async () => {
    await undo()
    notifications.hide(id)
  })
  useEffect(() => {
    if (failure)
      notifications.update({ id, color: 'red', title: said, message: failure.message, autoClose: false })
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
