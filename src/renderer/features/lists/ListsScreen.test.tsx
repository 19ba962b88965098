import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import type { DrugDetail, DrugList, DrugListMember } from '../../../shared/domain/drugs/drug.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answerWith, demoStatus, inputsOf } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'
import { textsOf } from '../../client/testing/fakeHost.ts'
import { createDialogs } from '../../state/dialogs.ts'
import { createShownTables } from '../../state/tables/shownTables.ts'
import { testPage } from '../../ui/testing/testPage.ts'

// Screens are loaded when they are first opened.
configure({ asyncUtilTimeout: 8000 })
const user = userEvent.setup()
beforeAll(() => {
  // jsdom lacks `document.fonts`, which an autosizing textarea listens to.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
})
const at = '2026-01-01T00:00:00Z'
const set = (listId: string, name: string, count: number, kind: DrugList['kind'] = 'list'): DrugList => ({
  listId,
  name,
  note: '',
  kind,
  count,
  createdAt: at,
  updatedAt: at,
})
const drug = (name: string, direction: 'inhibits' | 'activates' | null): DrugDetail => ({
  drugId: name,
  name,
  synonyms: [],
  category: 'mTOR inhibitor',
  description: null,
  source: 'cache',
  fetchedAt: at,
  pathways: direction && [{ pathway: 'mTOR', direction, evidence: null }],
  pathwaysFetchedAt: direction && at,
  detailsFetchedAt: null,
  notice: null,
  otherFields: [],
  raw: {},
  pathwaysRaw: null,
})
const cachedDrugs: Record<string, DrugDetail> = {
  Sirolimus: drug('Sirolimus', 'inhibits'),
  Leucine: drug('Leucine', 'activates'),
  Acarbose: drug('Acarbose', null),
}
const members: DrugListMember[] = ['Sirolimus', 'Leucine', 'Acarbose', 'Withdrawn'].map((name) => ({
  drugId: name,
  name,
  addedAt: at,
  drug: cachedDrugs[name] ?? null,
}))
const favourites = set('favourites', 'Favorites', 0, 'favourites')

function open(address: string, sets = [favourites, set('s1', 'To try', 4)]) {
  let shown = sets
  answerWith({
    'app.status': () => demoStatus,
    'drugLists.list': () => shown,
    'drugLists.show': ({ listId }) => ({
      list: sets.find((one) => one.listId === listId) ?? sets[0]!,
      drugs: listId === 's1' ? members : [],
    }),
    'drugLists.change': (input) => {
      const changed = { ...sets[1]!, name: input.name ?? sets[1]!.name }
      shown = shown.map((one) => (one.listId === changed.listId ? changed : one))
      return changed
    },
    'drugLists.create': ({ name }) => {
      shown = [...shown, set('s2', name, 0)]
      return shown.at(-1)!
    },
    'drugLists.remove': ({ listId }) => {
      shown = shown.filter((one) => one.listId !== listId)
      return null
    },
    'drugLists.restore': () => {
      shown = sets
      return sets[1]!
    },
    'drugs.show': ({ drugId }) => {
      const found = cachedDrugs[drugId]
      if (!found)
        throw new Failure('notFound', joinMessages([`Not kept here.`]), { what: message('shared.drug') })
      return found
    },
    'drugs.marks': () => [],
    'pathways.list': () => [],
    'exports.list': () => [],
  })
  openApp(address)
}

describe('the lists of drugs', () => {
  it('explain their purpose if there is none, and create the first one', async () => {
    open('/library/lists', [favourites])
    expect(await screen.findByText('No lists yet')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'New list…' })[0]!)
    await user.type(await screen.findByLabelText('Name of the list'), ' Statins {Enter}')
    await waitFor(() => expect(window.location.hash).toContain('set=s2'))
    expect(inputsOf('drugLists.create')).toEqual([{ name: 'Statins' }])
  })

  it('show their members, and say if a drug or its pathways are not cached', async () => {
    open('/library/lists?set=s1')
    const grid = await screen.findByRole('grid', { name: 'Drugs of To try' })
    const row = (name: string) => within(grid).getByText(name).closest<HTMLElement>('[role=row]')!
    expect(within(row('Sirolimus')).getByLabelText('inhibits')).toBeTruthy()
    expect(within(row('Acarbose')).getByText('not fetched')).toBeTruthy()
    expect(within(row('Withdrawn')).getAllByText('not on this computer')).toHaveLength(2)
    expect(await screen.findByText('4 drugs')).toBeTruthy()
  })

  it('are operated by keyboard alone: selecting with Space, removing with Delete, and undo', async () => {
    open('/library/lists?set=s1')
    const grid = await screen.findByRole('grid')
    grid.focus()
    await user.keyboard('{ArrowDown} {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
    expect(screen.getByText('3 ticked ✕')).toBeTruthy()
    await user.keyboard('{Delete}')
    await waitFor(() =>
      expect(inputsOf('drugLists.change')).toEqual([
        { listId: 's1', remove: ['Sirolimus', 'Leucine', 'Acarbose'] },
      ]),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('drugLists.change')).toHaveLength(2))
    expect(inputsOf('drugLists.change')[1]).toMatchObject({
      listId: 's1',
      add: expect.arrayContaining([{ drugId: 'Acarbose', name: 'Acarbose', addedAt: at }]),
    })
  })

  it('are removed immediately, and restored by undo', async () => {
    open('/library/lists?set=s1')
    await user.click(await screen.findByRole('button', { name: 'Remove list' }))
    expect(await screen.findByText('“To try” was removed.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: /^To try ?4$/ })).toBeTruthy()
  })

  it('get their previous name and note back by undo', async () => {
    open('/library/lists?set=s1', [favourites, { ...set('s1', 'To try', 4), note: 'Old' }])
    await user.click(await screen.findByRole('button', { name: 'Rename…' }))
    const name = await screen.findByLabelText('Name of the list')
    await user.clear(name)
    await user.type(name, 'Tried{Enter}')
    expect(await screen.findByText('The list is now named “Tried”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('drugLists.change').at(-1)).toEqual({ listId: 's1', name: 'To try' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())

    await user.click(screen.getByRole('button', { name: 'Edit the note' }))
    await user.type(screen.getByLabelText('Note of the list'), 'er')
    await user.click(screen.getByRole('button', { name: 'Save the note' }))
    expect(await screen.findByText('The note of “To try” was changed.')).toBeTruthy()
    expect(inputsOf('drugLists.change').at(-1)).toEqual({ listId: 's1', note: 'Older' })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('drugLists.change').at(-1)).toEqual({ listId: 's1', note: 'Old' }))
  })

  it('export the selected drugs, else the whole list', async () => {
    open('/library/lists?set=s1')
    await screen.findByRole('button', { name: 'Export…' })
    const shown = () => testPage.get(createShownTables).getState().tables
    expect(shown()).toEqual([{ kind: 'drugs', of: { listId: 's1' } }])
    await user.click(await screen.findByLabelText('Tick Leucine'))
    expect(shown()).toEqual([{ kind: 'drugs', of: { drugIds: ['Leucine'] } }])
    await user.click(screen.getByRole('button', { name: 'Export…' }))
    expect(testPage.get(createDialogs).getState()).toMatchObject({ exporting: true, exportPart: 'table' })
  })
})

const comparing = (...drugIds: string[]) =>
  `/library/lists?compare=${encodeURIComponent(JSON.stringify(drugIds))}`

describe('the comparison', () => {
  it('shows drugs side by side, with words for opposite directions and missing values', async () => {
    open(comparing('Sirolimus', 'Leucine', 'Acarbose', 'Withdrawn'))
    expect(await screen.findByText('opposite directions')).toBeTruthy()
    const row = screen.getByRole('row', { name: /^mTOR/ })
    expect(textsOf(within(row).getAllByRole('cell'))).toEqual([
      'inhibitsno evidence given',
      'activatesno evidence given',
      'not fetched',
      'not on this computer',
    ])
    const views = within(screen.getByRole('navigation', { name: 'Views of the library' }))
    expect(textsOf(views.getAllByRole('link', { current: 'page' }))).toEqual(['Lists'])
    await user.click(screen.getByRole('button', { name: 'Remove Leucine from the comparison' }))
    await waitFor(() => expect(screen.queryByText('opposite directions')).toBeNull())
    expect(decodeURIComponent(window.location.hash)).toContain('compare=["Sirolimus","Acarbose","Withdrawn"]')
  })

  it('fetches missing data from the service only on request', async () => {
    open(comparing('Sirolimus', 'Acarbose'))
    const fetch = await screen.findByRole('button', { name: 'Fetch what is missing of 1 drug' })
    expect(inputsOf('drugs.show')).not.toContainEqual(expect.objectContaining({ from: 'service' }))
    await user.click(fetch)
    await waitFor(() =>
      expect(inputsOf('drugs.show')).toContainEqual({ drugId: 'Acarbose', from: 'service' }),
    )
  })
})
