import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import texts from '../../../shared/words/en/screens/shared/state.json' with { type: 'json' }
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { testPage } from '../../ui/testing/testPage.ts'
import { heldPrefix, searchSchemas } from '../searchSchemas.ts'
import { CohortRoute } from './CohortRoute.tsx'
import { createCohort, firstView, useCohort } from './cohort.ts'
import { createViews, noViews } from './exploreViews.ts'

const { storeOf, parse, toSearch, isSavable, forget } = createCohort()
const first = () => storeOf('all').getInitialState()
const ids = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`)

describe('the selection of the results in an address', () => {
  it('is read back as written', () => {
    const selection = {
      of: { text: 'HLS', filter: { group: null, tag: 'old' } },
      measure: 'aging_offset' as const,
      view: { kind: 'zControls' as const, controls: { sampleIds: ['S1', 'S2'] } },
      controlsName: 'sex = F',
      selectedIds: new Set(['S7']),
    }
    const address = JSON.parse(JSON.stringify(toSearch(selection)))
    expect(parse(searchSchemas()['/study/$studyId/_cohort'].parse(address))).toEqual(selection)
  })

  it('falls back to all values as returned if the address is invalid', () => {
    const nonsense = { measure: 7, of: { sampleIds: 'S1' }, values: 'zControls', controls: 3, marked: [5] }
    expect(parse(searchSchemas()['/study/$studyId/_cohort'].parse(nonsense))).toEqual(first())
  })

  it('keeps the ids of a large choice out of the address, and restores it for Back', () => {
    const large = { ...first(), of: { sampleIds: ids(600) } }
    const larger = { ...first(), of: { sampleIds: ids(700) } }
    const [one, other] = [toSearch(large), toSearch(larger)]
    expect(JSON.stringify(one).length).toBeLessThan(100)
    expect(parse(one)?.of).toEqual(large.of)
    expect(parse(other)?.of).toEqual(larger.of)
    expect(isSavable(large)).toBe(false)
    expect(isSavable({ ...first(), of: { filter: {}, except: ids(600) } })).toBe(false)
    const afterReload = createCohort()
    expect(afterReload.parse(one)?.of).toEqual(large.of)
    expect(afterReload.parse(afterReload.toSearch({ ...first(), of: { sampleIds: ids(800) } }))?.of).toEqual({
      sampleIds: ids(800),
    })
    expect(afterReload.parse(other)?.of).toEqual(larger.of)
    const some = { ...first(), of: { filter: {}, except: ['S1'] } }
    expect(parse(toSearch(some))?.of).toEqual(some.of)
    expect(isSavable(first())).toBe(true)
  })
})

describe('samples that an address cannot contain', () => {
  it('stay selected after a reload of the page', () => {
    const marked = { ...first(), selectedIds: new Set(ids(600)) }
    const address = toSearch(marked)
    expect(createCohort().parse(address)?.selectedIds).toEqual(marked.selectedIds)
  })

  it('are not replaced by others if the session that held them is gone or another profile is open', () => {
    const address = toSearch({ ...first(), of: { sampleIds: ids(600) } })
    const controls = toSearch({ ...first(), view: { kind: 'zControls', controls: { sampleIds: ids(700) } } })
    forget()
    for (const cohort of [createCohort(), { parse }])
      for (const search of [address, controls, { marked: heldPrefix } as const])
        expect(cohort.parse({ measure: 'activity', ...search })).toBeNull()
  })

  it('are reported as missing, and all samples are shown only when the user asks for them', async () => {
    open('/study/all/explore/table?measure=activity&of=held+here+1')
    await screen.findByText('This view names samples that are not here')
    expect(screen.queryByRole('button', { name: '/table activity' })).toBeNull()
    act(() => screen.getByRole('button', { name: 'Show all samples' }).click())
    await screen.findByRole('button', { name: '/table activity' })
  })
})

function Shown({ name }: { name: string }) {
  const { selection, change } = useCohort()
  return (
    <button type="button" onClick={() => change({ measure: 'aging_offset' })}>
      {name} {selection.measure}
    </button>
  )
}

function open(at: string) {
  const root = createRootRoute()
  const study = createRoute({ getParentRoute: () => root, path: '/study/$studyId' })
  const results = createRoute({
    getParentRoute: () => study,
    id: '_cohort',
    validateSearch: searchSchemas()['/study/$studyId/_cohort'],
    component: CohortRoute,
  })
  const views = ['/table', '/pca'].map((path) =>
    createRoute({
      getParentRoute: () => results,
      path: `/explore${path}`,
      component: () => <Shown name={path} />,
    }),
  )
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/library/drugs' })
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({
    routeTree: root.addChildren([study.addChildren([results.addChildren(views)]), elsewhere]),
    history,
  })
  renderInPage(<RouterProvider router={router} />, { state: texts })
  const go = (to: string, studyId = 'all', search = {}) =>
    act(() => router.navigate({ to, params: { studyId }, search } as never))
  return { router, go }
}
const [pca, table] = ['/study/$studyId/explore/pca', '/study/$studyId/explore/table']

describe('views of one selection', () => {
  it('show the same selection, and Back returns to the earlier one', async () => {
    const { router, go } = open('/study/all/explore/table?columns=5')
    const button = await screen.findByRole('button', { name: '/table activity' })
    act(() => button.click())
    await screen.findByRole('button', { name: '/table aging_offset' })
    expect(router.state.location.search).toEqual({ columns: 5, measure: 'aging_offset' })
    await go(pca)
    await screen.findByRole('button', { name: '/pca aging_offset' })
    act(() => router.history.go(-2))
    await screen.findByRole('button', { name: '/table activity' })
    expect(testPage.get(createCohort).storeOf('all').getState().measure).toBe('activity')
  })

  it('keep their settings when the user returns, even from another section, per study', async () => {
    const { router, go } = open('/study/all/explore/pca?measure=activity&test=wilcoxon&pair=donor_id')
    await screen.findByRole('button', { name: '/pca activity' })
    await go(table)
    await screen.findByRole('button', { name: '/table activity' })
    expect(router.state.location.search).toEqual({ measure: 'activity' })
    await go(pca)
    const arranged = { measure: 'activity', test: 'wilcoxon', pair: 'donor_id' }
    await waitFor(() => expect(router.state.location.search).toEqual(arranged))
    await go('/library/drugs')
    await go(pca)
    await waitFor(() => expect(router.state.location.search).toEqual(arranged))
    await go(pca, 's2')
    await waitFor(() => expect(router.state.location.search).toEqual({ measure: 'activity' }))
    expect(router.state.location.pathname).toBe('/study/s2/explore/pca')
  })

  it('forget settings that were undone, and all of them when the profile changes', async () => {
    const { router, go } = open('/study/all/explore/pca?measure=activity&test=wilcoxon')
    await screen.findByRole('button', { name: '/pca activity' })
    await go(pca, 'all', { measure: 'activity' })
    await go(table)
    await go(pca, 'all', { measure: 'activity', x: 3 })
    await waitFor(() => expect(router.state.location.search).toEqual({ measure: 'activity', x: 3 }))
    await go('/library/drugs')
    act(() => {
      testPage.get(createViews).setState(noViews, true)
      testPage.get(createCohort).forget()
    })
    await go(pca)
    await waitFor(() => expect(router.state.location.search).toEqual({ measure: 'activity' }))
  })

  it('start with the selection of an address, whatever was shown before', async () => {
    testPage.get(createCohort).storeOf('all').setState({ measure: 'aging_offset' })
    open('/study/all/explore/table?measure=activity')
    expect(await screen.findByRole('button', { name: '/table activity' })).toBeTruthy()
  })
})

it('shows z-scores by default where pathways share colors, and values as returned elsewhere', () => {
  const every = { filter: {} }
  const shown = (view: string, of: Parameters<typeof firstView>[1] = every) =>
    firstView(`/explore/${view}`, of).kind
  expect([shown('heatmap'), shown('table'), shown('groups')]).toEqual(['z', 'raw', 'raw'])
  // Two samples are too few for z-scores.
  expect(shown('heatmap', { sampleIds: ['S1', 'S2'] })).toBe('raw')
  const { parse, toSearch } = createCohort()
  const chosen = parse({ measure: 'activity', values: 'raw' })
  expect(chosen?.view).toEqual({ kind: 'raw' })
  expect(chosen && toSearch(chosen)).toMatchObject({ values: 'raw' })
  expect(parse({ measure: 'activity' })?.view).toBeNull()
})
