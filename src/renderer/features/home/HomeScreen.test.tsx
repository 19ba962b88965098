import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Job } from '../../../shared/contract/state.ts'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import { noSamples, type StudySummary } from '../../../shared/domain/studies/study.ts'
import { studySummaryOf } from '../../../shared/domain/studies/testing/studySummaryOf.ts'
import { message } from '../../../shared/words/message.ts'
import { answerWith, demoStatus, inputsOf, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

const user = userEvent.setup()

const liver = studySummaryOf('s1', {
  question: 'Does it slow aging?',
  samples: 48,
  stages: { ...noSamples, ready: 24, processing: 24 },
})

const open = (studies: StudySummary[], archived: StudySummary[] = [], jobs: Job[] = []) => {
  answerWith({
    'app.status': () => demoStatus,
    'studies.list': (input) => (input.archived ? archived : studies),
    'studies.names': () => [...studies, ...archived],
    'studies.archive': () => ({ stillRunning: message('studies.ordersStillSent') }) as never,
    'studies.create': () => ({ studyId: 's2' }) as never,
    'studies.show': () => ({ question: '' }) as never,
    'jobs.list': () => [...jobs],
    'samples.list': () => ({ rows: [], total: 24 }),
    'pathways.list': () => [],
  })
  openApp('/')
}

describe('home', () => {
  it('shows each study with its question and progress, and "All samples" last', async () => {
    open([studySummaryOf('all', { samples: 48 }), liver])
    const cards = await screen.findAllByRole('heading', { level: 3 })
    expect(screen.queryByRole('button', { name: 'Show archived studies' })).toBeNull()
    expect(cards.map(({ textContent }) => textContent)).toEqual(['Liver 2026', 'All samples'])
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toHaveLength(1)
    expect(screen.getByText('Does it slow aging?')).toBeTruthy()
    expect(screen.getByText('24 ready')).toBeTruthy()
    expect(screen.getByText('24 processing')).toBeTruthy()
    const link = within(screen.getByRole('main')).getByRole('link', { name: 'Liver 2026' })
    expect(link.getAttribute('href')).toBe('/#/study/s1')
  })

  it('lists what needs attention, each with an action, also for orders outside the listed studies', async () => {
    open([studySummaryOf('all', { inDoubt: 5, toOrder: 3 }), { ...liver, inDoubt: 1, toOrder: 2 }])
    const attention = within(await screen.findByRole('region', { name: 'Needs your attention' }))
    expect(attention.getByText('1 order of “Liver 2026” has an unknown outcome.')).toBeTruthy()
    expect(attention.getByText('2 orders of “Liver 2026” were not sent.')).toBeTruthy()
    // Orders of archived studies, and of imports without a study.
    expect(attention.getByText('4 orders outside these studies have an unknown outcome.')).toBeTruthy()
    expect(attention.getByText('1 order outside these studies was not sent.')).toBeTruthy()
    await user.click(attention.getByRole('button', { name: 'Analyze…' }))
    await screen.findByRole('dialog', { name: 'Analyze samples' })
    expect(inputsOf('samples.list')).toContainEqual({
      filter: { study: 's1', hasResult: false },
      limit: 1,
      text: '',
    })
  })

  it('lists ready and unsent samples while other jobs run, and hides ready ones while their study is analyzed', async () => {
    const job = (kind: Job['kind'], studyId?: string): Job =>
      jobOf({ jobId: `${kind} ${studyId}`, kind, ...(studyId === undefined ? {} : { studyId }) })
    const jobs = [job('offlineSync'), job('analysis', 's2')]
    open([studySummaryOf('all', { toOrder: 2 }), { ...liver, toOrder: 2 }], [], jobs)
    const attention = within(await screen.findByRole('region', { name: 'Needs your attention' }))
    expect(await attention.findByText('2 orders of “Liver 2026” were not sent.')).toBeTruthy()
    expect(attention.getByText('24 samples of “Liver 2026” are ready to be analyzed.')).toBeTruthy()
    jobs.push(job('analysis', 's1'))
    act(() => push('job.progressed', job('analysis', 's1')))
    await waitFor(() => expect(attention.queryByText(/are ready to be analyzed/)).toBeNull())
  })

  it('explains how to start if there is no data', async () => {
    open([studySummaryOf('all')])
    expect(await screen.findByRole('heading', { name: 'Start with a sample sheet' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Import samples…' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Needs your attention' })).toBeNull()
  })

  it('archives a study, and shows archived ones on request', async () => {
    open([studySummaryOf('all'), liver], [{ ...liver, name: 'Old', archivedAt: '2026-11-22T08:00:00.000Z' }])
    await user.click(await screen.findByRole('button', { name: 'Archive Liver 2026' }))
    expect(inputsOf('studies.archive')).toEqual([{ studyId: 's1', archived: true }])
    expect(await screen.findByText('Its orders are still being sent.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Show archived studies' }))
    expect(await screen.findByRole('link', { name: 'Old' })).toBeTruthy()
  })

  it('creates a study with its question and opens it', async () => {
    open([studySummaryOf('all'), liver])
    await user.click(await screen.findByRole('button', { name: 'New study…' }))
    const form = within(await screen.findByRole('dialog', { name: 'New study' }))
    expect(form.getByRole('button', { name: 'Create study' })).toHaveProperty('disabled', true)
    await user.type(form.getByLabelText('Name'), 'Lung')
    await user.type(form.getByLabelText('Question'), 'Why?')
    await user.click(form.getByRole('button', { name: 'Create study' }))
    expect(inputsOf('studies.create')).toEqual([{ name: 'Lung', question: 'Why?' }])
    await screen.findByRole('navigation', { name: /^Views of/ })
    expect(window.location.hash).toBe('#/study/s2')
  })
})
