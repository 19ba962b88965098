import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { toDots } from '../../../figures/comparisonFigures.ts'
import { Failure, rejected } from '../../../shared/contract/failures.ts'
import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import texts from '../../../shared/words/en/screens/study/compare.json' with { type: 'json' }
import { joinMessages } from '../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost, textsOf } from '../../client/testing/fakeHost.ts'
import { createStatusBar } from '../../state/statusBar.ts'
import { createShownTables } from '../../state/tables/shownTables.ts'
import { testPage } from '../../ui/testing/testPage.ts'
import { comparison, covariateOf, comparisonRow as row } from '../testing/comparisons.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { CompareScreen } from './CompareScreen.tsx'
import { toCopied } from './Outcome.tsx'

const open = (at = '/study/all/compare') =>
  renderScreen(CompareScreen, { at, namespace: 'compare', words: texts })

const pairs = (more: object) => ({ a: 'treated', b: 'control', units: 6, inBoth: 6, repeated: 0, ...more })

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ profile: { dialect: {} } }),
    'samples.facets': () => ({ total: 6, withoutResult: 0, groups: [], tags: [] }),
    'results.covariates': () => [
      covariateOf('group', '<b>control</b>', 'treated'),
      covariateOf('donor', 'D1', 'D2'),
    ],
    'results.compare': () => comparison,
    'results.pairing': () => pairs({ inBoth: 0 }),
    'searches.list': () => [],
  })
})

describe('the suggested test', () => {
  it('is missing while the pairing of donors is unknown', async () => {
    refuse('results.pairing', new Failure('bug', joinMessages([`The worker ended.`]), { reference: 'r' }))
    open()
    const notice = within(await screen.findByRole('alert'))
    expect(notice.getByText('The worker ended.')).toBeTruthy()
    expect(inputsOf('results.compare')).toEqual([])
    answer({ 'results.pairing': () => pairs({}) })
    await userEvent.click(notice.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(inputsOf('results.compare')).toMatchObject([{ test: 'paired', pairBy: 'donor' }]),
    )
  })

  it('is paired if the donors pair, and the summary shows it', async () => {
    answer({ 'results.pairing': () => pairs({}) })
    const router = open()
    const question = '<b>control</b> − treated · Paired t-test, 6 donor pairs'
    expect(await screen.findByRole('button', { name: question })).toBeTruthy()
    expect(inputsOf('results.compare')).toMatchObject([{ test: 'paired', pairBy: 'donor' }])
    expect(router.state.location.search).toMatchObject({ test: 'paired', pair: 'donor' })
    await openQuestion(/^<b>control/)
    await userEvent.selectOptions(screen.getByLabelText('Test'), 'welch')
    await screen.findByRole('button', { name: '<b>control</b> (3) − treated (3) · Welch’s t-test' })
    await userEvent.click(
      screen.getByRole('button', { name: 'Use the paired test (6 complete donor pairs)' }),
    )
    expect(await screen.findByRole('button', { name: question })).toBeTruthy()
  })

  it('averages repeated samples of a donor if few donors pair, and is suggested again for other groups', async () => {
    answer({
      'results.pairing': ({ groups }: { groups: { values: string[] } }) =>
        pairs(groups.values[1] === 'treated' ? { inBoth: 1, repeated: 2 } : {}),
    })
    open()
    await openQuestion(/^<b>control.* · Welch’s t-test · averaged by donor$/)
    expect(inputsOf('results.compare')).toMatchObject([{ test: 'welch', replicatesBy: 'donor' }])
    await userEvent.click(screen.getByRole('button', { name: 'Swap first and second' }))
    await waitFor(() => expect(inputsOf('results.compare').at(-1)).toMatchObject({ test: 'paired' }))
    expect(inputsOf('results.compare').at(-1)).not.toHaveProperty('replicatesBy')
  })
})

describe('saved comparisons', () => {
  const saved = {
    comparisonId: 'c1',
    name: 'Ranks',
    request: {
      measure: 'aging_offset',
      groups: { by: 'group', values: ['treated', 'old'] },
      test: 'mann-whitney',
      pathways: [],
    },
  }
  const study = (comparisons: unknown[]) => ({
    design: { groupBy: 'group', groups: [], control: null, pairBy: null },
    comparisons,
  })

  it('are opened, renamed and deleted', async () => {
    answer({
      'studies.show': () => study([saved]),
      'studies.renameComparison': () => null,
      'studies.removeComparison': () => null,
    })
    const router = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Saved comparisons' }))
    expect(screen.getByText('The overview uses this one saved comparison.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Rename Ranks' }))
    await userEvent.keyboard(' of offset{Enter}')
    expect(inputsOf('studies.renameComparison')).toEqual([{ comparisonId: 'c1', name: 'Ranks of offset' }])
    await userEvent.click(screen.getByRole('button', { name: 'Remove Ranks' }))
    expect(inputsOf('studies.removeComparison')).toEqual([{ comparisonId: 'c1' }])
    await userEvent.click(screen.getByRole('button', { name: 'Ranks' }))
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        measure: 'aging_offset',
        by: 'group',
        groups: ['treated', 'old'],
        test: 'mann-whitney',
      }),
    )
  })

  it('store the comparison of the whole study', async () => {
    answer({ 'studies.show': () => study([]), 'studies.saveComparison': () => saved })
    open(
      '/study/all/compare?by=group&groups=["treated","old"]&test=mann-whitney&measure=activity&of={"filter":{"tag":"x"}}',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Saved comparisons' }))
    expect(screen.getByText(/^It is saved for all samples of the study/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Name for this comparison'), 'Ranks{Enter}')
    const request = { ...saved.request, measure: 'activity' }
    expect(inputsOf('studies.saveComparison')).toEqual([
      { studyId: 'all', name: 'Ranks', request, replaces: null },
    ])
  })
})

describe('an incomplete comparison', () => {
  it('leads to the results if no sample has any', async () => {
    answer({ 'samples.facets': () => ({ total: 6, withoutResult: 6, groups: [], tags: [] }) })
    const router = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the results' }))
    expect(router.state.location.pathname).toBe('/study/all/explore/table')
    expect(inputsOf('results.compare')).toEqual([])
  })

  it('explains that no field has two values, for example with only one group', async () => {
    answer({ 'results.covariates': () => [covariateOf('group', 'treated')] })
    open()
    expect(await screen.findByText(/No field of these samples has two values/)).toBeTruthy()
    expect(inputsOf('results.compare')).toEqual([])
  })

  it('asks for the pair field before it compares pairs', async () => {
    open('/study/all/compare?by=group&groups=["treated","old"]&test=paired')
    expect(await screen.findByText('What belongs together?')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Pairs share'), 'donor')
    await screen.findByRole('grid', { name: 'Pathways compared' })
    expect(inputsOf('results.compare')).toMatchObject([{ test: 'paired', pairBy: 'donor' }])
  })

  it('shows the error for an unknown field in the address, and lets the user choose another', async () => {
    const text = 'The samples have no field “colour”. There are: group, donor.'
    refuse('results.compare', rejected(joinMessages([text])))
    open('/study/all/compare?by=colour&groups=["red","blue"]')
    expect(await screen.findByText(text)).toBeTruthy()
    await openQuestion(/^red − blue/)
    expect(screen.getByRole('option', { name: 'colour (no such field)' })).toBeTruthy()
    answer({ 'results.compare': () => comparison })
    await userEvent.selectOptions(screen.getByLabelText('Field'), 'group')
    expect(await screen.findByRole('grid', { name: 'Pathways compared' })).toBeTruthy()
  })
})

/** Opens the form from its one-line summary. */
const openQuestion = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('a comparison', () => {
  it('starts with suggested groups, and writes the whole request into the address', async () => {
    const router = open()
    await screen.findByRole('grid', { name: 'Pathways compared' })
    expect(router.state.location.search).toMatchObject({
      measure: 'activity',
      by: 'group',
      groups: ['<b>control</b>', 'treated'],
    })
    expect(router.history.length).toBe(1)
    await openQuestion(/control.* − treated/)
    await userEvent.click(screen.getByRole('button', { name: 'Swap first and second' }))
    expect(router.state.location.search).toMatchObject({ groups: ['treated', '<b>control</b>'] })
  })

  it('keeps its test, pairs and groups when the user returns from another view', async () => {
    const router = open('/study/all/compare?by=group&groups=["treated","old"]&test=paired&pair=donor')
    await screen.findByRole('grid', { name: 'Pathways compared' })
    await act(() => router.navigate({ to: '/study/$studyId/explore/heatmap', params: { studyId: 'all' } }))
    await act(() => router.navigate({ to: '/study/$studyId/compare', params: { studyId: 'all' } }))
    await screen.findByRole('grid', { name: 'Pathways compared' })
    expect(router.state.location.search).toEqual({
      measure: 'activity',
      by: 'group',
      groups: ['treated', 'old'],
      test: 'paired',
      pair: 'donor',
    })
    for (const input of inputsOf('results.compare'))
      expect(input).toMatchObject({ test: 'paired', pairBy: 'donor' })
  })

  it('shows p and q, dims and marks values within the noise, and shows names as text', async () => {
    open()
    const table = await screen.findByRole('grid', { name: 'Pathways compared' })
    expect(
      screen.getByRole('button', { name: /^<b>control<\/b> \(\d\) − treated \(\d\) · Welch/ }),
    ).toBeTruthy()
    expect(within(table).getByTitle('q < 0.05; 0.02').textContent).toBe('0.020')
    const noisy = within(table).getByRole('row', { name: /AMPK/ })
    expect(within(noisy).getByText('within noise')).toBeTruthy()
    const heads = textsOf(within(table).getAllByRole('columnheader'))
    expect(heads.slice(0, 5)).toEqual(['Pathway', 'Difference', 'Hedges g', 'p', 'q'])
    expect(document.querySelector('b')).toBeNull()
  })

  it('first shows the limits of small groups, and what was left out', async () => {
    answer({
      'results.compare': () => ({
        ...comparison,
        test: 'mann-whitney',
        effectName: 'cliffs_delta',
        rows: [row('mTOR', { p: null, q: null, why: 'noSpread', ciLow: null, ciHigh: null })],
        notes: [
          { kind: 'leastP', p: 0.1, leastQ: 0.1, undercut: 2 },
          { kind: 'smallGroups', least: 3 },
          { kind: 'noResult', samples: 2 },
          { kind: 'severalServices', services: ['a', '<i>b</i>'] },
          { kind: 'joinedNames', pathway: 'mTOR', names: ['mTOR', 'MTOR'], samplesWithSeveral: 1 },
        ],
      }),
    })
    open()
    const notes = within(await screen.findByRole('region', { name: /What this comparison cannot show/ }))
    expect(textsOf(notes.getAllByRole('listitem'))).toEqual([
      'With groups of this size no p can be below 0.1, and so no q below 0.1. A pathway that shows nothing here may still differ. 2 pathways with equal values have an approximate p below that, to be trusted no further.',
      'The smallest group has only 3 values: only large differences can be found, and the error rate of the test may reach about 9% instead of 5%.',
      '2 samples of the groups have no result yet.',
      'The numbers come from several services, which may not measure alike: a, <i>b</i>.',
      '“mTOR”, “MTOR” are one pathway here (mTOR). 1 sample has values under more than one of these names; the first counts.',
      'p and effect are by ranks, and so are the difference (Hodges–Lehmann) and its interval. Where groups are too small for 95%, no interval is given.',
      '1 pathway could not be tested; the table says why. Each counts as p = 1 in q.',
    ])
    expect(screen.getByRole('button', { name: /Difference \(Hodges–Lehmann\)/ })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: '95% CI' })).toBeTruthy()
    expect(screen.getAllByText('not given').length).toBeGreaterThan(2)
    expect(screen.getByText('no spread within groups')).toBeTruthy()
  })

  it('marks a pathway with few values, an approximate p, or pairs without a difference', async () => {
    const ties = { exact: false, p: 0.01, leastP: 0.1, fewValues: true, zeros: 2 }
    answer({ 'results.compare': () => ({ ...comparison, rows: [row('mTOR', ties)] }) })
    open()
    expect(
      await screen.findByText(
        'few values; approximate p; counting gives no p below 0.1; 2 pairs without a difference',
      ),
    ).toBeTruthy()
  })

  it('counts pathways within the noise separately in the status bar, and shows their noise figures', async () => {
    const rows = [row('mTOR'), row('AMPK', { withinNoise: true, noiseLimit: 2, smallestChange: 3 })]
    answer({ 'results.compare': () => ({ ...comparison, rows }) })
    open('/study/all/compare?pathway=AMPK')
    await screen.findByRole('grid', { name: 'Pathways compared' })
    expect(testPage.get(createStatusBar).getState()).toMatchObject({
      shown: '1 pathway with q < 0.05 (1 more within noise)',
    })
    const detail = await screen.findByRole('region', { name: 'AMPK by group' })
    const facts = textsOf(within(detail).getAllByRole('definition'))
    expect(facts).toEqual(expect.arrayContaining(['2.000', '3.000']))
    expect(within(detail).getByText('Noise of this difference')).toBeTruthy()
  })

  it('sorts by a column, with missing values last in both directions', async () => {
    const rows = [row('a', { effect: 1 }), row('b', { effect: null }), row('c', { effect: 3 })]
    answer({ 'results.compare': () => ({ ...comparison, rows }) })
    open()
    const table = await screen.findByRole('grid', { name: 'Pathways compared' })
    const rowsShown = () => within(table).getAllByRole('row').slice(1)
    const names = () => textsOf(rowsShown()).map((text) => text?.slice(0, 1))
    await userEvent.click(within(table).getByRole('button', { name: 'Hedges g' }))
    expect(names()).toEqual(['a', 'c', 'b'])
    await userEvent.click(within(table).getByRole('button', { name: 'Hedges g' }))
    expect(names()).toEqual(['c', 'a', 'b'])
  })

  it('is exported with the columns of the table, without hidden ones', async () => {
    const hidden = { columns: [{ id: 'effect', hidden: true, pinned: false }], othersHidden: false, sort: [] }
    answer({ 'tables.layout': () => hidden })
    open()
    const table = await screen.findByRole('grid', { name: 'Pathways compared' })
    await waitFor(() => expect(within(table).queryByText('Hedges g')).toBeNull())
    expect(testPage.get(createShownTables).getState().columns).toEqual({
      kind: 'compare',
      first: [],
      without: ['effect', 'effect_name'],
    })
  })

  it('makes groups by hand from selected samples, out of all samples', async () => {
    open('/study/all/compare?measure=activity&marked=["S1","S2"]&of={"filter":{"group":"treated"}}')
    await screen.findByRole('grid', { name: 'Pathways compared' })
    await openQuestion(/control.* − treated/)
    await userEvent.click(screen.getByText('By hand'))
    expect(await screen.findByText('Choose two groups')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Take the 2 marked samples as a group' }))
    await userEvent.click(screen.getByRole('button', { name: /^Take “/ }))
    await screen.findByRole('grid', { name: 'Pathways compared' })
    expect(inputsOf('results.compare').at(-1)).toEqual({
      measure: 'activity',
      of: { filter: {} },
      groups: {
        sets: [
          { name: 'Group 1', of: { sampleIds: ['S1', 'S2'] } },
          { name: 'Group 2', of: { filter: { group: 'treated' } } },
        ],
      },
      test: 'welch',
    })
  })
})

describe('a comparison of several groups', () => {
  const pair = {
    n: [3, 12] as [number, number],
    difference: -1,
    ciLow: -2,
    ciHigh: 0.5,
    effect: -0.7,
    p: 0.03,
    pHolm: 0.09,
    exact: false,
    leastP: null,
    noiseLimit: 2,
    withinNoise: true,
  }
  const groups = ['a', 'b', 'c'].map((name) => ({ name, sampleIds: ['S1'] }))
  const several: Comparison = {
    ...comparison,
    test: 'welch-anova',
    groups,
    effectName: 'omega_squared',
    pairwiseEffectName: 'hedges_g',
    statisticName: 'F',
    fewValues: { pathways: 1, least: 3 },
    leastPairwiseP: { p: 0.1, pHolm: 0.3 },
    noise: { by: 'donor', sets: 4, df: 8 },
    rows: [
      row('mTOR', {
        groups: groups.map(() => ({ n: 3, mean: 1, sd: 1, median: 1 })),
        difference: null,
        ciLow: null,
        ciHigh: null,
        statistic: 5.5,
        df: 2,
        df2: 14.25,
        q: 0.2,
        pairwise: [{ a: 0, b: 1, ...pair }],
      }),
    ],
  }

  it('shows both degrees of freedom, and n, interval, effect and remarks of each pair of groups', async () => {
    answer({ 'results.compare': () => several })
    open('/study/all/compare?by=group&groups=["a","b","c"]&test=welch-anova&pathway=mTOR')
    const table = await screen.findByRole('grid', { name: 'Pathways compared' })
    expect(within(table).getByRole('button', { name: 'F' })).toBeTruthy()
    expect(within(table).getByText('2, 14.25')).toBeTruthy()
    const pairs = await screen.findByRole('region', { name: 'Every two groups' })
    expect(
      within(pairs).getByText(/where the test of all groups has q < 0.05, which is not so here/),
    ).toBeTruthy()
    expect(within(pairs).getByRole('columnheader', { name: 'Hedges g' })).toBeTruthy()
    const cells = textsOf(within(pairs).getAllByRole('cell'))
    expect(cells).toEqual(['3 / 12', '−1.000−2.000 … 0.500', '−0.700', '0.030', '0.090'])
    expect(within(pairs).getByRole('rowheader').textContent).toBe(
      'a − bwithin noise; few values; approximate p',
    )
    const notes = screen.getByRole('region', { name: /What this comparison cannot show/ })
    expect(notes.textContent).toContain('1 pathway was tested with fewer than five values')
    expect(notes.textContent).toContain('no p can be below 0.1, and by Holm none below 0.3')
    expect(notes.textContent).toContain('1.96 · SD · √')
  })

  it('is copied completely', () => {
    const { table } = toCopied(several, {
      measure: 'activity',
      groups: { by: 'group', values: ['a', 'b', 'c'] },
    })
    const records = table.rows.map((cells) =>
      Object.fromEntries(table.columns.map((column, at) => [column, cells[at]])),
    )
    expect(records).toMatchObject([
      {
        group_a: null,
        statistic_name: 'F',
        statistic: 5.5,
        df: 2,
        df2: 14.25,
        few_values: 'no',
        noise_df: 8,
      },
      { group_a: 'a', group_b: 'b', n_b: 12, ci_low: -2, p_holm: 0.09, within_noise: 'yes' },
    ])
  })

  it('has rings in the dot matrix only if all groups differ', () => {
    const [line] = several.rows
    const found = { ...several, rows: line ? [line, { ...line, q: 0.01 }] : [] }
    const { cells } = toDots(found)
    expect(cells.map(({ adjustedP }) => adjustedP)).toEqual([0.2, null, null, 0.09, null, null])
  })
})
