import { type SearchSchemaInput, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { lazyLoaded } from '../../shared/lazy.ts'
import type { SearchParams, SearchParamsInput, SearchRoute } from './searchSchemas.ts'

export type { SearchParams, SearchRoute }

/** The schemas of addresses, loaded after Home, which needs none. */
const schemas = lazyLoaded(() => import('./searchSchemas.ts'))
export const loadSearchSchemas = schemas.load
export const isSearchReadable = (): boolean => schemas.now() !== undefined

/** Parses the search parameters of a route for the router. Throws if the schemas are not loaded. */
export const readSearch =
  <R extends SearchRoute>(route: R) =>
  (search: SearchParamsInput<R> & SearchSchemaInput): SearchParams<R> => {
    const loaded = schemas.now()
    if (!loaded) throw new Error('An address was read too soon.')
    return loaded.searchSchemas()[route].parse(search) as SearchParams<R>
  }

/**
 * Returns the search parameters of the current screen and their setter. `change` keeps parameters that it does not
 * mention, and undefined removes one. A change adds a step for Back, unless `replace` is set.
 */
export function useSearchParams<R extends SearchRoute>(route: R) {
  const search = useSearch({ from: route })
  const navigate = useNavigate()
  const router = useRouter()
  const change = useCallback(
    (part: SearchParamsInput<R>, { replace = false } = {}) => {
      const { pathname } = router.history.location
      // The user may have left the screen in the meantime.
      if (!router.getMatchedRoutes(pathname)[0].some(({ id }) => id === route)) return
      void navigate({ to: pathname, search: (before) => ({ ...before, ...part }), replace })
    },
    [navigate, router, route],
  )
  return { search, change }
}
