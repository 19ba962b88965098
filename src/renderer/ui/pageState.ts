import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'

/** The state of an open page. Each part is created by its own function on first use. */
export type PageState = { get<T>(create: () => T): T }

/** Creates the state once where the page starts, and for every test. */
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

/** Creates the hook of a page's store, which returns the whole state or a selected part. */
export function createStoreHook<S>(create: () => StoreApi<S>): StoreHook<S> {
  return <T>(select?: (state: S) => T) => {
    const store = usePageState().get(create)
    return useStore(store, (state: S) => (select ? select(state) : state))
  }
}
