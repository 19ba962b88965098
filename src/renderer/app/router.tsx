import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { CohortRoute } from '../state/cohort/CohortRoute.tsx'
import { searchSchemas } from '../state/searchParams.ts'
import { Crash, NotFound } from './FallbackScreens.tsx'
import { Root } from './Root.tsx'

// Each route is a constant of its own: written into the tree, it would lose the types of its path and parameters.
const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/HomeScreen.tsx'), 'HomeScreen'),
})

const study = createRoute({
  getParentRoute: () => root,
  path: '/study/$studyId',
  component: lazyRouteComponent(() => import('../features/study/OverviewScreen.tsx'), 'OverviewScreen'),
})

const drugs = createRoute({
  getParentRoute: () => root,
  path: '/drugs',
  validateSearch: searchSchemas['/drugs'],
  component: lazyRouteComponent(() => import('../features/drugs/DrugsScreen.tsx'), 'DrugsScreen'),
})

const lists = createRoute({
  getParentRoute: () => root,
  path: '/drugs/lists',
  validateSearch: searchSchemas['/drugs/lists'],
  component: lazyRouteComponent(() => import('../features/lists/ListsScreen.tsx'), 'ListsScreen'),
})

const pathways = createRoute({
  getParentRoute: () => root,
  path: '/drugs/pathways',
  validateSearch: searchSchemas['/drugs/pathways'],
  component: lazyRouteComponent(() => import('../features/pathways/PathwaysScreen.tsx'), 'PathwaysScreen'),
})

const offline = createRoute({
  getParentRoute: () => root,
  path: '/drugs/offline',
  validateSearch: searchSchemas['/drugs/offline'],
  component: lazyRouteComponent(() => import('../features/offlineSync/OfflineScreen.tsx'), 'OfflineScreen'),
})

const samples = createRoute({
  getParentRoute: () => root,
  path: '/samples',
  validateSearch: searchSchemas['/samples'],
  component: lazyRouteComponent(() => import('../features/samples/SamplesScreen.tsx'), 'SamplesScreen'),
})

const batches = createRoute({
  getParentRoute: () => root,
  path: '/samples/batches',
  validateSearch: searchSchemas['/samples/batches'],
  component: lazyRouteComponent(() => import('../features/samples/BatchesScreen.tsx'), 'BatchesScreen'),
})

const importing = createRoute({
  getParentRoute: () => root,
  path: '/import',
  validateSearch: searchSchemas['/import'],
  component: lazyRouteComponent(() => import('../features/import/ImportScreen.tsx'), 'ImportScreen'),
})

const results = createRoute({
  getParentRoute: () => root,
  path: '/results',
  validateSearch: searchSchemas['/results'],
  component: CohortRoute,
})

const resultTable = createRoute({
  getParentRoute: () => results,
  path: '/',
  validateSearch: searchSchemas['/results/'],
  component: lazyRouteComponent(() => import('../features/results/ResultsScreen.tsx'), 'ResultsScreen'),
})

const charts = createRoute({
  getParentRoute: () => results,
  id: '_charts',
  validateSearch: searchSchemas['/results/_charts'],
})

const heatmap = createRoute({
  getParentRoute: () => charts,
  path: '/heatmap',
  component: lazyRouteComponent(() => import('../features/cohort/HeatmapScreen.tsx'), 'HeatmapScreen'),
})

const groups = createRoute({
  getParentRoute: () => charts,
  path: '/groups',
  component: lazyRouteComponent(() => import('../features/cohort/GroupsScreen.tsx'), 'GroupsScreen'),
})

const pca = createRoute({
  getParentRoute: () => charts,
  path: '/pca',
  component: lazyRouteComponent(() => import('../features/cohort/PcaScreen.tsx'), 'PcaScreen'),
})

const clock = createRoute({
  getParentRoute: () => charts,
  path: '/clock',
  component: lazyRouteComponent(() => import('../features/cohort/ClockScreen.tsx'), 'ClockScreen'),
})

const compare = createRoute({
  getParentRoute: () => results,
  path: '/compare',
  validateSearch: searchSchemas['/results/compare'],
  component: lazyRouteComponent(() => import('../features/compare/CompareScreen.tsx'), 'CompareScreen'),
})

const screening = createRoute({
  getParentRoute: () => root,
  path: '/screening',
  validateSearch: searchSchemas['/screening'],
  component: lazyRouteComponent(() => import('../features/screening/ScreeningScreen.tsx'), 'ScreeningScreen'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: searchSchemas['/settings'],
  component: lazyRouteComponent(() => import('../features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyRouteComponent(() => import('../features/welcome/ConnectScreen.tsx'), 'ConnectScreen'),
})

const routes = root.addChildren([
  home,
  study,
  drugs,
  lists,
  pathways,
  offline,
  samples,
  batches,
  importing,
  results.addChildren([resultTable, charts.addChildren([heatmap, groups, pca, clock]), compare]),
  screening,
  settings,
  connect,
])

/** The sections by address, kept in the hash: the page is one file, and the host serves no other path. */
export const createRoutes = () =>
  createRouter({ routeTree: routes, history: createHashHistory(), defaultErrorComponent: Crash })

export type Routes = ReturnType<typeof createRoutes>

declare module '@tanstack/react-router' {
  interface Register {
    router: Routes
  }
}
