// First: it provides the bridge that client/host.ts looks for.
import '../testing/fakeHost.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { AppStatus, Job } from '../../../shared/contract/state.ts'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import type { Profile } from '../../../shared/domain/app/profile.ts'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { studySummaryOf } from '../../../shared/domain/studies/testing/studySummaryOf.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answer } from '../../client/testing/fakeHost.ts'
import { createUndoOffers } from '../../state/undo.tsx'
import { testPage } from '../../ui/testing/testPage.ts'
import { answerWith, calls, demoStatus, labProfile, labStatus, push } from '../testing/fakeHost.ts'
import { openApp } from '../testing/openApp.tsx'

const user = userEvent.setup()

const job: Job = jobOf({
  title: joinMessages([`Order 48 samples`]),
  done: 11,
  failed: 1,
  total: 48,
  ratePerMin: 90,
  etaS: 25,
  batchId: 'b1',
})

function open(status: AppStatus = demoStatus, jobs: Job[] = []) {
  answerWith({
    'app.status': () => status,
    'jobs.list': () => jobs,
    'jobs.cancel': () => null,
    'exportPresets.list': () => [],
    'exports.list': () => [],
    'exports.describe': () => ({ name: 'drugs', columns: [], rows: 0, synthetic: true }),
    'session.user': () => {
      throw new Error('not asked here')
    },
  })
  openApp('/library/drugs')
}

describe('Frame', () => {
  it('marks a clicked tab before its screen is rendered, and keeps the current screen until then', async () => {
    open()
    const tab = (name: string) => screen.getByRole('link', { name })
    const search = () => screen.queryByRole('combobox', { name: 'Search drugs' })
    await waitFor(() => expect(search()).toBeTruthy())
    await user.click(tab('Activity'))
    await waitFor(() => expect(search()).toBeNull())
    await user.click(tab('Library'))
    await waitFor(() => expect(search()).toBeTruthy())

    const tasks: (() => void)[] = []
    const postTask = (task: () => void) =>
      new Promise<void>((done) => {
        tasks.push(() => done(task()))
      })
    vi.stubGlobal('scheduler', { postTask })
    await user.click(tab('Activity'))
    expect(tab('Activity').getAttribute('aria-current')).toBe('page')
    expect(search()).toBeTruthy()
    act(() => {
      for (const run of tasks) run()
    })
    await waitFor(() => expect(search()).toBeNull())
    vi.unstubAllGlobals()
  })

  it('withdraws undo offers when another profile opens', async () => {
    open()
    await screen.findByText('Online')
    act(() => testPage.get(createUndoOffers).create()({ message: 'Removed.', undo: () => Promise.reject() }))
    expect(await screen.findByText('Removed.')).toBeTruthy()
    act(() => push('status.changed', { ...demoStatus, online: false }))
    expect(screen.getByText('Removed.')).toBeTruthy()
    act(() => push('status.changed', labStatus))
    await waitFor(() => expect(screen.queryByText('Removed.')).toBeNull())
  })

  it('offers no undo for a change that was saved while another profile opened', async () => {
    open()
    await screen.findByText('Online')
    const [before, offer] = [
      testPage.get(createUndoOffers).create(),
      { label: 'Undo', undo: () => Promise.reject() },
    ]
    act(() => push('status.changed', labStatus))
    act(() => {
      before({ ...offer, message: 'Removed there.' })
      testPage.get(createUndoOffers).create()({ ...offer, message: 'Removed here.' })
    })
    expect(await screen.findByText('Removed here.')).toBeTruthy()
    expect(screen.queryByText('Removed there.')).toBeNull()
  })

  it('shows only the general state in the status bar while all is well, which opens the offline switch', async () => {
    open()
    const bar = (await screen.findByText('Online')).closest('footer')
    // The current screen's own count follows.
    await waitFor(() => expect(bar?.textContent).toBe('OnlineSynthetic demo data0 of 0 drugs'))
    answerWith({
      'app.status': () => demoStatus,
      'settings.set': () => ({ ...defaultSettings, offlineSwitch: true }),
    })
    await user.click(screen.getByRole('button', { name: 'Online' }))
    await user.click(await screen.findByRole('switch', { name: /^Offline switch/ }))
    await waitFor(() =>
      expect(calls).toContainEqual({ name: 'settings.set', input: { offlineSwitch: true } }),
    )
  })

  it('distinguishes a switched-off network from an unreachable service', async () => {
    open({ ...demoStatus, online: false })
    expect(await screen.findByText('Service not reachable')).toBeTruthy()
    const off = { ...demoStatus, offlineSwitch: true, sentWhileOff: 0 }
    act(() => answerWith({ 'app.status': () => off }))
    act(() => push('status.changed', off))
    expect(await screen.findByText('Offline switch on · 0 requests sent')).toBeTruthy()
    act(() => answerWith({ 'app.status': () => ({ ...off, sentWhileOff: 1 }) }))
    act(() => push('status.changed', { ...off, sentWhileOff: 1 }))
    expect(await screen.findByText('Offline switch on · 1 request sent')).toBeTruthy()
  })

  it('shows a running job with its rate and lets the user cancel it', async () => {
    open(demoStatus, [job])
    await user.click(await screen.findByRole('button', { name: '1 task running' }))
    expect(await screen.findByText('11 of 48 (25%) · 1 failed · 90/min · about 25 s left')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Cancel “Order 48 samples”' }))
    await waitFor(() => expect(calls.at(-1)).toEqual({ name: 'jobs.cancel', input: { jobId: 'j1' } }))
  })

  it('warns with cause and fix when the keychain cannot store the credential', async () => {
    const secrets = {
      kind: 'session',
      cause: message('adapters.keychainLocked'),
      fix: joinMessages([`Unlock it.`]),
    } as const
    open({ ...demoStatus, demo: false, secrets })
    expect(
      (await screen.findByText('Credentials stay in memory for this session only.')).closest('p')
        ?.textContent,
    ).toBe('Credentials stay in memory for this session only. The keychain is locked. Unlock it.')
    await user.click(screen.getByRole('button', { name: 'Credentials' }))
    expect(await screen.findByRole('tab', { name: 'Account', selected: true })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Credentials' })).toBeNull()
  })

  it('asks the user to sign in again after the session ended, with the service filled in', async () => {
    const profile: Profile = { ...labProfile, signIn: 'oauth', clientId: 'pathclock', hasClientSecret: true }
    open({ ...labStatus, profile, signedIn: false })
    await user.click(await screen.findByRole('button', { name: 'Sign in again' }))
    expect(await screen.findByLabelText('Service URL')).toHaveProperty('value', labProfile.serviceUrl)
    expect(screen.getByLabelText('Client ID')).toHaveProperty('value', 'pathclock')
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect(screen.getByText('Leave it empty to use the one in the keychain.')).toBeTruthy()
  })

  it('shows a repeated notice once, and again if the user dismissed the first', async () => {
    const notice = message('app.cacheDamagedSavedNew', { quarantinedFile: 'cache-1.db' })
    const banners = () => screen.queryAllByText(/^The cache was damaged/)
    open({ ...labStatus, notices: [notice, notice] })
    await waitFor(() => expect(banners()).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(banners()).toHaveLength(0)
    const status = { ...labStatus, notices: [notice, notice, notice] }
    answer({ 'app.status': () => status })
    act(() => push('status.changed', status))
    await waitFor(() => expect(banners()).toHaveLength(1))
  })

  it('names a study that is archived', async () => {
    const archivedAt = '2024-05-02T00:00:00Z'
    answerWith({
      'app.status': () => demoStatus,
      'exportPresets.list': () => [],
      'studies.names': () => [studySummaryOf('old', { name: 'Liver 2024', archivedAt })],
    })
    openApp('/study/old')
    expect(await screen.findByRole('heading', { name: 'Liver 2024' })).toBeTruthy()
  })

  it("obeys the host's menu and shortcuts, and marks the section they open", async () => {
    open()
    await screen.findByText('Online')
    act(() => push('command.invoked', { command: 'settings' }))
    expect((await screen.findByRole('link', { name: 'Settings', current: 'page' })).textContent).toBe(
      'Settings',
    )
    await user.keyboard('{Control>}2{/Control}')
    expect(await screen.findByRole('link', { name: 'Library', current: 'page' })).toBeTruthy()
    await user.keyboard('{Control>}e{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Export a table' })).toBeTruthy()
  })
})
