import { expect, it, vi } from 'vitest'

// The schemas are loaded once per page.
vi.resetModules()
const { isSearchReadable } = await import('../state/searchParams.ts')
const { createRoutes } = await import('./router.tsx')

it('reads an address only after the schemas are loaded, even if the user leaves Home immediately', async () => {
  window.location.hash = '#/'
  const router = createRoutes()
  const heard: string[] = []
  await router.load()
  router.history.subscribe(({ location }) => {
    heard.push(location.href)
    void router.load()
  })
  expect(isSearchReadable()).toBe(false)
  const gone = router.navigate({ to: '/library/drugs', search: { text: '5', sort: 'name' } })
  expect(heard).toEqual([])
  await gone
  expect(heard).toEqual(['/library/drugs?text=%225%22&sort=name'])
  expect(router.state.location.search).toEqual({ text: '5', sort: 'name' })
})
