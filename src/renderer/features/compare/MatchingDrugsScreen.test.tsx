import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import texts from '../../../shared/words/en/screens/study/compare.json' with { type: 'json' }
import { answer, inputsOf, push, resetHost, textsOf } from '../../client/testing/fakeHost.ts'
import { covariateOf } from '../testing/comparisons.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { MatchingDrugsScreen } from './MatchingDrugsScreen.tsx'

beforeEach(() => {
  resetHost()
  answer({
    'results.covariates': () => [
      covariateOf('group', '<b>control</b>', 'treated'),
      covariateOf('donor', 'D1', 'D2'),
    ],
    'results.pairing': () => ({
      a: 'treated',
      b: '<b>control</b>',
      units: 6,
      inBoth: 0,
      unpaired: 6,
      repeated: 0,
    }),
    'studies.overview': () => ({ comparison: null }),
  })
})

describe('drugs matched with a comparison', () => {
  const counts = { matched: 1, withPathways: 2, cached: 3, withoutPathways: 0, withoutDetails: 0 }
  const matched = {
    direction: 'opposing',
    profile: [{ pathway: 'mTOR', value: 0.8 }],
    unit: 'hedges_g',
    counts,
    why: null,
    drugs: [
      {
        drugId: 'D1',
        name: '<img src=x>',
        category: null,
        ids: { drugbankId: 'DB00877', chemblId: null },
        score: 0.5,
        givenTo: 'treated',
        opposes: [{ pathway: 'mTOR', direction: 'inhibits', value: 0.8 }],
        follows: [],
        directionUnknown: ['AMPK'],
        coverage: 0.00012,
        fetchedAt: '2026-11-20T10:00:00.000Z',
      },
    ],
    service: null,
    oldestFetchedAt: null,
    newestFetchedAt: null,
    synthetic: true,
  }
  const signedIn = {
    profile: { serviceUrl: 'https://service.example', dialect: {} },
    signedIn: true,
    offlineSwitch: false,
    demo: false,
  }
  const openDrugs = (more = '') =>
    renderScreen(MatchingDrugsScreen, { at: `/study/all/drugs${more}`, namespace: 'compare', words: texts })
  const lacking = (part: object) => ({
    ...matched,
    drugs: [],
    why: 'noDrugs',
    counts: { ...counts, matched: 0, withPathways: 0, ...part },
  })
  beforeEach(() => answer({ 'app.status': () => signedIn, 'offlineSync.list': () => [] }))

  it('are listed with the reason and links for each, below a disclaimer', async () => {
    answer({ 'drugs.match': () => matched })
    openDrugs()
    expect(await screen.findByText(/It does not predict an effect\. Research use only/)).toBeTruthy()
    expect(screen.getByRole('link', { name: '<img src=x>' })).toBeTruthy()
    const reason = screen.getByText(/Drug inhibits/)
    expect(reason.textContent).toBe('Drug inhibits mTORhigher in <b>control</b> (+0.800)')
    expect(screen.getByText('< 1%').getAttribute('title')).toBe('0.00012')
    expect(screen.queryByRole('button', { name: 'Fetch pathways…' })).toBeNull()
    expect(document.querySelector('img')).toBeNull()
    // DrugBank by identifier, PubMed by name.
    const links = screen.getAllByRole('link', { name: /opens in the browser/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://go.drugbank.com/drugs/DB00877',
      'https://pubmed.ncbi.nlm.nih.gov/?term=%3Cimg%20src%3Dx%3E',
    ])
    for (const link of links)
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
        '_blank',
        'noopener noreferrer',
      ])
  })

  it('open with drugs that mimic the difference in the pathways found, as the overview lists them', async () => {
    answer({ 'drugs.match': ({ direction }: { direction: string }) => ({ ...matched, direction }) })
    const router = openDrugs()
    expect(await screen.findByRole('heading', { name: 'Drugs that mimic this difference' })).toBeTruthy()
    expect(inputsOf('drugs.match').at(-1)).toMatchObject({ direction: 'mimicking', profile: { maxQ: 0.05 } })
    expect(await screen.findByText('Positive control: given to “treated” in this study')).toBeTruthy()
    expect(screen.getByText(/^Coverage: how much of the profile/)).toBeTruthy()
    const heads = await screen.findAllByRole('columnheader', { name: /Hedges g/ })
    expect(textsOf(heads)).toEqual(['Mimics (Hedges g)', 'Opposes (Hedges g)'])
    await userEvent.click(screen.getByRole('radio', { name: 'Oppose' }))
    expect(await screen.findByRole('heading', { name: 'Drugs that oppose this difference' })).toBeTruthy()
    expect(router.state.location.search).toMatchObject({ direction: 'opposing' })
    await userEvent.click(screen.getByRole('button', { name: 'Rank by all pathways' }))
    await waitFor(() => expect(inputsOf('drugs.match').at(-1)).toMatchObject({ profile: { maxQ: 1 } }))
  })

  it('explain that drugs act on the pathways, but none in this direction', async () => {
    answer({ 'drugs.match': () => ({ ...matched, direction: 'mimicking', drugs: [] }) })
    openDrugs('?direction=mimicking')
    expect(await screen.findByText(/does not mimic them on the whole/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('appear after one button has fetched missing pathways, which shows its cost first', async () => {
    let started: unknown = null
    answer({
      'drugs.match': () => (started === null ? lacking({ withoutPathways: 3, withoutDetails: 3 }) : matched),
      'offlineSync.start': (input) => {
        started = input
        return { planId: 'p1', jobId: 'j1' }
      },
    })
    openDrugs()
    expect(await screen.findByText(/pathways of 3 cached drugs were never fetched/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Fetch pathways…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Fetch pathways of drugs' }))
    expect(dialog.getByText(/This sends 3 requests to https:\/\/service\.example/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('checkbox', { name: /Also fetch details/ }))
    expect(dialog.getByRole('button', { name: 'Send 6 requests' })).toBeTruthy()
    await userEvent.click(dialog.getByRole('checkbox', { name: /Also fetch details/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send 3 requests' }))
    await waitFor(() =>
      expect(started).toEqual({
        scope: { kind: 'cached' },
        detail: 'pathways',
        perHour: 1000,
        refreshDays: 3650,
      }),
    )
    push('drugs.changed', {})
    expect(await screen.findByRole('link', { name: '<img src=x>' }, { timeout: 8000 })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Fetch pathways…' })).toBeNull()
    expect(inputsOf('drugs.search')).toEqual([])
  })

  it('are fetched with the whole catalog if none are cached, once its size is known', async () => {
    answer({
      'drugs.match': () => lacking({ cached: 0 }),
      'drugs.search': () => ({ hits: [], total: 250, source: 'service', notice: null }),
      'offlineSync.start': () => ({ planId: 'p1', jobId: 'j1' }),
    })
    openDrugs()
    await userEvent.click(await screen.findByRole('button', { name: 'Fetch pathways…' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Send 253 requests' }))
    await waitFor(() =>
      expect(inputsOf('offlineSync.start')).toEqual([
        { scope: { kind: 'catalogue' }, detail: 'pathways', perHour: 1000, refreshDays: 30 },
      ]),
    )
  })

  it('show the progress of fetching pathways instead of the button', async () => {
    const plan = {
      planId: 'p1',
      scope: { kind: 'cached' },
      detail: 'pathways',
      jobId: 'j1',
      detailed: 12,
      total: 54,
      message: null,
    }
    answer({ 'drugs.match': () => lacking({ withoutPathways: 42 }), 'offlineSync.list': () => [plan] })
    openDrugs()
    expect(await screen.findByText(/being fetched: 12 of 54 drugs/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Fetch pathways…' })).toBeNull()
  })

  it("start with the comparison of the study's overview", async () => {
    const request = {
      groups: { by: 'group', values: ['treated', '<b>control</b>'] },
      test: 'paired',
      pairBy: 'donor',
    }
    answer({
      'drugs.match': () => matched,
      'studies.overview': () => ({ comparison: { contrasts: [{ request }] } }),
    })
    openDrugs()
    await screen.findByText(/Drug inhibits/)
    expect(inputsOf('drugs.match').at(-1)).toMatchObject({
      profile: { comparison: { ...request, measure: 'activity' } },
    })
  })

  it('are matched with another comparison when the user changes it', async () => {
    answer({ 'drugs.match': () => matched })
    const router = openDrugs()
    await userEvent.click(await screen.findByRole('button', { name: /Welch/ }))
    await userEvent.selectOptions(screen.getByLabelText('Test'), 'mann-whitney')
    await waitFor(() => expect(router.state.location.search).toMatchObject({ test: 'mann-whitney' }))
    await waitFor(() =>
      expect(inputsOf('drugs.match').at(-1)).toMatchObject({
        profile: { comparison: { test: 'mann-whitney' } },
      }),
    )
  })
})
