import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ClockPlot, ClockPoint, Clustering, Pca } from '../../../shared/domain/results/cohort.ts'
import type { ClockComparison } from '../../../shared/domain/results/comparison.ts'
import { pack } from '../../../shared/domain/results/packedNumbers.ts'
import { countedCovariate } from '../../../shared/domain/results/testing/countedCovariate.ts'
import { registeredSample } from '../../../shared/domain/samples/testing/registeredSample.ts'
import texts from '../../../shared/words/en/screens/study/explore.json' with { type: 'json' }
import { joinMessages } from '../../../shared/words/message.ts'
import { answer, inputsOf, refuse, resetHost, textsOf } from '../../client/testing/fakeHost.ts'
import { comparison, comparisonRow } from '../testing/comparisons.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ClockScreen } from './clock/ClockScreen.tsx'
import { GroupsScreen } from './GroupsScreen.tsx'
import { HeatmapScreen } from './HeatmapScreen.tsx'
import { PcaScreen } from './PcaScreen.tsx'
import { madeValues, sampleNamed } from './testing/cohortFixtures.ts'
import { openWithSwitch } from './testing/openWithSwitch.tsx'

vi.mock('../../client/host.ts', () => import('../../client/testing/fakeHost.ts'))

/** The data of the charts drawn so far; drawing the same data again adds nothing. */
const drawn = vi.hoisted(() => new Set<unknown>())
// jsdom has no canvas, so only the drawing itself is replaced.
vi.mock('react-chartjs-2', () => ({
  Chart: ({ role, 'aria-label': label, data }: { role: string; 'aria-label': string; data: unknown }) => {
    drawn.add(data)
    return <canvas role={role} aria-label={label} />
  },
}))

const screens = { heatmap: HeatmapScreen, groups: GroupsScreen, pca: PcaScreen, clock: ClockScreen }
const open = (view: keyof typeof screens, search = '') =>
  renderScreen(screens[view], {
    at: `/study/all/explore/${view}${search}`,
    namespace: 'explore',
    words: texts,
  })

const origin = {
  service: 'https://service.example',
  oldestFetchedAt: '2026-11-20T10:00:00.000Z',
  newestFetchedAt: '2026-11-20T10:00:00.000Z',
  synthetic: true,
}
const table = madeValues(['<b>mTOR</b>', 'AMPK'], { a1: [1, 2], a2: [3, Number.NaN], b1: [5, 6] })
const none: Clustering = {
  sampleIds: [],
  pathways: [],
  sampleTree: null,
  pathwayTree: null,
  leftOut: { samples: [], pathways: ['<i>never</i>'] },
  whyNoSamples: 'tooMany',
  whyNoPathways: 'tooFew',
  joined: [],
  view: 'z',
  linkage: 'average',
  distance: 'euclidean',
}
const pca: Pca = {
  ...origin,
  samples: [],
  pathways: [],
  scaled: true,
  components: [],
  scores: pack(new Float64Array()),
  loadings: pack(new Float64Array()),
  leftOut: { samples: ['S1'], pathways: ['<b>flat</b>'], withoutResult: 2 },
  why: 'tooFewSamples',
  joined: [],
}
const clock: ClockPlot = {
  ...origin,
  predicted: { from: 'clock', name: 'pathway_age' },
  chronological: null,
  sources: {
    predicted: [{ from: 'clock', name: 'pathway_age' }],
    chronological: [{ from: 'covariate', name: 'years' }],
  },
  points: [],
  units: null,
  leftOut: { withoutClock: 0, withoutAge: 3 },
  line: null,
  correlation: null,
  errors: null,
  fit: null,
}

const clockPoint = (name: string, chronological: number, predicted: number): ClockPoint => ({
  ...sampleNamed(name, name[0]),
  chronological,
  predicted,
  acceleration: predicted - chronological,
  residual: null,
  service: 'https://service.example',
  synthetic: true,
})
/** A comparison of the groups b and a with two samples each. */
const clockComparison: ClockComparison = {
  ...comparison,
  measure: 'age_acceleration',
  predicted: clock.predicted,
  chronological: { from: 'covariate', name: 'years' },
  groups: [
    { name: 'a', sampleIds: ['id-a1', 'id-a2'] },
    { name: 'b', sampleIds: ['id-b1', 'id-b2'] },
  ],
  rows: [
    comparisonRow('(clock)', {
      groups: [
        { n: 3, mean: -3.125, sd: 1, median: -3.125 },
        { n: 3, mean: 0.04, sd: 1, median: 0 },
      ],
      difference: -3.125,
      ciLow: -5.4,
      ciHigh: -0.8,
      effect: -1,
      statistic: -3,
      df: 2,
      q: null,
      fewValues: true,
    }),
  ],
  notes: [{ kind: 'noAge', samples: 3 }],
  meanIntervals: [{ low: -5, high: -1.25 }, null],
}

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ profile: { dialect: {} } }),
    'samples.facets': () => ({ total: 3, withoutResult: 0, groups: [], tags: [] }),
    'results.covariates': () => [
      countedCovariate('group', { a: 2, b: 1 }),
      countedCovariate('donor', { D1: 3 }),
    ],
    'results.covariateValues': ({ sampleIds, names }: { sampleIds: string[]; names: string[] }) => ({
      names,
      values: names.map((name) => sampleIds.map((id) => (name === 'group' ? (id.at(3) ?? null) : 'D1'))),
    }),
    'results.values': ({ pathways }: { pathways?: string[] }) =>
      pathways?.length === 1 ? madeValues(['<b>mTOR</b>'], { a1: [1], a2: [3], b1: [5] }) : table,
    'results.cluster': () => none,
    'results.pca': () => pca,
    'results.clock': () => clock,
    'results.compareClock': () => clockComparison,
    'results.pairing': () => ({ a: 'a', b: 'b', units: 2, inBoth: 0, unpaired: 2, repeated: 0 }),
    'searches.list': () => [],
  })
})

describe('views of a cohort without results', () => {
  it('explain their purpose and lead to the import', async () => {
    answer({
      'samples.facets': () => ({ total: 3, withoutResult: 3, groups: [], tags: [] }),
      'samples.list': () => ({ rows: [], total: 0 }),
      'jobs.list': () => [],
    })
    const router = open('pca')
    expect(await screen.findByText(/you see here in which directions they differ most/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Import samples…' }))
    expect(router.state.location.pathname).toBe('/import')
  })

  it('offer all samples if none of the chosen ones has a result', async () => {
    answer({ 'results.values': () => madeValues([], {}, { withoutResult: 4 }) })
    const router = open('heatmap', '?measure=activity&of={"filter":{"group":"new"}}')
    expect(await screen.findByText('4 samples were found, and none has a result yet.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'All samples' }))
    expect(router.state.location.search).not.toHaveProperty('of')
  })
})

describe('the heatmap', () => {
  it('says why nothing is clustered, and still draws the samples by group', async () => {
    open('heatmap')
    expect(await screen.findByText(/at most 1,000 can be clustered/)).toBeTruthy()
    expect(screen.getByText('There are too few pathways to cluster.')).toBeTruthy()
    expect(screen.getByText(/<i>never<\/i> shares no value with the others/)).toBeTruthy()
    expect(await screen.findByRole('img', { name: /2 pathways × 3 samples.*values missing: 1/ })).toBeTruthy()
  })

  it('requests no clustering when it is off, and ignores invalid values in the address', async () => {
    open('heatmap', '?cluster=none&linkage=nonsense&tracks=["donor","no such field"]')
    expect(await screen.findByRole('img', { name: /Heatmap/ })).toBeTruthy()
    expect(inputsOf('results.cluster')).toEqual([])
    expect(await screen.findByText('donor:')).toBeTruthy()
  })

  it('shows the error if clustering fails, and keeps the heatmap', async () => {
    const text = 'The trees could not be made.'
    refuse('results.cluster', new Failure('bug', joinMessages([text]), { reference: 'r1' }))
    open('heatmap')
    expect(await screen.findByText(text)).toBeTruthy()
    expect(await screen.findByRole('img', { name: /Heatmap/ })).toBeTruthy()
  })
})

it('a heatmap measures its width before the first drawing, so it does not draw fewer columns first', async () => {
  const rect = new DOMRect(0, 0, 1000, 0)
  const measure = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(rect)
  const names = Array.from({ length: 120 }, (_, at) => [`a${at}`, [at, 1]])
  answer({ 'results.values': () => madeValues(['AMPK', 'mTOR'], Object.fromEntries(names)) })
  open('heatmap')
  await screen.findByRole('img', { name: /120 samples/ })
  expect(screen.queryByText(/Each column is the mean/)).toBeNull()
  measure.mockRestore()
})

describe('a heatmap that is opened again', () => {
  it('is drawn from the cache after the click, and not again if the new response is the same', async () => {
    const click = openWithSwitch(HeatmapScreen, '/study/all/explore/heatmap')
    await screen.findByRole('img', { name: /Heatmap/ })
    click()
    const { promise, resolve } = Promise.withResolvers<object>()
    answer({ 'results.values': () => promise })
    click()
    expect(screen.getByRole('radiogroup', { name: 'Measure' })).toBeTruthy()
    expect(screen.queryByRole('img', { name: /Heatmap/ })).toBeNull()
    await screen.findByRole('img', { name: /Heatmap/ })
    const before = [...drawn]
    resolve({ ...table })
    await expect.poll(() => screen.queryByRole('progressbar')).toBeNull()
    expect([...drawn]).toEqual(before)
  })

  it('changes values, trees and color range together', async () => {
    const click = openWithSwitch(HeatmapScreen, '/study/all/explore/heatmap')
    await screen.findByRole('img', { name: /from 1.*to 6/ })
    click()
    const [values, trees] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()]
    answer({ 'results.values': () => values.promise, 'results.cluster': () => trees.promise })
    click()
    await screen.findByRole('img', { name: /from 1.*to 6/ })
    values.resolve({ ...table, range: { ...table.range, highest: 40, limit: 40 } })
    await act(() => values.promise)
    expect(screen.getByRole('img', { name: /from 1.*to 6/ })).toBeTruthy()
    trees.resolve({ ...none, whyNoPathways: null })
    await screen.findByRole('img', { name: /from 1.*to 40/ })
  })
})

describe('principal components', () => {
  it('explain why there are none, and what was left out', async () => {
    open('pca')
    expect(await screen.findByText(/At least three samples with all of the pathways/)).toBeTruthy()
    const left = within(screen.getByRole('list', { name: 'What is left out' }))
    expect(textsOf(left.getAllByRole('listitem'))).toEqual([
      '2 samples without a result are not shown.',
      'No sample is left that has all pathways, so no spread can be computed.',
      '1 sample left out, as it lacks one of the other pathways.',
    ])
  })

  it('name the omitted pathways as plain text', async () => {
    answer({ 'results.pca': () => ({ ...pca, samples: ['a1', 'a2'].map((name) => sampleNamed(name)) }) })
    open('pca')
    const left = '1 pathway left out, without spread or missing in over a fifth of the samples: <b>flat</b>.'
    expect(await screen.findByText(left)).toBeTruthy()
    expect(document.querySelector('b')).toBeNull()
  })

  it('show the last component if the address names one beyond it, and copy loadings with their source', async () => {
    const user = userEvent.setup()
    answer({
      'results.pca': () => ({
        ...pca,
        why: null,
        samples: ['a1', 'a2', 'b1'].map((name) => sampleNamed(name)),
        pathways: ['mTOR', 'AMPK'],
        components: [
          { name: 'PC1', sd: 2, share: 0.75 },
          { name: 'PC2', sd: 1, share: 0.25 },
        ],
        scores: pack(Float64Array.of(1, 2, 3, 4, 5, 6)),
        loadings: pack(Float64Array.of(1, 0, 0, 1)),
      }),
    })
    open('pca', '?x=1&y=9')
    const name = /of 3 samples: PC1 \(75% of the variance\) against PC2 \(25% of the variance\)/
    expect(await screen.findByRole('img', { name })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy as…' }))
    await user.click(await screen.findByRole('menuitem', { name: /CSV/ }))
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toMatch(/^Pathway,PC1,PC2,Source\r\nmTOR,1,0,.*synthetic/),
    )
  })
})

describe('the clock', () => {
  it('waits until an age is chosen, and derives no age from pathways', async () => {
    open('clock')
    expect(await screen.findByText('3 samples without a chronological age are not shown.')).toBeTruthy()
    expect(screen.getByText('No sample has both ages. Choose another source for either.')).toBeTruthy()
    expect(screen.getByText(/no mean over pathways is made into an age/)).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Chronological age'), 'years (from the register)')
    expect(inputsOf('results.clock').at(-1)).toMatchObject({
      chronological: { from: 'covariate', name: 'years' },
    })
  })

  const errors = { meanAbsoluteError: 1.5, meanDifference: -0.0004 }
  const correlation = { r: 0.9996, rLow: 0.99, rHigh: 0.99998 }
  it.each([
    {
      title: 'two samples without a line, and still reports the errors',
      ages: [0, 1],
      predicted: [0, 1],
      more: { errors },
      texts: ['n = 2', 'mean absolute error 1.5', 'mean difference −0.0004'],
      name: /no line and no r: fewer than three points; mean absolute error 1\.5; mean difference −0\.0004/,
    },
    {
      title: 'a line without r when the predicted ages do not vary, with the sign of its intercept',
      ages: [0, 1, 2],
      predicted: [3, 3, 3],
      more: { line: { slope: 1.25, intercept: -0.001 } },
      texts: ['no r: all of one predicted age', 'least squares: 1.25 · age − 0.001'],
    },
    {
      title: 'a correlation without rounding it to 1',
      ages: [1, 1, 1],
      predicted: [1, 1, 1],
      more: { line: { slope: 1, intercept: 0 }, correlation },
      texts: ['r = 0.9996 (95% CI 0.990 … 0.99998)'],
    },
  ])('draws $title', async ({ ages, predicted, more, texts, name = /^Predicted against/ }) => {
    const points = ages.map((age, at) => ({
      ...sampleNamed(`s${at}`),
      chronological: age,
      predicted: predicted[at] ?? 0,
    }))
    answer({ 'results.clock': () => ({ ...clock, points, ...more }) })
    open('clock')
    expect(await screen.findByRole('img', { name })).toBeTruthy()
    for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
  })

  it('reports the difference between groups, with the figures of each and what was left out', async () => {
    const user = userEvent.setup()
    const points = [
      ['a1', 30],
      ['a2', 31],
      ['b1', 40],
      ['b2', 44],
    ] as const
    const plot = { ...clock, points: points.map(([name, predicted]) => clockPoint(name, 35, predicted)) }
    answer({ 'results.clock': () => plot })
    open('clock', '?pair=donor&ageMeasure=age_acceleration')
    expect(
      await screen.findByText(
        'Samples of a look 3.1 years younger than those of b by the clock (95% CI 0.8 to 5.4, Welch’s t-test, p = 0.01).',
      ),
    ).toBeTruthy()
    expect(inputsOf('results.compareClock')).toEqual([
      {
        of: { filter: {} },
        measure: 'age_acceleration',
        groups: { by: 'group', values: ['a', 'b'] },
        test: 'paired',
        pairBy: 'donor',
        predicted: clock.predicted,
      },
    ])
    const rows = within(screen.getByRole('region', { name: 'Age acceleration by group' })).getAllByRole('row')
    expect(rows.slice(1).map((row) => textsOf(row.children))).toEqual([
      ['a', '3', '−3.13', '1.00', '−5.00 … −1.25'],
      ['b', '3', '0.04', '1.00', '–'],
      ['a − b', '', '−3.13', '', '−5.40 … −0.80'],
    ])
    expect(screen.getByText('Welch’s t-test: Hedges g −1')).toBeTruthy()
    expect(screen.getByText('3 samples of the groups have no chronological age.')).toBeTruthy()
    expect(
      await screen.findByRole('img', { name: 'Age acceleration of 4 samples by group; groups: 2.' }),
    ).toBeTruthy()
    const [showAges] = screen.getAllByRole('button', { name: 'Show data' })
    if (showAges) await user.click(showAges)
    const data = within(
      screen.getByRole('region', { name: /^Predicted against chronological age of 4 samples/ }),
    )
    expect(textsOf(data.getAllByRole('columnheader')).slice(-2)).toEqual([
      'Age acceleration (years): predicted − chronological age',
      'Age acceleration residual (years): predicted age less that of the regression line',
    ])
    const [, first] = data.getAllByRole('row')
    expect(textsOf(first?.children ?? [])).toEqual(['a1', 'a', '35', '30', '−5', '–'])
    await user.click(screen.getByText('At the same age'))
    await waitFor(() =>
      expect(inputsOf('results.compareClock').at(-1)).toMatchObject({ measure: 'age_acceleration_residual' }),
    )
  })

  it('puts controls second, and compares more than two groups without pairs', async () => {
    const points = ['c1', 't1', 'u1'].map((name) => clockPoint(name, 35, 40))
    const groupOf: Record<string, string> = { c: 'control', t: 'treated', u: 'u' }
    answer({
      'results.clock': () => ({ ...clock, points: points.slice(0, 2) }),
      'results.covariates': () => [countedCovariate('arm', { control: 1, treated: 1, u: 1 })],
      'results.covariateValues': ({ sampleIds, names }: { sampleIds: string[]; names: string[] }) => ({
        names,
        values: names.map(() => sampleIds.map((id) => groupOf[id.at(3) ?? ''] ?? null)),
      }),
    })
    open('clock')
    await waitFor(() =>
      expect(inputsOf('results.compareClock').at(-1)).toMatchObject({
        groups: { by: 'arm', values: ['treated', 'control'] },
      }),
    )
    expect(screen.getByLabelText('Pairs share')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Settings of this view' }))
    answer({ 'results.clock': () => ({ ...clock, points }) })
    await userEvent.selectOptions(screen.getByLabelText('Chronological age'), 'years (from the register)')
    await waitFor(() =>
      expect(inputsOf('results.compareClock').at(-1)).toMatchObject({
        test: 'welch-anova',
        groups: { values: ['treated', 'u', 'control'] },
      }),
    )
    expect(screen.queryByLabelText('Pairs share')).toBeNull()
  })

  it('averages samples of one donor in one group if it makes no pairs, and says so', async () => {
    const points = ['a1', 'a2', 'b1'].map((name) => clockPoint(name, 35, 40))
    answer({
      'results.clock': () => ({ ...clock, points }),
      'results.pairing': () => ({ a: 'a', b: 'b', units: 2, inBoth: 1, unpaired: 0, repeated: 1 }),
    })
    open('clock')
    expect(
      await screen.findByText(/^Samples of one group with the same “donor” are averaged and count once\./),
    ).toBeTruthy()
    expect(inputsOf('results.compareClock')).toMatchObject([{ replicatesBy: 'donor' }])
    await userEvent.selectOptions(screen.getByLabelText('Pairs share'), 'donor')
    await waitFor(() => expect(inputsOf('results.compareClock').at(-1)).toMatchObject({ test: 'paired' }))
    expect(inputsOf('results.compareClock').at(-1)).not.toHaveProperty('replicatesBy')
  })

  it('draws points only once their color is known', async () => {
    const colors = Promise.withResolvers<object>()
    const points = [{ ...sampleNamed('a1'), chronological: 1, predicted: 1 }]
    answer({ 'results.clock': () => ({ ...clock, points }), 'results.covariateValues': () => colors.promise })
    open('clock')
    await screen.findByText(/Above the dashed line/)
    expect(screen.queryByRole('img', { name: /^Predicted against/ })).toBeNull()
    colors.resolve({ names: ['group'], values: [['a']] })
    expect(await screen.findByRole('img', { name: /^Predicted against/ })).toBeTruthy()
  })
})

describe('one pathway by group', () => {
  it('is drawn with names as text, and reports a field of the address that does not exist', async () => {
    open('groups', '?by=colour')
    expect(await screen.findByText('The samples have no field “colour”. Choose another one.')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Groups by'), 'group')
    expect(await screen.findByRole('img', { name: '<b>mTOR</b> of 3 samples; groups: 2.' })).toBeTruthy()
    expect(document.querySelector('b')).toBeNull()
  })

  it('is not drawn by a field with too many values for groups', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`D${at}`, 1]))
    answer({ 'results.covariates': () => [countedCovariate('donor', many)] })
    open('groups', '?by=donor')
    expect(await screen.findByText(/donor has more than 20 different values/)).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('draws pairs when two samples of different groups share a value', async () => {
    open('groups', '?pair=donor')
    expect(await screen.findByRole('img', { name: '1 pair of <b>mTOR</b>, from a to b.' })).toBeTruthy()
  })

  it('links to the comparison of its groups by the same field', async () => {
    answer({ 'results.covariates': () => [countedCovariate('week', { 24: 3, 12: 2, 3: 2 })] })
    const router = open('groups', '?by=week&pathway=mTOR')
    await userEvent.click(await screen.findByRole('button', { name: 'Compare groups…' }))
    expect(router.state.location.search).toMatchObject({ pathway: 'mTOR', by: 'week', groups: ['3', '12'] })
  })
})

describe('the inspector', () => {
  const sample = registeredSample({ sampleId: 'id-a1', clientReference: 'a1', fields: { sex: 'F' } })

  it('shows the pathway of the address by group, with its extreme samples and the drugs that act on it', async () => {
    answer({ 'drugs.search': () => ({ hits: [{ drugId: 'D1', name: 'Sirolimus' }], total: 1 }) })
    const router = open('heatmap', '?measure=activity&inspect=pathway <b>mTOR</b>')
    const inspector = within(await screen.findByRole('complementary', { name: 'Inspector' }))
    const groups = within(await inspector.findByRole('region', { name: 'By group' }))
    expect(textsOf(groups.getAllByRole('row'))).toEqual(['a2.000n 2', 'b5.000n 1'])
    const highest = within(inspector.getByRole('region', { name: 'Highest samples' }))
    expect(textsOf(highest.getAllByRole('listitem'))).toEqual(['b15.000', 'a23.000'])
    await userEvent.click(await inspector.findByRole('button', { name: 'Sirolimus' }))
    expect(router.state.location.search).toMatchObject({ inspect: 'drug D1' })
  })

  it('shows a sample with its donor partner until the user closes it', async () => {
    answer({
      'samples.get': () => sample,
      'results.covariateValues': ({ sampleIds, names }: { sampleIds: string[]; names: string[] }) => ({
        names,
        values: names.map(() => sampleIds.map((id) => (id === 'id-b1' ? 'D2' : 'D1'))),
      }),
    })
    const router = open('heatmap', '?measure=activity&inspect=sample id-a1')
    const inspector = within(await screen.findByRole('complementary', { name: 'Inspector' }))
    const partners = within(await inspector.findByRole('region', { name: 'Same donor' }))
    expect(textsOf(partners.getAllByRole('listitem'))).toEqual(['a2a'])
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('inspect'))
  })
})

describe('selected samples', () => {
  it('can be compared with the rest of the study, and shown alone', async () => {
    const router = open('heatmap', '?measure=activity&marked=["id-a1","id-b1"]')
    const bar = await screen.findByRole('region', { name: 'Selected samples' })
    expect(bar.textContent).toContain('2 selected')
    await userEvent.click(within(bar).getByRole('button', { name: 'Show only these' }))
    expect(router.state.location.search).toMatchObject({ of: { sampleIds: ['id-a1', 'id-b1'] } })
    await userEvent.click(within(bar).getByRole('button', { name: 'Compare with the rest' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/study/all/compare'))
    expect(router.state.location.search).toMatchObject({
      sets: [
        { name: 'Selected', of: { sampleIds: ['id-a1', 'id-b1'] } },
        { name: 'Rest', of: { filter: {}, except: ['id-a1', 'id-b1'] } },
      ],
    })
  })
})
