import { Notifications } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { notFound } from '../../../shared/contract/failures.ts'
import { labContext } from '../../../shared/domain/app/testing/costContext.ts'
import { toScreeningCall } from '../../../shared/domain/requests/paidCall.ts'
import texts from '../../../shared/words/en/screens/samples/screening.json' with { type: 'json' }
import { joinMessages } from '../../../shared/words/message.ts'
import { answer, calls, inputsOf, push, resetHost, textsOf } from '../../client/testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { ScreeningScreen } from './ScreeningScreen.tsx'
import { toCopied } from './TaskDetail.tsx'

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
  clientReference: 'liver-1',
  jobId: 'j1',
}
// A hit without a score has no bar, so that no canvas is needed.
const hit = { rank: 1, drugId: 'd1', name: 'Rapamycin', score: null, raw: {} }
const Page = () => (
  <>
    <ScreeningScreen />
    <Notifications />
  </>
)
const open = (at = '/activity/screenings') => renderScreen(Page, { at, namespace: 'screening', words: texts })

beforeEach(() => {
  resetHost()
  answer({
    'app.status': () => ({ demo: false }),
    'screening.list': () => [task],
    'screening.show': () => ({ ...task, hits: [], fetchedAt: null }),
    'samples.list': () => ({ rows: [sample], total: 1 }),
    'samples.get': () => sample,
    'screening.estimate': () =>
      toScreeningCall({ ...labContext, before: [{ what: 'screened', count: 2, repeated: true }] }, true),
    'screening.create': () => ({ taskId: 't2', jobId: null }),
    'screening.unknownWords': () => ({ words: [] }),
  })
})

describe('screening', () => {
  it('asks for the meaning of an unknown state, and stores it in the profile', async () => {
    const profile = { id: 'p1', dialect: {} }
    answer({
      'app.status': () => ({ demo: false, profile }),
      'screening.show': () => ({ ...task, state: 'unknown', status: 'Curated', hits: [], fetchedAt: null }),
      'screening.unknownWords': () => ({ words: [{ word: 'Curated', count: 1 }] }),
      'profiles.change': () => ({ demo: false, profile }),
    })
    open('/activity/screenings?task=t1')
    expect(await screen.findByText(/“Curated”, whose meaning is not known.*above the list/)).toBeTruthy()
    await screen.findByText('1 screening waits: the state “Curated” is not known. What does it mean?')
    await userEvent.click(screen.getByRole('combobox', { name: 'What “Curated” means' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Finished', hidden: true }))
    await waitFor(() =>
      expect(inputsOf('profiles.change')).toEqual([
        { profileId: 'p1', dialect: { state_words: { Curated: 'succeeded' } } },
      ]),
    )
  })

  it('updates a task from pushed events until its ranking arrives, with links and the raw response', async () => {
    open()
    expect(await screen.findByText(/still ranking/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show raw JSON' })).toBeNull()
    const hits = [hit, { ...hit, rank: 2, drugId: null, name: '<b>X</b>' }]
    const raw = { code: 200, data: { odd_field: '<i>7</i>' } }
    answer({
      'screening.show': () => ({ ...task, state: 'succeeded', hits, raw, fetchedAt: task.createdAt }),
    })
    act(() => push('screening.changed', { taskId: 't1' }))
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf('Rapamycin')).toContain('/library/drugs?drug=d1')
    // A drug without an id is searched by its name.
    expect(decodeURIComponent((await hrefOf('<b>X</b>')) ?? '')).toContain('/library/drugs?text=<b>X</b>')
    expect(textsOf(screen.getAllByTitle('The service returned no score'))).toEqual(['–', '–'])
    await userEvent.click(screen.getByRole('button', { name: 'Show raw JSON' }))
    expect(screen.getByText(/"odd_field": "<i>7<\/i>"/)).toBeTruthy()
  })
  it('says that a request without a response may have started a screening, and removes it with an undo', async () => {
    const lost = { ...task, state: 'unknown', status: 'no answer', progress: null, unanswered: true }
    answer({
      'screening.list': () => [lost],
      'screening.show': () => ({ ...lost, hits: [], raw: null, fetchedAt: null }),
      'screening.forget': () => null,
      'screening.remember': () => null,
    })
    const router = open('/activity/screenings?task=t1')
    expect(await screen.findByText(/the screening may have begun/)).toBeTruthy()
    expect(screen.queryByText(/still ranking/)).toBeNull()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove from the list' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    const done = calls.filter(({ name }) => /forget|remember/.test(name))
    expect(done).toEqual([
      { name: 'screening.forget', input: { taskId: 't1' } },
      { name: 'screening.remember', input: { taskId: 't1' } },
    ])
    expect(router.state.location.search).not.toHaveProperty('task')
  })

  it('starts for the sample in the address, with the task endpoint by default', async () => {
    open('/activity/screenings?sample=S1')
    await userEvent.click(await screen.findByRole('button', { name: 'Start screening' }))
    await waitFor(() =>
      expect(inputsOf('screening.create')).toEqual([{ sampleId: 'S1', endpoint: 'screening' }]),
    )
  })

  describe('the choice of a sample', () => {
    const samples = Array.from({ length: 12 }, (_, at) => {
      const name = `HLS-${String(at + 1).padStart(3, '0')}`
      return { ...sample, sampleId: `id-${name}`, clientReference: name }
    })
    /** Opens the picker over a host that searches like the register. A held search waits until it is released. */
    const openPicker = async (at = '/activity/screenings') => {
      answer({
        'samples.list': ({ text = '', limit }: { text?: string; limit: number }) => {
          const rows = samples.filter(({ clientReference }) => clientReference.includes(text))
          return { rows: rows.slice(0, limit), total: rows.length }
        },
        'samples.get': ({ sampleId }: { sampleId: string }) =>
          samples.find((one) => one.sampleId === sampleId),
      })
      open(at)
      if (at === '/activity/screenings')
        await userEvent.click(await screen.findByRole('button', { name: /^New screening/ }))
      return screen.findByRole('combobox', { name: 'Sample' })
    }
    const options = () => textsOf(screen.queryAllByRole('option'))

    it('finds a sample by its full name even if it is listed already, and screens that one only', async () => {
      const field = await openPicker()
      await userEvent.type(field, 'HLS-002')
      await waitFor(() => expect(options()).toEqual(['HLS-002']))
      await userEvent.keyboard('{ArrowDown}{Enter}')
      await userEvent.click(screen.getByRole('button', { name: 'Start screening' }))
      await waitFor(() => expect(inputsOf('screening.create')).toMatchObject([{ sampleId: 'id-HLS-002' }]))
    })

    it('offers no outdated results while a search is running', async () => {
      const field = await openPicker()
      await userEvent.click(field)
      await waitFor(() => expect(options()).toHaveLength(12))
      await userEvent.type(field, 'HLS-002')
      expect(options()).toEqual(['HLS-002'])
    })

    it('offers all samples again after one was picked, and then only those that match the text', async () => {
      const field = await openPicker('/activity/screenings?sample=id-HLS-001')
      await waitFor(() => expect((field as HTMLInputElement).value).toBe('HLS-001'))
      await userEvent.click(field)
      await waitFor(() => expect(options()).toHaveLength(12))
      await userEvent.clear(field)
      await userEvent.type(field, 'HLS-012')
      await waitFor(() => expect(options()).toEqual(['HLS-012']))
    })
  })

  it('shows the status of a task that ended without a ranking', async () => {
    answer({
      'screening.show': () => ({ ...task, state: 'failed', status: 'expired', hits: [], fetchedAt: null }),
    })
    open()
    expect(await screen.findByText(/It says “expired”/)).toBeTruthy()
  })

  it('explains why a task is no longer checked, and checks it again on request', async () => {
    const left = { ...task, jobId: null, checkedAt: task.createdAt, hits: [], raw: null, fetchedAt: null }
    answer({
      'screening.show': () => ({
        ...left,
        whyStopped: joinMessages([`The service does not know this task.`]),
      }),
      'screening.follow': () => ({ jobId: 'j2' }),
    })
    open()
    expect(await screen.findByText(/no longer checks this task: The service does not know/)).toBeTruthy()
    expect(screen.queryByText(/still ranking/)).toBeNull()
    expect(screen.getByText('Last checked:')).toBeTruthy()
    answer({ 'screening.show': () => ({ ...left, jobId: 'j2' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
    act(() => push('screening.changed', { taskId: 't1' }))
    expect(await screen.findByText(/still ranking/)).toBeTruthy()
    expect(inputsOf('screening.follow')).toEqual([{ taskId: 't1' }])
  })

  it('distinguishes a lost ranking from one without drugs', async () => {
    const ended = { ...task, state: 'succeeded', jobId: null, hits: [], raw: null, fetchedAt: null }
    answer({
      'screening.show': () => ({ ...ended, whyNoHits: joinMessages([`The service cannot be reached.`]) }),
    })
    open()
    expect(await screen.findByText(/were lost on this computer.*cannot be reached/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
  })

  it('reports an unknown task, and shows no other one in its place', async () => {
    answer({
      'screening.show': ({ taskId }: { taskId: string }) => {
        if (taskId === 't1') return { ...task, hits: [hit], raw: {}, fetchedAt: task.createdAt }
        throw notFound(joinMessages([`Not known on this computer.`]), joinMessages([`s`]))
      },
    })
    open('/activity/screenings?task=gone')
    expect(await screen.findByText('Not known on this computer.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Rapamycin' })).toBeNull()
    expect(screen.getByRole('button', { name: /liver-1/ }).getAttribute('aria-current')).toBe('false')
  })

  it('loads no single samples to name the tasks, and preselects the only sample', async () => {
    open()
    await screen.findByText(/still ranking/)
    expect(inputsOf('samples.get')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'New screening…' }))
    expect(await screen.findByRole('button', { name: 'Start screening' })).toHaveProperty('disabled', false)
  })

  it('is copied with its source in every row', () => {
    const { table, json } = toCopied({
      ...task,
      state: 'succeeded',
      endpoint: 'screening',
      hits: [hit],
      raw: { big: true },
      fetchedAt: task.createdAt,
      jobId: null,
    })
    expect(table.rows).toEqual([
      [1, 'd1', 'Rapamycin', null, 'liver-1', 'S1', 't1', 'screening', 'demo', task.createdAt, 'yes'],
    ])
    expect(json).not.toHaveProperty('raw')
  })

  it('leads to the import if there are no samples', async () => {
    answer({ 'screening.list': () => [], 'samples.list': () => ({ rows: [], total: 0 }) })
    open()
    expect(await screen.findByRole('button', { name: 'Import samples…' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'New screening…' })).toHaveProperty('disabled', true)
  })
})
