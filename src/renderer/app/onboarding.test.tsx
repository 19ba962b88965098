import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../shared/domain/app/settings.ts'
import { answerWith, demoStatus, inputsOf } from './testing/fakeHost.ts'
import { openApp } from './testing/openApp.tsx'

const user = userEvent.setup()
let settings = defaultSettings
const answers = {
  'app.status': () => demoStatus,
  'settings.get': () => settings,
  'settings.set': (change: object) => {
    settings = { ...settings, ...change }
    return settings
  },
  'problems.crashes': () => [],
  'problems.record': () => null,
  'problems.gather': () => ({ parts: [{ name: 'crashes.txt', text: 'where: main' }] }),
  'batches.list': () => [],
} as const

beforeEach(() => {
  settings = defaultSettings
  answerWith(answers)
})

describe('the offer of the tour', () => {
  it('is shown to a user who has not seen it, and not again after it was declined', async () => {
    openApp('/')
    await user.click(await screen.findByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull())
    expect(inputsOf('settings.set')).toEqual([{ tourSeen: true }])
  })

  it('is not shown to a user who has seen it', async () => {
    settings = { ...defaultSettings, tourSeen: true }
    openApp('/')
    await screen.findByRole('navigation', { name: 'Sections' })
    expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
  })

  it('starts the tour, which counts as seen even if it is skipped', async () => {
    Element.prototype.scrollIntoView = () => undefined
    openApp('/')
    await user.click(await screen.findByRole('button', { name: 'Take the tour' }))
    await user.click(await screen.findByRole('button', { name: 'Skip the tour' }))
    await waitFor(() => expect(inputsOf('settings.set')).toEqual([{ tourSeen: true }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Skip the tour' })).toBeNull())
  })
})

describe('a previous crash', () => {
  it('is not reported again after a reload', async () => {
    let crashesCallCount = 0
    answerWith({
      ...answers,
      'problems.crashes': () => {
        crashesCallCount += 1
        return [{ at: '2026-11-22T06:00:00.000Z', where: 'main' as const }]
      },
    })
    const page = openApp('/settings')
    await screen.findByText(/^Pathclock stopped working/)
    page.unmount()
    openApp('/settings')
    await waitFor(() => expect(crashesCallCount).toBe(2))
    await screen.findByRole('navigation', { name: 'Sections' })
    expect(screen.queryByText(/^Pathclock stopped working/)).toBeNull()
  })

  it('is reported at the next start, with a way to report it', async () => {
    answerWith({
      ...answers,
      'problems.crashes': () => [{ at: '2026-11-22T07:00:00.000Z', where: 'main' as const }],
    })
    openApp('/settings')
    const notice = (await screen.findByText(/^Pathclock stopped working/)).closest<HTMLElement>(
      '[role=status]',
    )
    if (!notice) throw new Error('The notice is no status.')
    expect(notice.textContent).toContain('nothing was sent')
    await user.click(within(notice).getByRole('button', { name: 'Report a problem…' }))
    expect(await screen.findByRole('textbox', { name: 'Text of crashes.txt' })).toBeTruthy()
    expect(screen.queryByText(/^Pathclock stopped working/)).toBeNull()
  })
})

describe('a screen that crashes', () => {
  it('leaves a report on this computer, and the frame keeps working', async () => {
    answerWith({
      ...answers,
      'screening.list': () => 5 as never,
      'samples.list': () => ({ rows: [], total: 0 }),
    })
    openApp('/activity/screenings')
    expect(await screen.findByText('This screen stopped working')).toBeTruthy()
    await waitFor(() => expect(inputsOf('problems.record').length).toBeGreaterThan(0))
    const [{ stack }] = inputsOf('problems.record') as [{ stack: string }]
    expect(stack).toMatch(/Error/)
    expect(screen.getByRole('navigation', { name: 'Sections' })).toBeTruthy()
  })

  it('can be reported even if the frame has failed too', async () => {
    answerWith({ ...answers, 'batches.list': () => 'no list' as never })
    openApp('/settings')
    const alert = (await screen.findByText('This screen stopped working')).closest<HTMLElement>(
      '[role=alert]',
    )
    if (!alert) throw new Error('It is no alert.')
    await user.click(within(alert).getByRole('button', { name: 'Report a problem…' }))
    expect(await screen.findByRole('textbox', { name: 'Text of crashes.txt' })).toBeTruthy()
  })
})
