import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { inOwnTask } from '../client/ownTask.ts'
import { isSearchReadable, loadSearchSchemas, readSearch } from '../state/searchParams.ts'
import { Crash, NotFound } from './FallbackScreens.tsx'
import { Root } from './Root.tsx'

/**
 * Returns a screen whose code loads on demand. If the code is already loaded, the screen opens in a later task, so that
 * the tab responds to the click first.
 */
function screen<Name extends string>(name: Name, load: () => Promise<Record<Name, unknown>>): RouteComponent {
  // The types of screens depend on the routes, so the routes cannot depend on them.
  const Component = lazyRouteComponent(async () => ({ default: (await load())[name] as () => ReactNode }))
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
  component: screen('HomeScreen', () => import('../features/home/HomeScreen.tsx')),
})

const study = createRoute({ getParentRoute: () => root, path: '/study/$studyId' })

const overview = createRoute({
  getParentRoute: () => study,
  path: '/',
  component: screen('OverviewScreen', () => import('../features/study/OverviewScreen.tsx')),
})

const samples = createRoute({
  getParentRoute: () => study,
  path: '/samples',
  validateSearch: readSearch('/study/$studyId/samples'),
  component: screen('SamplesScreen', () => import('../features/samples/SamplesScreen.tsx')),
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
  component: screen('HeatmapScreen', () => import('../features/explore/HeatmapScreen.tsx')),
})

const pca = createRoute({
  getParentRoute: () => explore,
  path: '/pca',
  component: screen('PcaScreen', () => import('../features/explore/PcaScreen.tsx')),
})

const groups = createRoute({
  getParentRoute: () => explore,
  path: '/groups',
  component: screen('GroupsScreen', () => import('../features/explore/GroupsScreen.tsx')),
})

const clock = createRoute({
  getParentRoute: () => explore,
  path: '/clock',
  component: screen('ClockScreen', () => import('../features/explore/clock/ClockScreen.tsx')),
})

const table = createRoute({
  getParentRoute: () => explore,
  path: '/table',
  validateSearch: readSearch('/study/$studyId/_cohort/explore/table'),
  component: screen('TableScreen', () => import('../features/explore/table/TableScreen.tsx')),
})

const compare = createRoute({
  getParentRoute: () => cohort,
  path: '/compare',
  validateSearch: readSearch('/study/$studyId/_cohort/compare'),
  component: screen('CompareScreen', () => import('../features/compare/CompareScreen.tsx')),
})

const drugs = createRoute({
  getParentRoute: () => root,
  path: '/library/drugs',
  validateSearch: readSearch('/library/drugs'),
  component: screen('DrugsScreen', () => import('../features/drugs/DrugsScreen.tsx')),
})

const lists = createRoute({
  getParentRoute: () => root,
  path: '/library/lists',
  validateSearch: readSearch('/library/lists'),
  component: screen('ListsScreen', () => import('../features/lists/ListsScreen.tsx')),
})

const pathways = createRoute({
  getParentRoute: () => root,
  path: '/library/pathways',
  validateSearch: readSearch('/library/pathways'),
  component: screen('PathwaysScreen', () => import('../features/pathways/PathwaysScreen.tsx')),
})

const offline = createRoute({
  getParentRoute: () => root,
  path: '/library/offline',
  validateSearch: readSearch('/library/offline'),
  component: screen('OfflineScreen', () => import('../features/offlineSync/OfflineScreen.tsx')),
})

const batches = createRoute({
  getParentRoute: () => root,
  path: '/activity/batches',
  validateSearch: readSearch('/activity/batches'),
  component: screen('BatchesScreen', () => import('../features/samples/BatchesScreen.tsx')),
})

const matchingDrugs = createRoute({
  getParentRoute: () => cohort,
  path: '/drugs',
  validateSearch: readSearch('/study/$studyId/_cohort/drugs'),
  component: screen('MatchingDrugsScreen', () => import('../features/compare/MatchingDrugsScreen.tsx')),
})

const share = createRoute({
  getParentRoute: () => study,
  path: '/share',
  validateSearch: readSearch('/study/$studyId/share'),
  component: screen('ShareScreen', () => import('../features/export/ShareScreen.tsx')),
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
  component: screen('ActivityScreen', () => import('../features/activity/TaskList.tsx')),
})

const importing = createRoute({
  getParentRoute: () => root,
  path: '/import',
  validateSearch: readSearch('/import'),
  component: screen('ImportScreen', () => import('../features/import/ImportScreen.tsx')),
})

const plan = createRoute({
  getParentRoute: () => root,
  path: '/plan',
  validateSearch: readSearch('/plan'),
  component: screen('PlanScreen', () => import('../features/compare/plan/PlanScreen.tsx')),
})

const screenings = createRoute({
  getParentRoute: () => root,
  path: '/activity/screenings',
  validateSearch: readSearch('/activity/screenings'),
  component: screen('ScreeningScreen', () => import('../features/screening/ScreeningScreen.tsx')),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: readSearch('/settings'),
  component: screen('SettingsScreen', () => import('../features/settings/SettingsScreen.tsx')),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: screen('ConnectScreen', () => import('../features/welcome/WelcomeScreen.tsx')),
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
