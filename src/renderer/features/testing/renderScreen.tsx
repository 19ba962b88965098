import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { createQueryClient } from '../../client/queryClient.ts'
import { CohortRoute } from '../../state/cohort/CohortRoute.tsx'
import { locale as hint } from '../../state/help/locale.ts'
import { locale as state } from '../../state/locale.ts'
import { searchSchemas } from '../../state/searchParams.ts'

type Page = { at: string; namespace: string; words: Record<string, unknown> }

/** Renders a screen at an address, with the page's own queries, over the fake host. Gives the router to look at. */
export function renderScreen(Screen: FunctionComponent, { at, namespace, words }: Page) {
  const component = (path: string) => (at.split('?')[0] === path ? Screen : () => null)
  const root = createRootRoute()
  const paths = ['/import', '/samples', '/samples/batches', '/screening', '/drugs', '/drugs/offline'] as const
  const routes = paths.map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: searchSchemas[path],
      component: component(path),
    }),
  )
  const results = createRoute({
    getParentRoute: () => root,
    path: '/results',
    validateSearch: searchSchemas['/results'],
    component: CohortRoute,
  })
  const charts = createRoute({
    getParentRoute: () => results,
    id: '_charts',
    validateSearch: searchSchemas['/results/_charts'],
  })
  const views = ['heatmap', 'groups', 'pca', 'clock'].map((path) =>
    createRoute({ getParentRoute: () => charts, path, component: component(`/results/${path}`) }),
  )
  const table = createRoute({
    getParentRoute: () => results,
    path: '/',
    validateSearch: searchSchemas['/results/'],
    component: component('/results'),
  })
  const compare = createRoute({
    getParentRoute: () => results,
    path: '/compare',
    validateSearch: searchSchemas['/results/compare'],
    component: component('/results/compare'),
  })
  const router = createRouter({
    routeTree: root.addChildren([
      ...routes,
      results.addChildren([table, compare, charts.addChildren(views)]),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { state: state.en, hint: hint.en, [namespace]: words },
  )
  return router
}
