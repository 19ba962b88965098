import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer, calls, push, resetHost } from '../testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { locale } from './locale.ts'
import { ScreeningScreen } from './ScreeningScreen.tsx'

vi.mock('../../client/host.ts', () => import('../testing/fakeHost.ts'))

const sample = { sampleId: 'S1', clientReference: 'liver-1', state: 'succeeded', fields: {} }
const task = {
  taskId: 't1',
  sampleId: 'S1',
  state: 'running',
  status: 'ranking',
  progress: 0.4,
  createdAt: '2026-11-21T00:00:00Z',
  checkedAt: null,
  endpoint: 'screening',
  service: 'demo',
  synthetic: true,
}
// A hit without a score has no bar, so that no canvas is needed here.
const hit = { rank: 1, drugId: 'd1', name: 'Rapamycin', score: null, raw: {} }
const open = (at = '/screening') =>
  renderScreen(ScreeningScreen, { at, namespace: 'screening', words: locale.en })

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ demo: false }),
    'screening.list': () => [task],
    'screening.show': () => ({ ...task, hits: [], fetchedAt: null }),
    'samples.list': () => ({ rows: [sample], total: 1 }),
    'samples.get': () => sample,
    'screening.create': () => ({ taskId: 't2', jobId: null }),
  })
})

describe('screening', () => {
  it('follows a task by what is pushed, until its ranking is there', async () => {
    open()
    expect(await screen.findByText(/still ranking/)).toBeTruthy()
    answer({
      'screening.show': () => ({
        ...task,
        state: 'succeeded',
        hits: [hit],
        raw: {},
        fetchedAt: task.createdAt,
      }),
    })
    act(() => push('screening.changed', { taskId: 't1' }))
    const drug = await screen.findByRole('link', { name: 'Rapamycin' })
    expect(drug.getAttribute('href')).toContain('/drugs?drug=d1')
    expect(screen.getByTitle('The service returned no score').textContent).toBe('–')
  })

  it('says of a request without an answer that it may have begun, and not that the service ranks', async () => {
    const lost = { ...task, state: 'unknown', status: 'no answer', progress: null, unanswered: true }
    answer({
      'screening.list': () => [lost],
      'screening.show': () => ({ ...lost, hits: [], raw: null, fetchedAt: null }),
    })
    open()
    expect(await screen.findByText(/the screening may have begun/)).toBeTruthy()
    expect(screen.queryByText(/still ranking/)).toBeNull()
  })

  it('leads to the drugs that are known by id, and searches for the others by name', async () => {
    const hits = [hit, { ...hit, rank: 2, drugId: null, name: '<b>X</b>' }]
    answer({
      'screening.show': () => ({ ...task, state: 'succeeded', hits, raw: {}, fetchedAt: task.createdAt }),
    })
    open()
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf('Rapamycin')).toContain('/drugs?drug=d1')
    expect(decodeURIComponent((await hrefOf('<b>X</b>')) ?? '')).toContain('/drugs?text=<b>X</b>')
  })

  it('shows the answer as it came one click away, and none before there is one', async () => {
    open()
    await screen.findByText(/still ranking/)
    expect(screen.queryByRole('button', { name: 'Show raw JSON' })).toBeNull()
    const raw = { code: 200, data: { odd_field: '<i>7</i>' } }
    answer({
      'screening.show': () => ({ ...task, state: 'succeeded', hits: [], raw, fetchedAt: task.createdAt }),
    })
    act(() => push('screening.changed', { taskId: 't1' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Show raw JSON' }))
    expect(screen.getByText(/"odd_field": "<i>7<\/i>"/)).toBeTruthy()
  })

  it('starts for the sample that the address names, by the task endpoint unless told otherwise', async () => {
    open('/screening?sample=S1')
    await userEvent.click(await screen.findByRole('button', { name: 'Start screening' }))
    await waitFor(() =>
      expect(calls.find(({ name }) => name === 'screening.create')?.input).toEqual({
        sampleId: 'S1',
        endpoint: 'screening',
      }),
    )
  })

  it('says what a task that ended without a ranking was told', async () => {
    answer({
      'screening.show': () => ({ ...task, state: 'failed', status: 'expired', hits: [], fetchedAt: null }),
    })
    open()
    expect(await screen.findByText(/It says “expired”/)).toBeTruthy()
  })

  it('sends a newcomer without samples to the import', async () => {
    answer({ 'screening.list': () => [], 'samples.list': () => ({ rows: [], total: 0 }) })
    open()
    expect(await screen.findByRole('button', { name: 'Import samples…' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New screening…' })).toHaveProperty('disabled', true)
  })
})
