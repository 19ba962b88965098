import { useEffect, useState, useSyncExternalStore } from 'react'

/** The dialogs that are open, the one in front last. */
let open: readonly symbol[] = []
const listeners = new Set<() => void>()
/** One press closes one dialog, even where the next comes to the front before all have heard it. */
const heard = new WeakSet<KeyboardEvent>()

function change(next: readonly symbol[]): void {
  open = next
  for (const tell of listeners) tell()
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** How a Mantine dialog hears Escape: only while no other stands above it. */
export function useEscape(opened: boolean): {
  closeOnEscape: boolean
  __handledEscapeEvents: WeakSet<KeyboardEvent>
} {
  const [own] = useState(() => Symbol('dialog'))
  useEffect(() => {
    if (!opened) return
    change([...open, own])
    return () => change(open.filter((one) => one !== own))
  }, [opened, own])
  const closeOnEscape = useSyncExternalStore(listen, () => open.at(-1) === own)
  return { closeOnEscape, __handledEscapeEvents: heard }
}

/** For keys and menus: whether a dialog is open. */
export const isDialogOpen = (): boolean => open.length > 0

/** Whether one dialog stands above another. */
export const useIsStacked = (): boolean => useSyncExternalStore(listen, () => open.length > 1)
