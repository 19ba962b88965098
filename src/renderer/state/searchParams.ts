import { type SearchSchemaInput, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lazyLoaded } from '../../shared/lazy.ts'
import type { SearchParams, SearchParamsInput, SearchRoute } from './searchSchemas.ts'

export type { SearchParams, SearchRoute }

/** What reads addresses. Home has none to read, so that it is there before this is. */
const schemas = lazyLoaded(() => import('./searchSchemas.ts'))
export const loadSearchSchemas = schemas.load
export const isSearchReadable = (): boolean => schemas.now() !== undefined

/** Reads what the address of a route says, as the router asks for it. Throws where nothing was loaded to read it. */
export const readSearch =
  <R extends SearchRoute>(route: R) =>
  (search: SearchParamsInput<R> & SearchSchemaInput): SearchParams<R> => {
    const loaded = schemas.now()
    if (!loaded) throw new Error('An address was read too soon.')
    return loaded.searchSchemas()[route].parse(search) as SearchParams<R>
  }

/**
 * What the address of the screen in front says, and the way to change it: parameters that `change` does not name stay as
 * they are, and undefined takes one away. A change is a step for Back; with `replace` it is none.
 */
export function useSearchParams<R extends SearchRoute>(route: R) {
  const search = useSearch({ from: route })
  const navigate = useNavigate()
  const router = useRouter()
  const change = useCallback(
    (part: SearchParamsInput<R>, { replace = false } = {}) => {
      const { pathname } = router.history.location
      // By now someone may have gone on: nobody is called back.
      if (!router.getMatchedRoutes(pathname)[0].some(({ id }) => id === route)) return
      void navigate({ to: pathname, search: (before) => ({ ...before, ...part }), replace })
    },
    [navigate, router, route],
  )
  return { search, change }
}
