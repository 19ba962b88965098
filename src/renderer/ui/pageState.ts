import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'

/** What a page holds while it is open. Each part is made by its own function, once, when it is first asked for. */
export type PageState = { get<T>(create: () => T): T }

/** Made once, where the page starts, and anew for every test. */
export function createPageState(): PageState {
  const made = new Map<unknown, unknown>()
  return {
    get<T>(create: () => T) {
      if (!made.has(create)) made.set(create, create())
      return made.get(create) as T
    },
  }
}

const PageStateContext = createContext<PageState | null>(null)

export const PageStateProvider = PageStateContext.Provider

export function usePageState(): PageState {
  const page = useContext(PageStateContext)
  if (!page) throw new Error('There is no PageStateProvider above.')
  return page
}

type StoreHook<S> = { (): S; <T>(select: (state: S) => T): T }

/** The hook of a page's store: all of its state, or what is selected of it. */
export function createStoreHook<S>(create: () => StoreApi<S>): StoreHook<S> {
  return <T>(select?: (state: S) => T) => {
    const store = usePageState().get(create)
    return useStore(store, (state: S) => (select ? select(state) : state))
  }
}
