import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { usePageState } from '../pageState.ts'

/** The dialogs that are open, the one in front last. */
export const createDialogStack = () => ({
  open: createStore<readonly symbol[]>(() => []),
  /** One press closes one dialog, even where the next comes to the front before all have heard it. */
  handledEscapes: new WeakSet<KeyboardEvent>(),
})

/** How a Mantine dialog hears Escape: only while no other stands above it. */
export function useEscape(opened: boolean): {
  closeOnEscape: boolean
  __handledEscapeEvents: WeakSet<KeyboardEvent>
} {
  const { open, handledEscapes } = usePageState().get(createDialogStack)
  const [own] = useState(() => Symbol('dialog'))
  useEffect(() => {
    if (!opened) return
    open.setState((stack) => [...stack, own], true)
    return () => open.setState((stack) => stack.filter((one) => one !== own), true)
  }, [opened, own, open])
  const closeOnEscape = useStore(open, (stack) => stack.at(-1) === own)
  return { closeOnEscape, __handledEscapeEvents: handledEscapes }
}

/** Whether one dialog stands above another. */
export const useIsStacked = (): boolean =>
  useStore(usePageState().get(createDialogStack).open, (stack) => stack.length > 1)
