import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, calls, resetHost } from '../testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { locale } from './locale.ts'
import { SamplesScreen } from './SamplesScreen.tsx'

vi.mock('../../client/host.ts', () => import('../testing/fakeHost.ts'))

const sample = {
  sampleId: 'S1',
  clientReference: 'liver-1',
  state: 'succeeded',
  status: 'completed',
  createdAt: '2026-11-21T00:00:00Z',
  checkedAt: null,
  fields: { client_reference: 'liver-1', age: 54, cohort_name: 'pilot' },
  batchId: 'b1',
  analysedAt: null,
  synthetic: true,
}
const batch = {
  batchId: 'b1',
  fileName: 'cohort.csv',
  createdAt: '2026-11-21T00:00:00Z',
  state: 'paused',
  rows: 10,
  created: 6,
  failed: 1,
  unknown: 1,
  queued: 2,
}
const open = (at = '/samples') => renderScreen(SamplesScreen, { at, namespace: 'samples', words: locale.en })
const inputsOf = (method: string) => calls.filter(({ name }) => name === method).map(({ input }) => input)

beforeEach(() => {
  resetHost()
  answer({
    'samples.list': (input: { text?: string }) =>
      input.text ? { rows: [], total: 0 } : { rows: [sample], total: 1 },
    'app.status': () => ({ demo: false }),
    'samples.get': () => sample,
    'samples.refresh': () => ({ jobId: 'j' }),
    'analyses.run': () => ({ jobId: 'j' }),
    'samples.report': () => ({
      sampleId: 'S1',
      contentType: 'text/html',
      text: '<b id="planted">hi</b>',
      fetchedAt: '2026-11-21T00:00:00Z',
      sizeBytes: 22,
    }),
    'batches.list': () => [batch],
    'batches.resume': () => ({ jobId: 'j' }),
  })
})

describe('the register', () => {
  it('says what it is for when it is empty', async () => {
    answer({ 'samples.list': () => ({ rows: [], total: 0 }) })
    open()
    expect(await screen.findByText('No samples yet')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Analyse…' })).toHaveProperty('disabled', true)
  })

  it('tells an empty register from a search that finds nothing', async () => {
    open()
    await userEvent.type(await screen.findByLabelText('Search samples'), 'zzz')
    expect(await screen.findByText('Nothing matches “zzz”')).toBeTruthy()
  })

  it('says how many requests an analysis takes, and sends it with or without the clock', async () => {
    open()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Analyse…' })).toHaveProperty('disabled', false),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Analyse…' }))
    expect(await screen.findByText(/Up to 2 requests/)).toBeTruthy()
    await userEvent.click(screen.getByLabelText('Fetch the pathway aging clock too'))
    expect(screen.getByText(/Up to 1 request /)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Analyse 1 sample' }))
    expect(inputsOf('analyses.run')).toEqual([{ sampleIds: [], clock: false, again: false }])
  })

  it('shows every field of an order, also those it does not know', async () => {
    open('/samples?sample=S1')
    expect(await screen.findByText('cohort_name')).toBeTruthy()
    expect(screen.getByText('pilot')).toBeTruthy()
  })

  it('shows a report as text and runs nothing of it', async () => {
    open('/samples?sample=S1')
    await userEvent.click(await screen.findByRole('button', { name: 'Fetch the report' }))
    expect(await screen.findByText('<b id="planted">hi</b>')).toBeTruthy()
    expect(document.querySelector('#planted')).toBeNull()
  })
})

describe('batches', () => {
  it('that stopped can go on, and rows of unknown outcome are explained', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Batches' }))
    expect(await screen.findByText('6 created · 1 failed · 1 unknown · 2 waiting')).toBeTruthy()
    expect(screen.getByText(/never sent again by itself/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }))
    expect(inputsOf('batches.resume')).toEqual([{ batchId: 'b1' }])
  })
})
