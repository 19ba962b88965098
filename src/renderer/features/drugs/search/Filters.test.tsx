import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Input } from '../../../../shared/contract/contract.ts'
import { rejected } from '../../../../shared/contract/failures.ts'
import type { SavedSearch } from '../../../../shared/domain/drugs/drug.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { inputsOf } from '../../../app/testing/fakeHost.ts'
import { answer, hit, openDrugs, twoSources } from '../testing/openDrugs.tsx'

const user = userEvent.setup()
const lastSearch = (from: 'cache' | 'service') =>
  (inputsOf('drugs.search') as Input<'drugs.search'>[]).findLast((input) => input.from === from)
const group = (name: string) => within(screen.getByRole('region', { name }))

/** Renames the saved search A to B. */
const renameToB = async () => {
  await user.click(await screen.findByRole('button', { name: 'Saved searches' }))
  await user.click(await screen.findByRole('button', { name: 'Rename A' }))
  const field = await screen.findByRole('textbox', { name: 'Rename A' })
  await user.clear(field)
  await user.type(field, 'B{Enter}')
}

describe('the filters', () => {
  it('narrow the search, appear in the address, and can be removed one by one', async () => {
    openDrugs('/library/drugs', {})
    await user.click(await screen.findByRole('button', { name: 'Statin 1' }))
    await waitFor(() => expect(lastSearch('service')).toMatchObject({ category: 'Statin' }))
    await user.click(group('Pathway').getByRole('button', { name: 'mTOR 2' }))
    await waitFor(() => expect(window.location.hash).toBe('#/library/drugs?category=Statin&pathway=mtor'))
    await waitFor(() => expect(lastSearch('cache')).toMatchObject({ category: 'Statin', pathway: 'mtor' }))
    // The service cannot filter by pathway, so the request leaves it out.
    expect(lastSearch('service')).not.toHaveProperty('pathway')
    expect(screen.getByText(/search only the drugs on this computer/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pathway mTOR, remove this filter' }))
    await waitFor(() => expect(window.location.hash).toBe('#/library/drugs?category=Statin'))
  })

  it('are restored from the address, and by Back', async () => {
    openDrugs('/library/drugs?text=siro&direction=inhibits&sort=age', {})
    expect(await screen.findByRole('button', { name: 'inhibits 2', pressed: true })).toBeTruthy()
    expect(lastSearch('cache')).toMatchObject({
      text: 'siro',
      direction: 'inhibits',
      sort: 'fetched_at',
      order: 'desc',
    })
    await user.click(screen.getByRole('button', { name: 'Direction inhibits, remove this filter' }))
    await waitFor(() => expect(window.location.hash).not.toContain('direction'))
    act(() => window.history.back())
    expect(await screen.findByRole('button', { name: 'inhibits 2', pressed: true })).toBeTruthy()
  })

  it('omit values that cannot be searched', async () => {
    openDrugs('/library/drugs', {
      'drugs.facets': () => ({
        categories: [
          { value: '', count: 7 },
          { value: 'Statin', count: 1 },
        ],
        pathways: [],
        directions: [],
        countedOf: null,
        cached: 8,
      }),
    })
    await screen.findByRole('button', { name: 'Statin 1' })
    expect(group('Category').queryByRole('button', { name: /7/ })).toBeNull()
  })

  it('are searchable if there are many', async () => {
    const categories = Array.from({ length: 40 }, (_, index) => ({ value: `Class ${index}`, count: 1 }))
    openDrugs('/library/drugs', {
      'drugs.facets': () => ({ categories, pathways: [], directions: [], countedOf: 1000, cached: 9000 }),
    })
    expect(await screen.findByText('Counted over the best 1,000')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Class 39 1' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Pathway' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all 40' }))
    await user.type(screen.getByRole('textbox', { name: 'Find in Category' }), '39')
    expect(group('Category').getByRole('button', { name: 'Class 39 1' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Class 3 1' })).toBeNull()
  })
})

describe('the order', () => {
  it('can be chosen and reversed, and each source gets the part that it supports', async () => {
    openDrugs('/library/drugs', {})
    await user.click(await screen.findByRole('button', { name: 'Sort: Best match' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Age of the data' }))
    await waitFor(() => expect(lastSearch('cache')).toMatchObject({ sort: 'fetched_at', order: 'desc' }))
    expect(lastSearch('service')).not.toHaveProperty('sort')
    await user.click(await screen.findByRole('button', { name: 'Descending; reverse' }))
    await waitFor(() => expect(lastSearch('cache')).toMatchObject({ order: 'asc' }))
  })
})

describe('saved searches', () => {
  it('are saved from the address, opened, and removed with an undo', async () => {
    let saved: SavedSearch[] = []
    openDrugs('/library/drugs?text=siro&category=Statin&drug=id-Sirolimus', {
      'searches.list': () => saved,
      'searches.save': ({ name, address }) => {
        const search = { searchId: `s${name}`, name, address, createdAt: '2026-01-01T00:00:00Z' }
        const before = saved.find((other) => other.name === name)
        saved = [...saved.filter((other) => other !== before), search]
        return { ...search, replaced: before?.address ?? null }
      },
      'searches.remove': ({ searchId }) => {
        saved = saved.filter((search) => search.searchId !== searchId)
        return null
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Saved searches' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name for this search' }), 'Mine{Enter}')
    await waitFor(() => expect(saved).toHaveLength(1))
    const mine = await screen.findByRole('button', { name: 'Mine' })
    expect(saved[0]?.address).toBe('text=siro&category=Statin')
    act(() => {
      window.location.hash = '#/library/drugs'
    })
    await user.click(mine)
    await waitFor(() => expect(window.location.hash).toBe('#/library/drugs?text=siro&category=Statin'))
    await user.click(await screen.findByRole('button', { name: 'Saved searches' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Mine' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(inputsOf('searches.save').at(-1)).toMatchObject({ ifTaken: 'number' })
  })

  it('report when they replace another search, and offer to restore it', async () => {
    const search = { searchId: 's1', name: 'Mine', createdAt: '2026-01-01T00:00:00Z' }
    openDrugs('/library/drugs?text=siro', {
      'searches.save': ({ address }) => ({ ...search, address, replaced: 'text=old' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Saved searches' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name for this search' }), 'Mine{Enter}')
    expect(await screen.findByText('Saved over the search “Mine”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(inputsOf('searches.save').at(-1)).toEqual({ name: 'Mine', address: 'text=old' }),
    )
  })

  it('get their previous name back by undo', async () => {
    let name = 'A'
    const one = () => ({ searchId: 's1', name, address: 'text=a', createdAt: '2026-01-01T00:00:00Z' })
    openDrugs('/library/drugs', {
      'searches.list': () => [one()],
      'searches.rename': (input) => {
        name = input.name
        return one()
      },
    })
    await renameToB()
    expect(await screen.findByText('The search is now named “B”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('searches.rename').at(-1)).toEqual({ searchId: 's1', name: 'A' }))
  })

  it('keep their name if the new one is taken, and show the reason', async () => {
    const at = '2026-01-01T00:00:00Z'
    openDrugs('/library/drugs', {
      'searches.list': () => ['A', 'B'].map((name) => ({ searchId: name, name, address: '', createdAt: at })),
      'searches.rename': () => {
        throw rejected(joinMessages([`A saved search named “B” already exists.`]))
      },
    })
    await renameToB()
    expect(await screen.findByText(/A saved search named “B” already exists/)).toBeTruthy()
    expect(inputsOf('searches.rename')).toEqual([{ searchId: 'A', name: 'B' }])
    expect(inputsOf('searches.save')).toEqual([])
  })
})

describe('comparing', () => {
  it('takes up to six drugs, selected with Space, to the comparison', async () => {
    const seven = Array.from({ length: 7 }, (_, index) => ({
      ...hit(`D${index}`, 'cache'),
      ...(index === 5 ? { drugId: 'id,D5' } : {}),
    }))
    openDrugs('/library/drugs', {
      'drugs.search': () => answer(seven),
      'drugLists.show': () => Promise.reject(),
    })
    await screen.findByRole('option', { name: /D0/ })
    act(() => screen.getByRole('listbox').focus())
    for (const _ of seven) await user.keyboard('{ArrowDown} ')
    expect(await screen.findByText('6 chosen; no more than 6 can be compared')).toBeTruthy()
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(6)
    await user.click(screen.getByRole('button', { name: 'Do not compare D1' }))
    await user.click(screen.getByRole('button', { name: 'Compare' }))
    await waitFor(() =>
      expect(decodeURIComponent(window.location.hash)).toBe(
        '#/library/lists?compare=["id-D0","id-D2","id-D3","id-D4","id,D5"]',
      ),
    )
  })

  it('adds the open drug to a list, and offers undo', async () => {
    const list = {
      listId: 'a',
      name: 'To order',
      note: '',
      kind: 'list' as const,
      count: 0,
      createdAt: null,
      updatedAt: null,
    }
    openDrugs('/library/drugs?drug=id-Sirolimus', {
      'drugs.search': twoSources,
      'drugLists.list': () => [list],
      'drugLists.show': () => ({ list, drugs: [] }),
      'drugLists.change': () => ({ ...list, count: 1 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Add to list' }))
    await user.click(await screen.findByRole('button', { name: 'To order' }))
    expect(await screen.findByText('Added 1 drug to “To order”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(inputsOf('drugLists.change')).toEqual([
        expect.objectContaining({ listId: 'a', add: [{ drugId: 'id-Sirolimus', name: 'Sirolimus' }] }),
        { listId: 'a', remove: ['id-Sirolimus'] },
      ]),
    )
  })
})
