import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import hint from '../../../shared/words/en/screens/frame/hint.json' with { type: 'json' }
import state from '../../../shared/words/en/screens/shared/state.json' with { type: 'json' }
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { createQueryClient } from '../../client/queryClient.ts'
import { CohortRoute } from '../../state/cohort/CohortRoute.tsx'
import { searchSchemas } from '../../state/searchSchemas.ts'

type Page = { at: string; namespace: string; words: Record<string, unknown> }

/** Renders a screen at an address over the fake host, with its own query client. Returns the router. */
export function renderScreen(Screen: FunctionComponent, { at, namespace, words }: Page) {
  const path = at.split('?')[0]
  const component = (one: string) => (path === one ? Screen : () => null)
  /** Creates the route of a screen, in the study of all samples if it belongs to a study. */
  const screen = (parent: AnyRoute, path: string, id: keyof ReturnType<typeof searchSchemas>) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      validateSearch: searchSchemas()[id],
      component: component(id.replace('$studyId', 'all').replace('/_cohort', '')),
    })
  const root = createRootRoute()
  const paths = [
    '/import',
    '/plan',
    '/activity/batches',
    '/activity/screenings',
    '/library/drugs',
    '/library/offline',
  ] as const
  const routes = paths.map((path) => screen(root, path, path))
  const study = createRoute({ getParentRoute: () => root, path: '/study/$studyId' })
  const samples = screen(study, '/samples', '/study/$studyId/samples')
  const share = screen(study, '/share', '/study/$studyId/share')
  const cohort = createRoute({
    getParentRoute: () => study,
    id: '_cohort',
    validateSearch: searchSchemas()['/study/$studyId/_cohort'],
    component: CohortRoute,
  })
  const explore = createRoute({
    getParentRoute: () => cohort,
    path: '/explore',
    validateSearch: searchSchemas()['/study/$studyId/_cohort/explore'],
  })
  const views = ['heatmap', 'groups', 'pca', 'clock'].map((path) =>
    createRoute({ getParentRoute: () => explore, path, component: component(`/study/all/explore/${path}`) }),
  )
  const table = screen(explore, '/table', '/study/$studyId/_cohort/explore/table')
  const compare = screen(cohort, '/compare', '/study/$studyId/_cohort/compare')
  const matchingDrugs = screen(cohort, '/drugs', '/study/$studyId/_cohort/drugs')
  const router = createRouter({
    routeTree: root.addChildren([
      ...routes,
      study.addChildren([
        samples,
        share,
        cohort.addChildren([explore.addChildren([...views, table]), compare, matchingDrugs]),
      ]),
    ]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  renderInPage(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    { state: state, hint: hint, [namespace]: words },
  )
  return router
}
