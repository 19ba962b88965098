import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Crash, NotFound } from './FallbackScreens.tsx'
import { Root } from './Root.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })
const under = { getParentRoute: () => root }

const routes = root.addChildren([
  // Before anything is drawn: a redirect drawn as a component may come late, and call back who has gone on meanwhile.
  createRoute({
    ...under,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/drugs', replace: true })
    },
  }),
  createRoute({
    ...under,
    path: '/drugs',
    component: lazyRouteComponent(() => import('../features/drugs/DrugsScreen.tsx'), 'DrugsScreen'),
  }),
  createRoute({
    ...under,
    path: '/drugs/lists',
    component: lazyRouteComponent(() => import('../features/lists/ListsScreen.tsx'), 'ListsScreen'),
  }),
  createRoute({
    ...under,
    path: '/drugs/pathways',
    component: lazyRouteComponent(() => import('../features/pathways/PathwaysScreen.tsx'), 'PathwaysScreen'),
  }),
  createRoute({
    ...under,
    path: '/drugs/offline',
    component: lazyRouteComponent(() => import('../features/offlineSync/OfflineScreen.tsx'), 'OfflineScreen'),
  }),
  createRoute({
    ...under,
    path: '/samples',
    component: lazyRouteComponent(() => import('../features/samples/SamplesScreen.tsx'), 'SamplesScreen'),
  }),
  createRoute({
    ...under,
    path: '/samples/batches',
    component: lazyRouteComponent(() => import('../features/samples/BatchesScreen.tsx'), 'BatchesScreen'),
  }),
  createRoute({
    ...under,
    path: '/import',
    component: lazyRouteComponent(() => import('../features/import/ImportScreen.tsx'), 'ImportScreen'),
  }),
  createRoute({
    ...under,
    path: '/results',
    component: lazyRouteComponent(() => import('../features/results/ResultsScreen.tsx'), 'ResultsScreen'),
  }),
  createRoute({
    ...under,
    path: '/results/heatmap',
    component: lazyRouteComponent(() => import('../features/cohort/HeatmapScreen.tsx'), 'HeatmapScreen'),
  }),
  createRoute({
    ...under,
    path: '/results/groups',
    component: lazyRouteComponent(() => import('../features/cohort/GroupsScreen.tsx'), 'GroupsScreen'),
  }),
  createRoute({
    ...under,
    path: '/results/pca',
    component: lazyRouteComponent(() => import('../features/cohort/PcaScreen.tsx'), 'PcaScreen'),
  }),
  createRoute({
    ...under,
    path: '/results/clock',
    component: lazyRouteComponent(() => import('../features/cohort/ClockScreen.tsx'), 'ClockScreen'),
  }),
  createRoute({
    ...under,
    path: '/results/compare',
    component: lazyRouteComponent(() => import('../features/compare/CompareScreen.tsx'), 'CompareScreen'),
  }),
  createRoute({
    ...under,
    path: '/screening',
    component: lazyRouteComponent(
      () => import('../features/screening/ScreeningScreen.tsx'),
      'ScreeningScreen',
    ),
  }),
  createRoute({
    ...under,
    path: '/settings',
    component: lazyRouteComponent(() => import('../features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    ...under,
    path: '/connect',
    component: lazyRouteComponent(() => import('../features/welcome/ConnectScreen.tsx'), 'ConnectScreen'),
  }),
])

/** The sections by address, kept in the hash: the page is one file, and the host serves no other path. */
export const createRoutes = () =>
  createRouter({ routeTree: routes, history: createHashHistory(), defaultErrorComponent: Crash })

export type Routes = ReturnType<typeof createRoutes>
