import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Input, Output } from '../../../shared/contract/contract.ts'
import type { DrugHit } from '../../../shared/domain/drugs/drug.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { calls, demoStatus, inputsOf } from '../../app/testing/fakeHost.ts'
import { createShownTables } from '../../state/tables/shownTables.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { answer, hit, openDrugs, twoSources } from './testing/openDrugs.tsx'

const user = userEvent.setup()
const names = () =>
  screen.queryAllByRole('option').map((option) => option.querySelector('[class*="hitName"]')?.textContent)
const field = () => screen.getByRole('combobox', { name: 'Search drugs' })
const searches = (from: 'cache' | 'service') =>
  (inputsOf('drugs.search') as Input<'drugs.search'>[]).filter((input) => input.from === from)
const many = (count: number, from = 0): DrugHit[] =>
  Array.from({ length: count }, (_, index) => hit(`Drug ${from + index}`, 'cache'))

describe('DrugsScreen', () => {
  it('shows cached drugs, then adds those of the service below, both sorted by name without a query', async () => {
    openDrugs('/library/drugs', { 'drugs.search': twoSources })
    await waitFor(() => expect(names()).toEqual(['Sirolimus', 'Everolimus']))
    expect(await screen.findByText('2 of 2 drugs')).toBeTruthy()
    expect(screen.getByText(/1 more from the service, shown below/)).toBeTruthy()
    for (const from of ['cache', 'service'] as const)
      expect(searches(from)[0]).toMatchObject({ text: '', sort: 'name', order: 'asc' })
  })

  it.each([
    { they: 'all', each: [false, false] },
    { they: 'some', each: [true, false] },
  ])(
    'marks synthetic drugs once above the list if all are synthetic, else one by one ($they)',
    async ({ they, each }) => {
      const made = ['Sirolimus', 'Everolimus'].map((name, index) => ({
        ...hit(name, 'cache'),
        ...(they === 'all' || index === 0 ? { synthetic: true as const } : {}),
      }))
      openDrugs('/library/drugs', { 'drugs.search': () => answer(made) })
      await waitFor(() => expect(names()).toHaveLength(2))
      const says = (element: Element | null) => element?.textContent?.includes('Synthetic') ?? false
      expect(screen.getAllByRole('option').map(says)).toEqual(each)
      expect(says(screen.getByText('2 drugs').parentElement)).toBe(they === 'all')
    },
  )

  it.each([
    { they: 'all', second: 'service', each: [false, false] },
    { they: 'some', second: 'cache', each: [true, true] },
  ] as const)(
    'names the source once above the list if all drugs share it, else one by one ($they)',
    async (row) => {
      openDrugs('/library/drugs', {
        'drugs.search': () => answer([hit('Sirolimus', 'service'), hit('Everolimus', row.second)]),
      })
      await waitFor(() => expect(names()).toHaveLength(2))
      const says = (text: string | null) => /from the service|on this computer/.test(text ?? '')
      expect(screen.getAllByRole('option').map(({ textContent }) => says(textContent))).toEqual(row.each)
      expect(says(screen.getByText(/^2 drugs/).textContent)).toBe(row.they === 'all')
    },
  )

  it('isolates text direction marks within a name', async () => {
    const odd = { ...hit('A\u202Ebc', 'cache'), category: 'C\u202Ed', description: 'D\u202Ee' }
    openDrugs('/library/drugs', { 'drugs.search': () => answer([odd]) })
    const option = await screen.findByRole('option')
    const isolated = Array.from(option.querySelectorAll('bdi'), ({ textContent }) => textContent)
    expect(isolated).toEqual([odd.name, odd.category, odd.description])
    const open = Array.from(option.querySelectorAll('*')).filter(
      ({ childNodes, tagName }) =>
        tagName !== 'BDI' &&
        Array.from(childNodes).some((node) => node.nodeType === 3 && node.nodeValue?.includes('\u202E')),
    )
    expect(open).toEqual([])
  })

  it('shows the chosen columns in order, and copies and exports the same', async () => {
    const one = { ...hit('Sirolimus', 'cache'), category: 'mTOR', synonyms: ['Rapamycin', 'Rapamune'] }
    openDrugs('/library/drugs', { 'drugs.search': () => answer([one]) })
    const facts = () =>
      Array.from(
        screen.getByRole('option').querySelectorAll('[data-field]'),
        ({ textContent }) => textContent,
      )
    await screen.findByRole('option')
    expect(facts()).toEqual(['mTOR', ''])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const list = within(await screen.findByRole('list', { name: 'Columns in their order' }))
    expect(list.queryByRole('button', { name: /at the left/ })).toBeNull()
    await user.click(list.getByRole('checkbox', { name: 'Synonyms' }))
    await user.click(list.getByRole('button', { name: 'Move Synonyms to the left' }))
    await user.click(list.getByRole('checkbox', { name: 'Description' }))
    expect(facts().slice(0, 2)).toEqual(['Rapamycin, Rapamune', '· mTOR'])
    expect(facts()).toHaveLength(2)
    expect(testPage.get(createShownTables).getState().columns).toMatchObject({
      kind: 'drugs',
      first: ['name', 'synonyms', 'category', 'source'],
      without: ['description'],
    })
    expect(calls.findLast(({ name }) => name === 'tables.arrange')?.input).toMatchObject({ table: 'drugs' })
  })

  it('searches for the text in the address, and highlights matches in name and synonym', async () => {
    const match = {
      kind: 'prefix' as const,
      name: [{ start: 0, end: 2 }],
      synonym: { text: 'Rapamycin', ranges: [{ start: 0, end: 4 }] },
    }
    openDrugs('/library/drugs?text=rapa', {
      'drugs.search': ({ from }) =>
        answer([{ ...hit('Sirolimus', from ?? 'service'), ...(from === 'cache' ? { match } : {}) }]),
    })
    expect(await screen.findByDisplayValue('rapa')).toBeTruthy()
    const option = await screen.findByRole('option', { name: /Sirolimus.*also Rapamycin/ })
    // The service's response has no match positions and must not remove the highlights.
    await screen.findByText(/from the service/)
    expect([...option.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Si', 'Rapa'])
    expect(searches('cache')[0]).toMatchObject({ text: 'rapa' })
  })

  it('ignores a late response to an earlier query', async () => {
    const late = Promise.withResolvers<Output<'drugs.search'>>()
    openDrugs('/library/drugs', {
      'drugs.search': ({ text, from }) => {
        if (from === 'service') return answer([])
        return text === 's'
          ? late.promise
          : answer([hit(text === 'si' ? 'Sirolimus' : 'Everolimus', 'cache')])
      },
    })
    await waitFor(() => expect(names()).toEqual(['Everolimus']))
    await user.type(field(), 'si')
    await waitFor(() => expect(names()).toEqual(['Sirolimus']))
    await act(async () => late.resolve(answer([hit('Late', 'cache')])))
    expect(names()).toEqual(['Sirolimus'])
  })

  it('shows no count until the service has responded if no drug is cached', async () => {
    const asking = Promise.withResolvers<Output<'drugs.search'>>()
    openDrugs('/library/drugs', {
      'drugs.search': ({ from }) => (from === 'service' ? asking.promise : answer([])),
    })
    await waitFor(() => expect(searches('service')).toHaveLength(1))
    await waitFor(() => expect(document.querySelector('.mantine-Skeleton-root')).toBeTruthy())
    expect(screen.queryByText(/^0 /)).toBeNull()
    await act(async () => asking.resolve(answer([])))
    expect((await screen.findAllByText(/^0 .*drugs/)).length).toBeGreaterThan(0)
    expect(document.querySelector('.mantine-Skeleton-root')).toBeNull()
  })

  it('searches the cache on every keystroke, and the service once typing stops', async () => {
    openDrugs('/library/drugs', { 'drugs.search': twoSources })
    await waitFor(() => expect(names()).toHaveLength(2))
    await user.type(field(), 'sir')
    await waitFor(() => expect(searches('service').map(({ text }) => text)).toEqual(['', 'sir']))
    expect(searches('cache').map(({ text }) => text)).toEqual(['', 's', 'si', 'sir'])
    await waitFor(() => expect(window.location.hash).toBe('#/library/drugs?text=sir'))
  })

  it('returns from the list to the field with Escape, and opens a drug with the arrow and Enter keys', async () => {
    openDrugs('/library/drugs', { 'drugs.search': twoSources })
    await waitFor(() => expect(names()).toHaveLength(2))
    act(() => screen.getByRole('listbox').focus())
    await user.keyboard('{End}')
    expect(screen.getByRole('listbox').getAttribute('aria-activedescendant')).toContain('id-Everolimus')
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(field())
    await user.keyboard('{ArrowDown}{Enter}')
    const page = await screen.findByRole('article')
    expect(await within(page).findByText('inhibits')).toBeTruthy()
  })

  it('jumps to the last of 10,000 drugs with End, without further requests to the service', async () => {
    openDrugs('/library/drugs', {
      'drugs.search': ({ from, page = 1, limit = 20 }) =>
        from === 'cache'
          ? {
              ...answer(many(Math.min(limit, 10_020 - (page - 1) * limit), (page - 1) * limit)),
              total: 10_020,
            }
          : { ...answer([hit('Drug 10019', 'service'), hit('Drug 60', 'service')]), total: 10_020 },
    })
    const option = await screen.findByRole('option', { name: /Drug 0/ })
    expect(await screen.findByText('52 of 10,020 drugs')).toBeTruthy()
    expect(option.getAttribute('aria-setsize')).toBe('10020')
    expect(option.getAttribute('aria-posinset')).toBe('1')
    expect(screen.getAllByRole('option').length).toBeLessThan(60)
    // The two drugs may be cached on a later page, so they are not counted as added.
    expect(screen.queryByText(/more from the service/)).toBeNull()
    act(() => screen.getByRole('listbox').focus())
    await user.keyboard('{End}')
    // jsdom does not scroll, so the active drug is not rendered.
    const active = () => screen.getByRole('listbox').getAttribute('aria-activedescendant')
    await waitFor(() => expect(active()).toContain(encodeURIComponent('id-Drug 10018')))
    // The rest is read in a few large pages.
    expect(searches('cache').length).toBeLessThan(30)
    expect(searches('service').map(({ page }) => page)).toEqual([1])
    await user.keyboard('{Home}')
    expect(active()).toMatch(/id-Drug%200$/)
  })

  it('stays where the user moves while the end is loading', async () => {
    const late = Promise.withResolvers<void>()
    openDrugs('/library/drugs', {
      'drugs.search': async ({ from, page = 1, limit = 20 }) => {
        if (from !== 'cache') return answer([])
        if (limit > 100) await late.promise
        return { ...answer(many(limit, (page - 1) * limit)), total: 10_000 }
      },
    })
    await screen.findByRole('option', { name: /Drug 0/ })
    act(() => screen.getByRole('listbox').focus())
    await user.keyboard('{End}{Home}')
    await act(async () => late.resolve())
    await waitFor(() => expect(screen.getByText('10,000 of 10,000 drugs')).toBeTruthy())
    expect(screen.getByRole('option', { name: /Drug 0 / }).dataset['active']).toBe('true')
  })

  it('shows that there are more drugs than were counted', async () => {
    openDrugs('/library/drugs', {
      'drugs.search': () => ({ ...answer(many(3)), total: 1000, totalIsLeast: true }),
    })
    expect(await screen.findByText('1,000+ drugs')).toBeTruthy()
    expect(screen.getAllByRole('option')[0]?.getAttribute('aria-setsize')).toBe('-1')
  })

  it('explains next to cached drugs why the service did not respond', async () => {
    const notice = 'The service does not answer. You see cached drugs.'
    openDrugs('/library/drugs', {
      'drugs.search': ({ from }) => ({
        ...twoSources({ from: 'cache' }),
        notice: from === 'cache' ? null : joinMessages([notice]),
      }),
    })
    expect(await screen.findByText(notice)).toBeTruthy()
    expect(names()).toEqual(['Sirolimus'])
  })

  it('sends nothing while the offline switch is on, and offers help if no drug is cached', async () => {
    openDrugs('/library/drugs', {
      'app.status': () => ({ ...demoStatus, offlineSwitch: true }),
      'drugs.search': () => answer([]),
    })
    expect(await screen.findByText('No drugs are stored on this computer yet')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Make drugs available offline' })
    expect(link.getAttribute('href')).toBe('/#/library/offline')
    expect(searches('service')).toEqual([])
  })

  it('offers to clear a search without results', async () => {
    openDrugs('/library/drugs?text=zzz', { 'drugs.search': () => answer([]) })
    expect(await screen.findByText('No drug matches “zzz”')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Clear the search' })[0]!)
    await waitFor(() => expect(window.location.hash).toBe('#/library/drugs'))
  })
})
