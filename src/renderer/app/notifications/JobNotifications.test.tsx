import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppStatus, Job } from '../../../shared/contract/state.ts'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import { defaultSettings } from '../../../shared/domain/app/settings.ts'
import { joinMessages, message } from '../../../shared/words/message.ts'
import { answerWith, demoStatus, push } from '../testing/fakeHost.ts'
import { openApp } from '../testing/openApp.tsx'

const running: Job = jobOf({
  title: joinMessages([`Order 50 samples`]),
  done: 11,
  total: 50,
  ratePerMin: 90,
  etaS: 25,
  batchId: 'b1',
})
const ended: Job = {
  ...running,
  state: 'done',
  done: 48,
  failed: 2,
  endedAt: '2026-01-01T00:00:30.000Z',
  message: joinMessages([`48 orders placed, 2 refused by the service.`]),
}

/** A fake of the browser's `Notification`, with the parts the page uses. */
class Notices {
  static permission: NotificationPermission = 'granted'
  static shown: Notices[] = []
  static permissionRequests = 0
  static async requestPermission(): Promise<NotificationPermission> {
    Notices.permissionRequests += 1
    Notices.permission = 'granted'
    return Notices.permission
  }
  onclick: (() => void) | null = null
  readonly title: string
  readonly options: NotificationOptions
  constructor(title: string, options: NotificationOptions) {
    this.title = title
    this.options = options
    Notices.shown.push(this)
  }
  close(): void {}
}

let visible: DocumentVisibilityState = 'visible'
let focused = false
const setVisibility = (state: DocumentVisibilityState): void =>
  act(() => {
    visible = state
    document.dispatchEvent(new Event('visibilitychange'))
  })

beforeEach(() => {
  Notices.shown = []
  Notices.permissionRequests = 0
  Notices.permission = 'granted'
  visible = 'visible'
  focused = false
  vi.stubGlobal('Notification', Notices)
  vi.stubGlobal('isSecureContext', true)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible)
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused)
  vi.spyOn(window, 'focus').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let jobs: Job[] = []
async function open(host: AppStatus['host'], systemNotices = true): Promise<void> {
  jobs = []
  answerWith({
    'app.status': () => ({ ...demoStatus, host }),
    'settings.get': () => ({ ...defaultSettings, systemNotices }),
    'jobs.list': () => jobs,
    'screening.list': () => [],
  })
  openApp('/library/drugs')
  await screen.findByText('Online')
}
const progress = (job: Job): void =>
  act(() => {
    jobs = [job]
    push(job.state === 'running' ? 'job.progressed' : 'job.ended', job)
  })

describe('a long job in a browser', () => {
  it('shows a notification if the user has allowed it and looks elsewhere', async () => {
    await open('loopback')
    progress(ended)
    expect(Notices.shown).toMatchObject([
      { title: 'Order 50 samples', options: { body: ended.message, tag: 'j1' } },
    ])
    focused = true
    progress({ ...ended, jobId: 'j2' })
    focused = false
    progress({ ...ended, jobId: 'j3', endedAt: '2026-01-01T00:00:05.000Z' })
    Notices.permission = 'default'
    progress({ ...ended, jobId: 'j4' })
    expect(Notices.shown).toHaveLength(1)
  })

  it('shows no notification if the user has turned them off', async () => {
    await open('loopback', false)
    progress(ended)
    expect(Notices.shown).toEqual([])
  })

  it('opens by a click on its notification', async () => {
    await open('loopback')
    progress({ ...ended, kind: 'screening' })
    act(() => Notices.shown[0]?.onclick?.())
    expect(window.focus).toHaveBeenCalled()
    await waitFor(() => expect(window.location.hash).toBe('#/activity/screenings'))
  })

  it("appears in the tab's title while it runs, and after its end until the tab is viewed", async () => {
    await open('loopback')
    progress(running)
    await waitFor(() => expect(document.title).toBe('22% · Drugs · Library · Pathclock'))
    progress({ ...running, failed: 4 })
    await waitFor(() => expect(document.title).toBe('⚠ 30% · Drugs · Library · Pathclock'))
    progress({ ...running, total: null })
    await waitFor(() => expect(document.title).toBe('… · Drugs · Library · Pathclock'))
    setVisibility('hidden')
    progress(ended)
    await waitFor(() => expect(document.title).toBe('Ended: Order 50 samples · Drugs · Library · Pathclock'))
    setVisibility('visible')
    await waitFor(() => expect(document.title).toBe('Drugs · Library · Pathclock'))
  })

  it('requests the permission only when the user asks for it', async () => {
    Notices.permission = 'default'
    await open('loopback')
    expect(Notices.permissionRequests).toBe(0)
    const user = userEvent.setup()
    progress(running)
    await user.click(await screen.findByRole('button', { name: '1 task running' }))
    await user.click(
      await screen.findByRole('button', { name: 'Notify me when tasks end and I am elsewhere' }),
    )
    expect(Notices.permissionRequests).toBe(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: /Notify me when/ })).toBeNull())
  })
})

describe('a long job in the installed app', () => {
  it('is shown by the window: the page shows no notification and keeps its title', async () => {
    Notices.permission = 'default'
    await open('electron')
    progress(running)
    await userEvent.click(await screen.findByRole('button', { name: '1 task running' }))
    await screen.findByText('Order 50 samples')
    progress(ended)
    expect(Notices.shown).toEqual([])
    expect(document.title).toBe('Drugs · Library · Pathclock')
    expect(screen.queryByRole('button', { name: /Notify me when/ })).toBeNull()
  })

  it('opens its screen by a click on its notification, such as the batch', async () => {
    await open('electron')
    act(() => push('notice.clicked', { ...ended, kind: 'offlineSync', batchId: null }))
    await waitFor(() => expect(window.location.hash).toBe('#/library/offline'))
    act(() => push('notice.clicked', ended))
    await waitFor(() => expect(window.location.hash).toBe('#/activity/batches?batch=b1'))
  })
})

describe('the toast of a failed job', () => {
  const failed: Job = { ...ended, state: 'failed', message: joinMessages([`The service did not answer.`]) }

  it('stays while other jobs succeed, and disappears when its batch resumes under another id', async () => {
    await open('electron')
    progress(failed)
    await screen.findByText('Failed: Order 50 samples')
    expect(screen.getByText('The service did not answer.')).toBeTruthy()
    progress({ ...ended, jobId: 'j3', batchId: 'b2', title: joinMessages([`Order 9 samples`]) })
    await screen.findByText('Done: Order 9 samples')
    expect(screen.getByText('Failed: Order 50 samples')).toBeTruthy()
    progress({ ...running, jobId: 'j2' })
    await waitFor(() => expect(screen.queryByText('Failed: Order 50 samples')).toBeNull())
    progress({ ...ended, jobId: 'j2', failed: 0 })
    await screen.findByText('Done: Order 50 samples')
    expect(screen.queryByText('Failed: Order 50 samples')).toBeNull()
  })

  it('is left out if offline sync waits for a sign-in, which a banner shows', async () => {
    await open('electron')
    const sync = {
      ...failed,
      kind: 'offlineSync' as const,
      batchId: null,
      failureCode: 'notSignedIn' as const,
    }
    progress({ ...sync, jobId: 'j2', title: message('catalogue.drugsOfflineWholeCatalog') })
    progress(failed)
    await screen.findByText('Failed: Order 50 samples')
    expect(screen.queryByText('Failed: Drugs offline: whole catalog')).toBeNull()
  })
})

describe('the toast of a successful job', () => {
  it('is left out if the job took no time, and shown if it took a while', async () => {
    await open('electron')
    const title = message('samples.refreshSamples')
    progress({ ...ended, title, failed: 0, startedAt: ended.endedAt ?? '' })
    progress({ ...ended, failed: 0, jobId: 'j2' })
    await screen.findByText('Done: Order 50 samples')
    expect(screen.queryByText('Done: Refresh samples')).toBeNull()
  })

  it('is shown if its message has more than the count', async () => {
    await open('electron')
    const text = joinMessages(
      [joinMessages([`1 sample analyzed.`]), joinMessages([`The service may count it twice.`])],
      '\n',
    )
    progress({ ...ended, failed: 0, startedAt: ended.endedAt ?? '', message: text })
    expect(await screen.findByText(/The service may count it twice/)).toBeTruthy()
  })
})

describe('a long job for users of screen readers', () => {
  const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

  it('is announced at each quarter once it has run for a while', async () => {
    await open('electron')
    const startedAt = new Date(Date.now() - 6000).toISOString()
    progress({ ...running, startedAt: new Date().toISOString(), done: 25 })
    expect(statusTexts().join()).not.toContain('Order 50 samples')
    progress({ ...running, startedAt, done: 11 })
    expect(statusTexts().join()).not.toContain('Order 50 samples')
    progress({ ...running, startedAt, done: 24 })
    expect(statusTexts()).toContain('Order 50 samples: 25%')
    progress({ ...running, startedAt, done: 25 })
    progress({ ...running, startedAt, done: 30 })
    expect(statusTexts()).toContain('Order 50 samples: 50%')
    progress({ ...ended, startedAt })
    expect(statusTexts().join()).not.toContain('50%')
  })

  it('is announced once per quarter even if another job reports its own progress', async () => {
    await open('electron')
    const startedAt = new Date(Date.now() - 6000).toISOString()
    const other = { ...running, jobId: 'j2', title: joinMessages([`Export 9 rows`]), startedAt, done: 30 }
    progress({ ...running, startedAt, done: 24 })
    progress(other)
    expect(statusTexts()).toContain('Export 9 rows: 50%')
    progress({ ...running, startedAt, done: 25, failed: 0, total: 99 })
    expect(statusTexts()).toContain('Export 9 rows: 50%')
  })
})
