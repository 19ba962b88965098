import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { inOwnTask } from '../client/ownTask.ts'
import { isSearchReadable, loadSearchSchemas, readSearch } from '../state/searchParams.ts'
import { Crash, NotFound } from './FallbackScreens.tsx'
import { Root } from './Root.tsx'

/** Opens a screen whose code is already loaded in a task after the click, so that its tab reacts first. */
function screen(Component: RouteComponent): RouteComponent {
  let isInFront = false
  const Screen = () => {
    useEffect(() => {
      isInFront = true
      return () => {
        isInFront = false
      }
    }, [])
    return <Component />
  }
  const preload = () => Component.preload?.() ?? (isInFront ? undefined : inOwnTask(() => undefined))
  return Object.assign(Screen, { preload })
}

// Each route is its own constant: inline in the tree, it would lose the types of its path and parameters.
const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: screen(lazyRouteComponent(() => import('../features/home/HomeScreen.tsx'), 'HomeScreen')),
})

const study = createRoute({ getParentRoute: () => root, path: '/study/$studyId' })

const overview = createRoute({
  getParentRoute: () => study,
  path: '/',
  component: screen(
    lazyRouteComponent(() => import('../features/study/OverviewScreen.tsx'), 'OverviewScreen'),
  ),
})

const samples = createRoute({
  getParentRoute: () => study,
  path: '/samples',
  validateSearch: readSearch('/study/$studyId/samples'),
  component: screen(
    lazyRouteComponent(() => import('../features/samples/SamplesScreen.tsx'), 'SamplesScreen'),
  ),
})

const cohort = createRoute({
  getParentRoute: () => study,
  id: '_cohort',
  validateSearch: readSearch('/study/$studyId/_cohort'),
  component: lazyRouteComponent(() => import('../state/cohort/CohortRoute.tsx'), 'CohortRoute'),
})

const explore = createRoute({
  getParentRoute: () => cohort,
  path: '/explore',
  validateSearch: readSearch('/study/$studyId/_cohort/explore'),
})

const firstView = createRoute({
  getParentRoute: () => explore,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/study/$studyId/explore/heatmap', params, search: true, replace: true })
  },
})

const heatmap = createRoute({
  getParentRoute: () => explore,
  path: '/heatmap',
  component: screen(
    lazyRouteComponent(() => import('../features/explore/HeatmapScreen.tsx'), 'HeatmapScreen'),
  ),
})

const pca = createRoute({
  getParentRoute: () => explore,
  path: '/pca',
  component: screen(lazyRouteComponent(() => import('../features/explore/PcaScreen.tsx'), 'PcaScreen')),
})

const groups = createRoute({
  getParentRoute: () => explore,
  path: '/groups',
  component: screen(lazyRouteComponent(() => import('../features/explore/GroupsScreen.tsx'), 'GroupsScreen')),
})

const clock = createRoute({
  getParentRoute: () => explore,
  path: '/clock',
  component: screen(
    lazyRouteComponent(() => import('../features/explore/clock/ClockScreen.tsx'), 'ClockScreen'),
  ),
})

const table = createRoute({
  getParentRoute: () => explore,
  path: '/table',
  validateSearch: readSearch('/study/$studyId/_cohort/explore/table'),
  component: screen(
    lazyRouteComponent(() => import('../features/explore/table/TableScreen.tsx'), 'TableScreen'),
  ),
})

const compare = createRoute({
  getParentRoute: () => cohort,
  path: '/compare',
  validateSearch: readSearch('/study/$studyId/_cohort/compare'),
  component: screen(
    lazyRouteComponent(() => import('../features/compare/CompareScreen.tsx'), 'CompareScreen'),
  ),
})

const drugs = createRoute({
  getParentRoute: () => root,
  path: '/library/drugs',
  validateSearch: readSearch('/library/drugs'),
  component: screen(lazyRouteComponent(() => import('../features/drugs/DrugsScreen.tsx'), 'DrugsScreen')),
})

const lists = createRoute({
  getParentRoute: () => root,
  path: '/library/lists',
  validateSearch: readSearch('/library/lists'),
  component: screen(lazyRouteComponent(() => import('../features/lists/ListsScreen.tsx'), 'ListsScreen')),
})

const pathways = createRoute({
  getParentRoute: () => root,
  path: '/library/pathways',
  validateSearch: readSearch('/library/pathways'),
  component: screen(
    lazyRouteComponent(() => import('../features/pathways/PathwaysScreen.tsx'), 'PathwaysScreen'),
  ),
})

const offline = createRoute({
  getParentRoute: () => root,
  path: '/library/offline',
  validateSearch: readSearch('/library/offline'),
  component: screen(
    lazyRouteComponent(() => import('../features/offlineSync/OfflineScreen.tsx'), 'OfflineScreen'),
  ),
})

const batches = createRoute({
  getParentRoute: () => root,
  path: '/activity/batches',
  validateSearch: readSearch('/activity/batches'),
  component: screen(
    lazyRouteComponent(() => import('../features/samples/BatchesScreen.tsx'), 'BatchesScreen'),
  ),
})

const matchingDrugs = createRoute({
  getParentRoute: () => cohort,
  path: '/drugs',
  validateSearch: readSearch('/study/$studyId/_cohort/drugs'),
  component: screen(
    lazyRouteComponent(() => import('../features/compare/MatchingDrugsScreen.tsx'), 'MatchingDrugsScreen'),
  ),
})

const share = createRoute({
  getParentRoute: () => study,
  path: '/share',
  validateSearch: readSearch('/study/$studyId/share'),
  component: screen(lazyRouteComponent(() => import('../features/export/ShareScreen.tsx'), 'ShareScreen')),
})

const library = createRoute({
  getParentRoute: () => root,
  path: '/library',
  beforeLoad: () => {
    throw redirect({ to: '/library/drugs', replace: true })
  },
})

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  component: screen(
    lazyRouteComponent(() => import('../features/activity/ActivityScreen.tsx'), 'ActivityScreen'),
  ),
})

const importing = createRoute({
  getParentRoute: () => root,
  path: '/import',
  validateSearch: readSearch('/import'),
  component: screen(lazyRouteComponent(() => import('../features/import/ImportScreen.tsx'), 'ImportScreen')),
})

const plan = createRoute({
  getParentRoute: () => root,
  path: '/plan',
  validateSearch: readSearch('/plan'),
  component: screen(
    lazyRouteComponent(() => import('../features/compare/plan/PlanScreen.tsx'), 'PlanScreen'),
  ),
})

const screenings = createRoute({
  getParentRoute: () => root,
  path: '/activity/screenings',
  validateSearch: readSearch('/activity/screenings'),
  component: screen(
    lazyRouteComponent(() => import('../features/screening/ScreeningScreen.tsx'), 'ScreeningScreen'),
  ),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: readSearch('/settings'),
  component: screen(
    lazyRouteComponent(() => import('../features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
  ),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: screen(
    lazyRouteComponent(() => import('../features/welcome/ConnectScreen.tsx'), 'ConnectScreen'),
  ),
})

const routes = root.addChildren([
  home,
  study.addChildren([
    overview,
    samples,
    cohort.addChildren([
      explore.addChildren([firstView, heatmap, pca, groups, clock, table]),
      compare,
      matchingDrugs,
    ]),
    share,
  ]),
  drugs,
  lists,
  pathways,
  offline,
  library,
  activity,
  batches,
  screenings,
  importing,
  plan,
  settings,
  connect,
])

/** Creates the router, with addresses in the hash: the page is one file, and the host serves no other path. */
export function createRoutes() {
  const history = createHashHistory()
  const router = createRouter({
    routeTree: routes,
    history,
    defaultErrorComponent: Crash,
    // The code of a screen loads while the pointer or the focus is on its link.
    defaultPreload: 'intent',
  })
  // Home is shown before the search schemas are loaded. Leaving it sooner waits for them.
  const { navigate, preloadRoute } = router
  const { subscribe } = history
  router.navigate = async (options) => {
    if (!isSearchReadable()) await tryLoadSearchSchemas()
    return navigate(options)
  }
  router.preloadRoute = async (options) => {
    if (!isSearchReadable()) await tryLoadSearchSchemas()
    return preloadRoute(options)
  }
  history.subscribe = (listener) =>
    subscribe((event) => {
      if (isSearchReadable()) listener(event)
      else void tryLoadSearchSchemas().then(() => listener(event))
    })
  return router
}

/** Ignores errors, because the screen that needs the schemas reports them. */
const tryLoadSearchSchemas = () => loadSearchSchemas().catch(() => undefined)

export type Routes = ReturnType<typeof createRoutes>

declare module '@tanstack/react-router' {
  interface Register {
    router: Routes
  }
}
