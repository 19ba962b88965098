import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Failure, notFound } from '../../../../shared/contract/failures.ts'
import { countedCovariate } from '../../../../shared/domain/results/testing/countedCovariate.ts'
import texts from '../../../../shared/words/en/screens/study/explore.json' with { type: 'json' }
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { answer, inputsOf, push, refuse, resetHost } from '../../../client/testing/fakeHost.ts'
import { createCohort } from '../../../state/cohort/cohort.ts'
import { createDialogs } from '../../../state/dialogs.ts'
import { testPage } from '../../../ui/testing/testPage.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { madeValues } from '../testing/cohortFixtures.ts'
import { openWithSwitch } from '../testing/openWithSwitch.tsx'
import { TableScreen } from './TableScreen.tsx'

const nothing = madeValues([], {}, { service: null, oldestFetchedAt: null })
const some = madeValues(['mTOR', 'AMPK'], { one: [0.25, Number.NaN], two: [1, 2] })
const open = (at = '/study/all/explore/table') =>
  renderScreen(TableScreen, { at, namespace: 'explore', words: texts })
const answerWith = (values: object) => answer({ 'results.values': () => values })
const rowNamed = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

beforeEach(() => {
  resetHost()
  answerWith(nothing)
  answer({
    'app.status': () => ({ profile: { dialect: {} } }),
    'results.covariates': () => [],
    'results.covariateValues': ({ sampleIds }: { sampleIds: string[] }) => ({
      names: ['group'],
      values: [sampleIds.map(() => 'treated')],
    }),
    'samples.facets': () => ({ total: 2, groups: [], tags: [] }),
    'samples.list': () => ({ rows: [], total: 48 }),
    'jobs.list': () => [],
    'searches.list': () => [],
    'analyses.run': () => ({ jobId: 'j1' }),
  })
})

it('a covariate that is still loading is not shown as missing', async () => {
  const groups = Promise.withResolvers<object>()
  answerWith(some)
  answer({ 'results.covariateValues': () => groups.promise })
  open('/study/all/explore/table?measure=activity')
  const line = await rowNamed('one')
  expect(within(line).getAllByText('–')).toHaveLength(1)
  groups.resolve({ names: ['group'], values: [[null, 'treated']] })
  expect((await within(line).findAllByText('–')).length).toBeGreaterThan(0)
  expect(await screen.findByText('treated')).toBeTruthy()
  expect(within(line).getAllByText('–')).toHaveLength(2)
})

it('a table that is opened again is drawn after the click, so that the click is not delayed', async () => {
  answerWith(some)
  const click = openWithSwitch(TableScreen, '/study/all/explore/table?measure=activity')
  await rowNamed('one')
  click()
  expect(screen.queryByRole('row')).toBeNull()
  click()
  expect(screen.getByRole('radiogroup', { name: 'Measure' })).toBeTruthy()
  expect(screen.queryByRole('row')).toBeNull()
  expect(await rowNamed('one')).toBeTruthy()
})

describe('a table sorted by a covariate', () => {
  const layout =
    '/study/all/explore/table?measure=activity&layout={"sort":[{"column":"covariate group","order":"asc"}],"columns":[]}'
  const rowsShown = () =>
    screen.getAllByRole('row').flatMap((row) => /one|two/.exec(row.textContent ?? '')?.[0] ?? [])

  it('shows rows only once their order is known, and keeps it while the table is loaded again', async () => {
    const [first, again] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()]
    const groups = { names: ['group'], values: [['z', 'a']] }
    answerWith(some)
    answer({ 'results.covariateValues': () => first.promise })
    open(layout)
    await waitFor(() => expect(inputsOf('results.covariateValues')).toHaveLength(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('row', { name: /one|two/ })).toBeNull()
    first.resolve(groups)
    await rowNamed('one')
    expect(rowsShown()).toEqual(['two', 'one'])

    answer({ 'results.covariateValues': () => again.promise })
    answerWith(madeValues(['mTOR', 'AMPK'], { one: [0.5, 3], two: [1, 2] }))
    act(() => push('results.changed', {}))
    await waitFor(() => expect(inputsOf('results.covariateValues')).toHaveLength(2))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(rowsShown()).toEqual(['two', 'one'])
    again.resolve(groups)
    await within(await rowNamed('one')).findByText(/^0\.50*$/)
    expect(rowsShown()).toEqual(['two', 'one'])
  })
})

describe('missing results', () => {
  it('can be fetched by analyzing the samples', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Analyze 48 samples…' }))
    // The dialog that shows the cost opens first.
    expect(testPage.get(createDialogs).getState().analysing).toEqual({ filter: {} })
    expect(inputsOf('analyses.run')).toEqual([])
  })

  it('are announced while an analysis runs', async () => {
    answer({ 'jobs.list': () => [{ jobId: 'j', kind: 'analysis', state: 'running' }] })
    open()
    expect(await screen.findByText(/An analysis is running/)).toBeTruthy()
  })

  it('show the message of a failure', async () => {
    refuse('results.values', new Failure('bug', joinMessages([`It could not be read.`]), { reference: 'r1' }))
    open()
    expect(await screen.findByText('It could not be read.')).toBeTruthy()
  })
})

describe('a view that names samples of another profile', () => {
  it('reports that, and offers to show all samples', async () => {
    answer({
      'results.values': ({ of }: { of: object }) => {
        if (!('sampleIds' in of)) return some
        throw notFound(joinMessages([`S9 is not here.`]), message('shared.sample'))
      },
    })
    open('/study/all/explore/table?measure=activity&of={"sampleIds":["S9"]}')
    await userEvent.click(await screen.findByRole('button', { name: 'Show all samples' }))
    expect(await rowNamed('one')).toBeTruthy()
    expect(screen.queryByText('S9 is not here.')).toBeNull()
  })
})

/** Hovers until the title appears: while other data load, the table is drawn again and loses the title. */
const titleUnderPointer = (value: HTMLElement, title: string) =>
  waitFor(async () => {
    await userEvent.hover(value)
    expect(value.title).toBe(title)
  })

describe('the table of results', () => {
  beforeEach(() => answerWith(some))

  it('shows a missing value as a dash, and an exact number on hover until the cell shows another one', async () => {
    open()
    const value = await screen.findByText('1.000')
    expect(screen.getByTitle('The service returned no value').textContent).toBe('–')
    await userEvent.click(screen.getByRole('button', { name: /where the numbers are from/ }))
    expect(await screen.findByText('2 samples · 2 pathways')).toBeTruthy()
    await titleUnderPointer(value, '1')
    within(screen.getByRole('grid')).getByRole('button', { name: 'mTOR' }).click()
    await waitFor(() => expect(value.textContent).toBe('0.250'))
    expect(value.title).toBe('')
  })

  it('joins the chunks of a response, and starts over when another response comes in between', async () => {
    const first = madeValues(['mTOR'], { one: [1] }, { totalSamples: 2 })
    const second = madeValues(['mTOR'], { two: [2] }, { totalSamples: 2 })
    const late = madeValues(['mTOR'], { late: [9] }, { totalSamples: 3, snapshot: 'later' })
    const answers = [first, late, first, second]
    answer({ 'results.values': () => answers.shift() })
    open()
    expect(await screen.findByText('2.000')).toBeTruthy()
    expect(screen.getAllByRole('row')).toHaveLength(3)
  })

  it('sorts by a pathway after the click, so that the click is not delayed, and stores it in the address', async () => {
    const router = open()
    await rowNamed('one')
    const first = () => screen.getAllByRole('row')[1]?.textContent
    const before = first()
    fireEvent.click(within(screen.getByRole('grid')).getByRole('button', { name: 'mTOR' }))
    expect(first()).toBe(before)
    await waitFor(() => expect(first()).toContain('two'))
    expect(router.state.location.search).toMatchObject({
      layout: { sort: [{ column: 'pathway mTOR', order: 'desc' }] },
    })
  })

  it('sorts by several columns, which the header numbers and announces', async () => {
    const router = open()
    await rowNamed('one')
    const grid = screen.getByRole('grid')
    await userEvent.click(within(grid).getByRole('button', { name: 'Group' }))
    const user = userEvent.setup()
    await user.keyboard('{Shift>}')
    await user.click(within(grid).getByRole('button', { name: 'mTOR' }))
    await user.keyboard('{/Shift}')
    const sort = [
      { column: 'covariate group', order: 'desc' },
      { column: 'pathway mTOR', order: 'desc' },
    ]
    await waitFor(() => expect(router.state.location.search).toMatchObject({ layout: { sort } }))
    const head = within(grid).getByRole('columnheader', { name: /^mTOR/ })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    expect(head.textContent).toContain('2')
    expect(screen.getByText('Sorted by Group (descending), mTOR (descending)')).toBeTruthy()
  })

  it('can be read, selected and opened with the keyboard alone', async () => {
    const router = open()
    await rowNamed('one')
    screen.getByRole('grid').focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown} ')
    await waitFor(() =>
      expect(testPage.get(createCohort).storeOf('all').getState().selectedIds).toEqual(new Set(['id-two'])),
    )
    expect(screen.getByText('1 selected')).toBeTruthy()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    const active = screen.getByRole('grid').getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)?.textContent).toBe('2.000')
    expect(screen.getByText('AMPK: 2')).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ sample: 'id-two' }))
  })

  it('offers the analysis of the selected samples only', async () => {
    open()
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Mark one' }))
    await screen.findByText('1 selected')
    await userEvent.click(screen.getByRole('button', { name: 'Analyze…' }))
    expect(testPage.get(createDialogs).getState().analysing).toEqual({ sampleIds: ['id-one'] })
  })

  it('shows names with markup as text', async () => {
    answerWith(madeValues(['<img src=x>'], { '<b>bold</b>': [1] }))
    open()
    expect(await screen.findByText('<b>bold</b>')).toBeTruthy()
    expect(screen.getByText('<img src=x>')).toBeTruthy()
  })
})

describe('the ways to show values', () => {
  beforeEach(() => answerWith(some))
  const titleOf = async (name: string) =>
    (await screen.findByText(name)).closest('[title]')?.getAttribute('title')

  it('name the unit set for this profile', async () => {
    answer({ 'app.status': () => ({ profile: { dialect: { activity_unit: 'a.u.' } } }) })
    open()
    await waitFor(async () => expect(await titleOf('mTOR')).toContain('(a.u.)'))
  })

  it('are raw without a unit by default, and z-scores only after the user chose the controls', async () => {
    answer({ 'results.covariates': () => [countedCovariate('group', { control: 5 })] })
    open()
    expect(await titleOf('mTOR')).toBe('mTOR: Pathway activity, as returned; unit not documented')
    await userEvent.click(await screen.findByRole('button', { name: 'As returned' }))
    await userEvent.click(await screen.findByRole('radio', { name: /z against controls/ }))
    expect(inputsOf('results.values').every((one) => JSON.stringify(one).includes('raw'))).toBe(true)
    await userEvent.selectOptions(await screen.findByLabelText('Value'), 'control')
    await waitFor(() =>
      expect(inputsOf('results.values').at(-1)).toMatchObject({
        view: { kind: 'zControls', controls: { filter: { group: 'control' } } },
      }),
    )
  })

  it('use the samples with one value of a covariate as controls', async () => {
    answer({
      'results.covariates': () => [countedCovariate('tissue', { liver: 1 })],
      'results.covariateValues': () => ({ names: ['tissue'], values: [['blood', 'liver']] }),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'As returned' }))
    await userEvent.click(await screen.findByRole('radio', { name: /z against controls/ }))
    await userEvent.selectOptions(await screen.findByLabelText('Controls are samples with'), 'tissue')
    await userEvent.selectOptions(await screen.findByLabelText('Value'), 'liver')
    await waitFor(() =>
      expect(inputsOf('results.values').at(-1)).toMatchObject({
        view: { kind: 'zControls', controls: { sampleIds: ['id-two'] } },
      }),
    )
    expect(await screen.findByRole('button', { name: 'z against tissue = liver (1 sample)' })).toBeTruthy()
    expect(screen.getByText(/stay the controls/)).toBeTruthy()
  })

  it('show the reference of z-scores, and why a pathway has none', async () => {
    const reference = [
      { pathway: 'mTOR', n: 12, mean: 0.5, sd: 0.25, why: null },
      { pathway: 'AMPK', n: 2, mean: 1, sd: 0.1, why: 'fewerThanThree' },
    ]
    answerWith({ ...some, view: 'zControls', reference })
    open('/study/all/explore/table?measure=activity&values=zControls&controls={"filter":{"group":"control"}}')
    expect(await titleOf('mTOR')).toContain('Controls: n 12, mean 0.5, SD 0.25')
    expect(await titleOf('AMPK')).toContain('only 2 of the samples referred to have a value')
    await userEvent.click(screen.getByRole('button', { name: /where the numbers are from/ }))
    expect(await screen.findByText(/No z-score for 1 of 2 pathways/)).toBeTruthy()
  })
})

describe('saved views', () => {
  it('ignore saved drug searches, and keep their own beside one of the same name', async () => {
    answerWith(some)
    const search = { searchId: 's1', name: 'Livers', address: 'text=liver' }
    answer({
      'searches.list': () => [
        search,
        { searchId: 's2', name: 'Ranks', address: '/study/all/explore/table?values=rank' },
      ],
      'searches.save': () => ({ ...search, replaced: null }),
    })
    open('/study/all/explore/table?measure=activity&values=z')
    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    expect(await screen.findByRole('button', { name: 'Ranks' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Livers' })).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: 'Name for this view' }), 'Livers{Enter}')
    await waitFor(() => expect(inputsOf('searches.save')).toHaveLength(1))
    expect(inputsOf('searches.save')[0]).toEqual({
      name: 'Livers',
      address: '/study/all/explore/table?measure=activity&values=z&layout=%7B%7D',
      ifTaken: 'number',
    })
  })
})
