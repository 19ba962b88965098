import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, calls, Refusal, resetHost } from '../testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { locale } from './locale.ts'
import { ResultsScreen } from './ResultsScreen.tsx'

vi.mock('../../client/host.ts', () => import('../testing/fakeHost.ts'))

const nothing = {
  measure: 'activity',
  pathways: [],
  samples: [],
  values: [],
  totalSamples: 0,
  service: null,
  oldestFetchedAt: null,
  synthetic: false,
}
const samples = (total: number) => ({ rows: [], total })
const open = (at = '/results') => renderScreen(ResultsScreen, { at, namespace: 'results', words: locale.en })

beforeEach(() => {
  resetHost()
  answer({
    'results.matrix': () => nothing,
    'samples.list': () => samples(48),
    'jobs.list': () => [],
    'analyses.run': () => ({ jobId: 'j1' }),
  })
})

describe('results that are not there yet', () => {
  it('offer to analyse the samples that are', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Analyse 48 samples' }))
    expect(calls.filter(({ name }) => name === 'analyses.run')).toHaveLength(1)
  })

  it('lead to the import when there are no samples either', async () => {
    answer({ 'samples.list': () => samples(0) })
    const router = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Import samples…' }))
    expect(router.state.location.pathname).toBe('/import')
  })

  it('say that they are on their way while an analysis runs', async () => {
    answer({ 'jobs.list': () => [{ jobId: 'j', kind: 'analysis', state: 'running' }] })
    open()
    expect(await screen.findByText(/An analysis is running/)).toBeTruthy()
  })

  it('show a failure in its own words', async () => {
    answer({
      'results.matrix': () => {
        throw new Refusal({
          code: 'bug',
          message: 'The results could not be read.',
          details: { reference: 'r1' },
        })
      },
    })
    open()
    expect(await screen.findByText('The results could not be read.')).toBeTruthy()
  })
})

describe('the table of results', () => {
  it('shows a missing value as a dash that says so, never as 0', async () => {
    const some = {
      ...nothing,
      pathways: ['mTOR', 'AMPK'],
      samples: [{ sampleId: 'S1', clientReference: 'liver-1', group: 'treated' }],
      values: [0.25, null],
      totalSamples: 1,
      synthetic: true,
    }
    answer({ 'results.matrix': () => some, 'results.page': () => ({ matrix: some, page: 1 }) })
    open()
    expect((await screen.findByText('0.250')).title).toBe('0.25')
    expect(screen.getByTitle('The service returned no value').textContent).toBe('–')
    expect(screen.getByText('1 sample · 2 pathways')).toBeTruthy()
  })
})

describe('the unit of a measure', () => {
  const some = {
    ...nothing,
    pathways: ['mTOR'],
    samples: [{ sampleId: 'S1', clientReference: 'liver-1', group: null }],
    values: [0.25],
    totalSamples: 1,
  }
  const openWith = (set: object, at?: string) => {
    const profile = { conventions: { set, found: {} } }
    answer({
      'app.status': () => ({ profile }),
      'results.matrix': () => some,
      'results.page': () => ({ matrix: some, page: 1 }),
    })
    open(at)
  }

  it('is said not to be documented where nobody set one', async () => {
    openWith({ aging_offset_unit: 'years' })
    expect((await screen.findByText('mTOR')).title).toBe(
      'mTOR: Pathway activity — as returned by the service; unit not documented',
    )
  })

  it('is the one set for this profile, and said to be', async () => {
    openWith({ activity_unit: 'a.u.' })
    await vi.waitFor(() =>
      expect(screen.getByText('mTOR').title).toBe(
        'mTOR: Pathway activity (a.u.) — as returned by the service; unit as set for this profile',
      ),
    )
  })
})

describe('the choice of view and measure', () => {
  it('is kept in the address and asks for the measure', async () => {
    const router = open('/results?view=heatmap')
    await userEvent.click(await screen.findByRole('radio', { name: 'Aging offset' }))
    expect(router.state.location.search).toMatchObject({ view: 'heatmap', measure: 'aging_offset' })
    await vi.waitFor(() =>
      expect(calls.some(({ input }) => (input as { measure?: string }).measure === 'aging_offset')).toBe(
        true,
      ),
    )
  })
})
