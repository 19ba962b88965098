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
import { locale as hint } from '../../state/help/locale.ts'
import { locale as state } from '../../state/locale.ts'

type Page = { at: string; namespace: string; words: Record<string, unknown> }

/** Renders a screen at an address, with the page's own queries, over the fake host. Gives the router to look at. */
export function renderScreen(Screen: FunctionComponent, { at, namespace, words }: Page) {
  const root = createRootRoute()
  const paths = [
    '/import',
    '/samples',
    '/samples/batches',
    '/results',
    ...['heatmap', 'groups', 'pca', 'clock', 'compare'].map((view) => `/results/${view}`),
    '/screening',
    '/drugs',
    '/drugs/offline',
  ]
  const routes = paths.map((path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: at.startsWith(path) ? Screen : () => null,
    }),
  )
  const router = createRouter({
    routeTree: root.addChildren(routes),
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
