import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { PageStateProvider } from '../../ui/pageState.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { searchSchemas } from '../searchParams.ts'
import { createCohort } from './cohort.ts'
import { useCohort } from './useCohort.ts'

const { store, parse, toSearch, isSavable } = createCohort()
const first = () => store.getInitialState()
const ids = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`)

describe('the selection of the results in an address', () => {
  it('is read back as it was written', () => {
    const selection = {
      of: { text: 'HLS', filter: { group: null, tag: 'old' } },
      measure: 'aging_offset' as const,
      view: { kind: 'zControls' as const, controls: { sampleIds: ['S1', 'S2'] } },
      controlsName: 'sex = F',
      selectedIds: new Set(['S7']),
    }
    const address = JSON.parse(JSON.stringify(toSearch(selection)))
    expect(parse(searchSchemas['/results'].parse(address), first())).toEqual(selection)
  })

  it('falls back to everything, as returned, where somebody wrote nonsense', () => {
    const nonsense = { measure: 7, of: { sampleIds: 'S1' }, values: 'zControls', controls: 3, marked: [5] }
    expect(parse(searchSchemas['/results'].parse(nonsense), first())).toEqual(first())
  })

  it('keeps the names of a large choice out of the address, and finds them again step by step', () => {
    const large = { ...first(), of: { sampleIds: ids(600) } }
    const larger = { ...first(), of: { sampleIds: ids(700) } }
    const [one, other] = [toSearch(large), toSearch(larger)]
    expect(JSON.stringify(one).length).toBeLessThan(100)
    expect(parse(one, first()).of).toEqual(large.of)
    expect(parse(other, first()).of).toEqual(larger.of)
    expect(isSavable(large)).toBe(false)
    expect(isSavable({ ...first(), of: { filter: {}, except: ids(600) } })).toBe(false)
    const some = { ...first(), of: { filter: {}, except: ['S1'] } }
    expect(parse(toSearch(some), first()).of).toEqual(some.of)
    expect(isSavable(first())).toBe(true)
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
  const results = createRoute({
    getParentRoute: () => root,
    path: '/results',
    validateSearch: searchSchemas['/results'],
  })
  const views = ['/', '/pca'].map((path) =>
    createRoute({
      getParentRoute: () => results,
      path,
      component: () => <Shown name={path === '/' ? '/results' : '/results/pca'} />,
    }),
  )
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree: root.addChildren([results.addChildren(views)]), history })
  render(
    <PageStateProvider value={testPage}>
      <RouterProvider router={router} />
    </PageStateProvider>,
  )
  return router
}

describe('views of one selection', () => {
  it('show what the view before them showed, and Back what was seen there', async () => {
    const router = open('/results?columns=5')
    const button = await screen.findByRole('button', { name: '/results activity' })
    act(() => button.click())
    await screen.findByRole('button', { name: '/results aging_offset' })
    expect(router.state.location.search).toEqual({ columns: 5, measure: 'aging_offset' })
    await act(() => router.navigate({ to: '/results/pca' }))
    await screen.findByRole('button', { name: '/results/pca aging_offset' })
    act(() => router.history.go(-2))
    await screen.findByRole('button', { name: '/results activity' })
    expect(testPage.get(createCohort).store.getState().measure).toBe('activity')
  })

  it('begin with what an address says, whatever was shown before', async () => {
    testPage.get(createCohort).store.setState({ measure: 'aging_offset' })
    open('/results?measure=activity')
    expect(await screen.findByRole('button', { name: '/results activity' })).toBeTruthy()
  })
})
