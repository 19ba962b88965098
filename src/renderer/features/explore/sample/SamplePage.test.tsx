import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { registeredSample } from '../../../../shared/domain/samples/testing/registeredSample.ts'
import texts from '../../../../shared/words/en/screens/study/explore.json' with { type: 'json' }
import { answer, calls, inputsOf, resetHost, textsOf } from '../../../client/testing/fakeHost.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { TableScreen } from '../table/TableScreen.tsx'
import { madeValues } from '../testing/cohortFixtures.ts'
import { toRankedBars } from './SamplePage.tsx'

const at = '2026-11-20T10:00:00.000Z'
const origin = { fetchedAt: at, service: 'https://service.example', requestId: 'r1', synthetic: true }
const sample = registeredSample({ clientReference: '<b>one</b>', analysedAt: at, fields: { age: 40 } })
const result = {
  ...origin,
  sampleId: 'S1',
  clientReference: '<b>one</b>',
  scores: [{ pathway: 'mTOR', activity: 1, agingOffset: null }],
  clock: null,
  raw: { as: 'it came' },
}
const storedResult = (analysisId: string, kind: 'activity' | 'clock', current = false) => ({
  ...origin,
  analysisId,
  kind,
  current,
  pathways: [],
  scores: 26,
})
const match = {
  ...origin,
  oldestFetchedAt: at,
  newestFetchedAt: at,
  profile: [],
  unit: 'z',
  drugs: [],
  direction: 'opposing',
  counts: { matched: 0, withPathways: 0, cached: 0, withoutPathways: 0, withoutDetails: 0 },
  why: 'noDrugs',
}
const open = (more = '') =>
  renderScreen(TableScreen, {
    at: `/study/all/explore/table?measure=activity&sample=S1${more}`,
    namespace: 'explore',
    words: texts,
  })

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ profile: null }),
    'samples.get': () => sample,
    'results.sample': () => result,
    'results.values': () => madeValues(['mTOR'], { one: [1] }),
    'results.history': () => [storedResult('a1', 'activity', true)],
    'results.drift': () => ({ sampleId: 'S1', rows: [], values: [] }),
    'drugs.match': () => match,
    'offlineSync.list': () => [],
  })
})

it('ranks the pathways of a sample by the chosen measure', () => {
  const scores = [
    { pathway: 'mTOR', activity: 1, agingOffset: -3 },
    { pathway: 'AMPK', activity: 2, agingOffset: -4 },
  ]
  expect(toRankedBars({ ...result, scores }, 'activity').bars[0]?.label).toBe('AMPK')
  expect(toRankedBars({ ...result, scores }, 'aging_offset').bars[0]?.label).toBe('mTOR')
})

describe('the page of a sample', () => {
  it('requests no scores if none are stored, and offers to fetch them', async () => {
    answer({ 'samples.get': () => ({ ...sample, analysedAt: null }) })
    open()
    expect(await screen.findByText('This sample has no result yet')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'results.sample')).toBe(false)
  })

  it('shows stored results even if no pathway result is current', async () => {
    answer({
      'samples.get': () => ({ ...sample, analysedAt: null }),
      'results.history': () => [storedResult('c1', 'clock')],
    })
    open()
    expect(await screen.findByText('This sample has no result yet')).toBeTruthy()
    expect(await screen.findByText('https://service.example')).toBeTruthy()
  })

  it('shows names with markup as text, the raw response on request, and no comparison of a single result', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 2, name: '<b>one</b>' })).toBeTruthy()
    const facts = screen.getByRole('complementary')
    await userEvent.click(await within(facts).findByRole('button', { name: 'Show raw JSON' }))
    expect(within(facts).getByText(/"it came"/)).toBeTruthy()
    expect(screen.getByText(/There is one answer of each kind/)).toBeTruthy()
    expect(inputsOf('results.drift')).toEqual([])
  })
})

describe('the comparison of two results', () => {
  it('lists the largest difference first, and values that one result lacks last, not as 0', async () => {
    const row = (pathway: string, before: number | null, after: number | null) => ({
      pathway,
      measure: 'activity',
      before,
      after,
      difference: before === null || after === null ? null : after - before,
    })
    answer({
      'results.history': () => [
        storedResult('a2', 'activity', true),
        storedResult('c1', 'clock'),
        storedResult('a1', 'activity'),
      ],
      'results.drift': () => ({
        sampleId: 'S1',
        rows: [row('small', 1, 1.5), row('gone', 1, null), row('large', 2, -3), row('same', 1, 1)],
        values: [{ name: 'pathway_age', before: 41.5, after: 41.6, difference: 0.1 }],
      }),
    })
    open()
    const grid = await screen.findByRole('grid', { name: /What changed/ })
    const names = within(grid)
      .getAllByRole('row')
      .slice(1)
      .map((one) => within(one).getAllByRole('gridcell')[0]?.textContent)
    expect(names).toEqual(['pathway_age', 'large', 'small', 'same', 'gone'])
    expect(within(grid).getByText('whole sample')).toBeTruthy()
    expect(within(grid).getByTitle('One of the two answers has no value').textContent).toBe('–')
    expect(screen.getByText(/3 of 5 values changed; 1 are in one answer only/)).toBeTruthy()
    expect(inputsOf('results.drift')).toEqual([{ before: 'a1', after: 'a2' }])
  })
})

describe('drugs matched with a sample', () => {
  it('offer to fetch pathways if none are cached, but only when signed in', async () => {
    answer({ 'app.status': () => ({ profile: null, signedIn: false, offlineSwitch: false }) })
    open()
    expect(await screen.findByText(/No drugs are cached yet/)).toBeTruthy()
    expect(await screen.findByText('Sign in to fetch them.')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Fetch pathways…' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it.each([
    ['if the shown ones are too few', '{"sampleIds":["S1"]}'],
    ['next to a group that is named “all”', '{"filter":{"group":"all"}}'],
  ])('offer to compare with all samples %s', async (_when, of) => {
    answer({
      'drugs.match': ({ profile }: { profile: { against: object } }) =>
        JSON.stringify(profile.against) === of ? { ...match, why: 'noProfile' } : match,
    })
    open(`&of=${of}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Refer to all samples' }))
    expect(await screen.findByText(/No drugs are cached yet/)).toBeTruthy()
  })

  it('list the reasons for and against each drug', async () => {
    const drug = {
      drugId: 'd1',
      name: 'Sirolimus',
      category: null,
      ids: { drugbankId: null, chemblId: null },
      score: 0.5,
      coverage: 0.25,
      opposes: [{ pathway: 'mTOR', direction: 'inhibits', value: 2.3 }],
      follows: [{ pathway: 'AMPK', direction: 'activates', value: 1.1 }],
      directionUnknown: ['EGFR'],
      fetchedAt: at,
    }
    answer({
      'drugs.match': () => ({
        ...match,
        why: null,
        drugs: [drug],
        counts: { matched: 1, withPathways: 2, cached: 3, withoutPathways: 0, withoutDetails: 0 },
      }),
    })
    open()
    const row = await screen.findByRole('row', { name: /Sirolimus/ })
    expect(textsOf(within(row).getAllByRole('listitem'))).toEqual([
      'PubMed',
      'Drug inhibits mTOR+2.300',
      'Drug activates AMPK+1.100',
    ])
    expect(within(row).getByText('EGFR')).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Opposes (z)' })).toBeTruthy()
    expect(screen.getByText(/does not predict an effect/)).toBeTruthy()
  })
})
