import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'

/** The dialogs that are open, the one in front last. */
let open: readonly symbol[] = []
const listeners = new Set<() => void>()
/** One press closes one dialog, even where the next comes to the front before all have heard it. */
const handledEscapes = new WeakSet<KeyboardEvent>()

function setOpen(next: readonly symbol[]): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How a Mantine dialog hears Escape: only while no other stands above it. */
export function useEscape(opened: boolean): {
  closeOnEscape: boolean
  __handledEscapeEvents: WeakSet<KeyboardEvent>
} {
  const [own] = useState(() => Symbol('dialog'))
  useEffect(() => {
    if (!opened) return
    setOpen([...open, own])
    return () => setOpen(open.filter((one) => one !== own))
  }, [opened, own])
  const closeOnEscape = useSyncExternalStore(subscribe, () => open.at(-1) === own)
  return { closeOnEscape, __handledEscapeEvents: handledEscapes }
}

/** For keys and menus: whether a dialog is open. */
export const isDialogOpen = (): boolean => open.length > 0

/** Whether one dialog stands above another. */
export const useIsStacked = (): boolean => useSyncExternalStore(subscribe, () => open.length > 1)

/** A dialog. Of several above one another only the one in front hears Escape. */
export const Dialog = (props: ModalProps) => <Modal {...props} {...useEscape(props.opened)} />
