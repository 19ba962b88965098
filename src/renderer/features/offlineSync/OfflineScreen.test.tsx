import { act, configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import type { OfflineSyncPlan } from '../../../shared/domain/drugs/offlineSync.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { answerWith, demoStatus, inputsOf, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'

// Screens are loaded when they are first opened.
configure({ asyncUtilTimeout: 8000 })
const user = userEvent.setup()
const at = '2026-01-01T00:00:00Z'
const plan: OfflineSyncPlan = {
  planId: 'p1',
  scope: { kind: 'catalogue' },
  title: null,
  detail: 'pathways',
  perHour: 1000,
  refreshDays: 30,
  state: 'running',
  message: null,
  jobId: 'j1',
  listed: 12_400,
  detailed: 3100,
  total: 200_000,
  uncounted: false,
  complete: 0.999,
  requestsLastHour: 312,
  etaS: 7200,
  oldestFetchedAt: at,
  createdAt: at,
  updatedAt: at,
}
function open(address: string, plans: OfflineSyncPlan[], offlineSwitch = false) {
  const shown = [...plans]
  answerWith({
    'app.status': () => ({ ...demoStatus, offlineSwitch, sentWhileOff: offlineSwitch ? 0 : null }),
    'offlineSync.list': () => [...shown],
    'offlineSync.start': () => ({ planId: 'p1', jobId: 'j1' }),
    'offlineSync.pause': () => null,
    'offlineSync.resume': () => ({ jobId: 'j1' }),
    'offlineSync.remove': () => {
      shown.length = 0
      return null
    },
    'drugs.facets': () => ({
      categories: [{ value: 'Statin', count: 40 }],
      pathways: [],
      directions: [],
      countedOf: null,
      cached: 40,
    }),
    'drugLists.list': () => [
      { listId: 's1', name: 'To try', note: '', kind: 'list', count: 24, createdAt: at, updatedAt: at },
    ],
  })
  openApp(address)
  return shown
}

describe('the offline screen', () => {
  it('explains its purpose and the cost of a sync, and starts it with the chosen settings', async () => {
    open('/library/offline?set=s1', [])
    expect(await screen.findByText('Make drugs available offline')).toBeTruthy()
    expect(await screen.findByText('24 drugs: at most 24 requests, about 3 s.')).toBeTruthy()
    await user.click(screen.getByLabelText('With pathways'))
    expect(screen.getByText('24 drugs: at most 48 requests, about 5 s.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Begin' }))
    await waitFor(() =>
      expect(inputsOf('offlineSync.start')).toEqual([
        { scope: { kind: 'list', listId: 's1' }, detail: 'pathways', perHour: 1000, refreshDays: 30 },
      ]),
    )
  })

  it('shows the progress of a plan in words, follows the job, and explains why the plan has stopped', async () => {
    const shown = open('/library/offline', [plan])
    expect(
      await screen.findByText('12,400 of 200,000 drugs · 3,100 with pathways · 99% · about 2 h left'),
    ).toBeTruthy()
    expect(screen.getByText(/312 of 1,000 requests allowed in the last hour/)).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'How complete: Whole catalog' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pause Whole catalog' }))
    await waitFor(() => expect(inputsOf('offlineSync.pause')).toEqual([{ planId: 'p1' }]))
    shown[0] = {
      ...plan,
      state: 'paused',
      message: joinMessages([`The service is not reachable.`]),
      etaS: null,
    }
    act(() => push('job.progressed', jobOf({ kind: 'offlineSync', done: 1 })))
    expect(await screen.findByText('The service is not reachable.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume Whole catalog' }))
    await waitFor(() => expect(inputsOf('offlineSync.resume')).toEqual([{ planId: 'p1' }]))
  })

  it('does not show a plan without all drugs as complete, and reads their list again', async () => {
    const text = 'The service says 175 drugs and gave 146. Resume to read the list again.'
    open('/library/offline', [
      { ...plan, state: 'done', complete: 0.83, message: joinMessages([text]), etaS: null },
    ])
    expect(await screen.findByText('Not complete')).toBeTruthy()
    expect(screen.queryByText('Complete')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Resume Whole catalog' }))
    await waitFor(() => expect(inputsOf('offlineSync.resume')).toEqual([{ planId: 'p1' }]))
  })

  it('starts nothing while the offline switch is on, and explains why', async () => {
    open('/library/offline', [{ ...plan, state: 'paused' }], true)
    expect(await screen.findByText(/The offline switch is on, so no request leaves/)).toBeTruthy()
    const begin = await screen.findByRole('button', { name: 'Resume with these settings' })
    const resume = await screen.findByRole('button', { name: 'Resume Whole catalog' })
    expect([begin, resume].map((button) => (button as HTMLButtonElement).disabled)).toEqual([true, true])
  })

  it('forgets a plan, and restores it unchanged by undo', async () => {
    open('/library/offline', [{ ...plan, state: 'paused' }])
    await user.click(await screen.findByRole('button', { name: 'Forget the plan: Whole catalog' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputsOf('offlineSync.pause')).toEqual([{ planId: 'p1' }]))
    expect(inputsOf('offlineSync.start')).toEqual([
      { scope: { kind: 'catalogue' }, detail: 'pathways', perHour: 1000, refreshDays: 30 },
    ])
  })
})
