import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import { defaultSettings, type Settings, type UpdateState } from '../../../../shared/domain/app/settings.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { answerWith, calls, demoStatus, idleQuota, inputsOf, push } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'

const user = userEvent.setup()
let settings: Settings = defaultSettings

type Host = { host?: AppStatus['host']; updates?: UpdateState }

/** A quota with waiting requests. The status bar shows it, with numbers in the chosen format. */
const busyQuota = { ...idleQuota, queued: 1200 }
const ofNoRelease: UpdateState = { kind: 'none', checkedAt: null, held: 'build' }

function open(tab: string, { host = 'electron', updates = ofNoRelease }: Host = {}) {
  settings = defaultSettings
  answerWith({
    'app.status': () => ({
      ...demoStatus,
      host,
      quota: busyQuota,
      profiles: [
        { ...(demoStatus.profile as NonNullable<typeof demoStatus.profile>), requestsPerMinute: 6000 },
      ],
    }),
    'settings.get': () => settings,
    'settings.set': (change) => {
      settings = { ...settings, ...(change as Partial<Settings>) }
      push('status.changed', demoStatus)
      return settings
    },
    'recent.list': () => [],
    'recent.clear': () => null,
    'updates.status': () => updates,
  })
  openApp(`/settings?tab=${tab}`)
}
const changes = () => inputsOf('settings.set')
const row = (name: string): HTMLElement => {
  const found = screen.getByText(name).closest<HTMLElement>('[id^=setting-]')
  return found ?? expect.unreachable(`there is no row ${name}`)
}

describe('a setting', () => {
  it('is saved and applied to the whole page, and can be reset when it differs from its default', async () => {
    open('appearance')
    await user.click(await screen.findByRole('radio', { name: 'Comfortable' }))
    expect(settings.density).toBe('comfortable')
    const styles = () =>
      [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
    await waitFor(() => expect(styles()).toContain('--pathclock-row: 32px'))
    await user.click(await within(row('Rows of tables')).findByRole('button', { name: /^Reset/ }))
    expect(settings.density).toBe('compact')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull())
    expect(changes()).toEqual([{ density: 'comfortable' }, { density: 'compact' }])
  })

  it('keeps the last choice even while an earlier one is being saved', async () => {
    open('appearance')
    fireEvent.click(await screen.findByRole('radio', { name: 'PuOr' }))
    fireEvent.click(screen.getByRole('radio', { name: 'cividis' }))
    fireEvent.click(screen.getByRole('radio', { name: 'BrBG' }))
    await waitFor(() =>
      expect(settings).toMatchObject({ divergingPalette: 'BrBG', sequentialPalette: 'cividis' }),
    )
  })

  it('changes the format of numbers and dates that are already shown', async () => {
    open('appearance')
    const bar = await screen.findByRole('button', { name: /requests left/ })
    expect(bar.textContent).toContain('5,990/6,000')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Numbers' }), '1.234,5')
    await waitFor(() => expect(bar.textContent).toContain('5.990/6.000'))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Days' }), '2026-11-22')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Numbers' }), 'By language')
    await waitFor(() => expect(bar.textContent).toContain('5,990/6,000'))
    expect(settings.dateFormat).toBe('iso')
  })

  it('accepts a proxy once its address is valid, and rejects an address with a password', async () => {
    open('data')
    await user.click(await screen.findByRole('radio', { name: 'Custom' }))
    expect(changes()).toEqual([])
    const address = screen.getByRole('textbox', { name: 'Address of the proxy' })
    await user.type(address, 'http://ann:word@proxy.lab:3128')
    await user.click(screen.getByRole('button', { name: 'Use' }))
    expect(await screen.findByText(/Leave out the user name and password/)).toBeTruthy()
    expect(changes()).toEqual([])
    await user.clear(address)
    await user.type(address, 'proxy.lab:3128{Enter}')
    await waitFor(() => expect(settings.proxy).toEqual({ mode: 'manual', address: 'http://proxy.lab:3128' }))
    await user.click(screen.getByRole('radio', { name: 'None' }))
    expect(settings.proxy).toEqual({ mode: 'none' })
  })

  it('accepts a share of the limit within its bounds, once the input is finished', async () => {
    open('data')
    const share = await screen.findByRole('textbox', { name: 'Share of the limit' })
    await user.clear(share)
    await user.type(share, '50')
    expect(changes()).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(settings.quotaShare).toBe(50))
    const again = await screen.findByRole('textbox', { name: 'Share of the limit' })
    await user.clear(again)
    await user.type(again, '3')
    await user.tab()
    await waitFor(() => expect(settings.quotaShare).toBe(10))
  })

  it('lists what is sent to whom, and clears the list of recent files', async () => {
    open('data', { updates: { kind: 'none', checkedAt: null, held: null } })
    expect(await screen.findByText(/sends no telemetry/)).toBeTruthy()
    expect(await screen.findByText(/Checking for updates/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Clear the list' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('switch', { name: 'Reports of crashes' }))
    await user.click(screen.getByRole('switch', { name: 'Recent files' }))
    expect(settings).toMatchObject({ keepCrashReports: false, keepRecent: false })
  })

  it('is hidden if it concerns recent files or updates, which a browser does not have', async () => {
    open('data', { host: 'loopback' })
    expect(await screen.findByRole('switch', { name: 'Reports of crashes' })).toBeTruthy()
    expect(screen.queryByRole('switch', { name: 'Recent files' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear the list' })).toBeNull()
    expect(screen.queryByText(/Checking for updates/)).toBeNull()
    expect(calls.some(({ name }) => name === 'recent.list')).toBe(false)
  })

  it('shows the new choice while it is being saved, and the reason if that fails', async () => {
    open('appearance')
    const saving = Promise.withResolvers<Settings>()
    answerWith({
      'app.status': () => demoStatus,
      'settings.get': () => defaultSettings,
      'settings.set': () => saving.promise,
      'updates.status': () => ({ kind: 'none', checkedAt: null, held: 'build' }),
    })
    const notices = await screen.findByRole('switch', { name: 'Notify me when long tasks end' })
    await user.click(notices)
    expect(notices).toHaveProperty('checked', false)
    saving.reject(
      new Failure('file', joinMessages([`settings.json cannot be written.`]), { name: 'settings.json' }),
    )
    expect(await screen.findByText('settings.json cannot be written.')).toBeTruthy()
    expect(notices).toHaveProperty('checked', true)
  })
})
