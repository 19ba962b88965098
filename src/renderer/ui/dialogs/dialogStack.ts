import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { usePageState } from '../pageState.ts'

/** The open dialogs, with the one in front last. */
export const createDialogStack = () => ({
  open: createStore<readonly symbol[]>(() => []),
  /** Events that have closed a dialog, so that one press does not also close the dialog that comes to the front. */
  handledEscapes: new WeakSet<KeyboardEvent>(),
})

/** Returns the Escape options of a Mantine dialog, which closes only while it is in front. */
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

/** True if two or more dialogs are open. */
export const useIsStacked = (): boolean =>
  useStore(usePageState().get(createDialogStack).open, (stack) => stack.length > 1)
