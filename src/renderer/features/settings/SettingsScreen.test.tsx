import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '../../../shared/domain/app/settings.ts'
import { ada, answerWith, demoStatus, inputsOf, push } from '../../app/testing/fakeHost.ts'
import { openApp } from '../../app/testing/openApp.tsx'
// Preloads the Chinese texts: loading them with the language could outlast the tests.
import '../../../shared/words/chinese.ts'

const user = userEvent.setup()

function openSettings(tab = 'account') {
  let settings: Settings = defaultSettings
  answerWith({
    'app.status': () => demoStatus,
    'session.user': () => ({ ...ada, email: null }),
    'session.signOut': () => ({ ...demoStatus, revocation: null }),
    'settings.get': () => settings,
    'settings.set': (change) => {
      settings = { ...settings, ...(change as Partial<Settings>) }
      push('status.changed', demoStatus)
      return settings
    },
  })
  openApp(`/settings?tab=${tab}`)
}

describe('SettingsScreen', () => {
  it('shows the returned user fields only, and has tabs reached by arrow keys and stored in the address', async () => {
    openSettings()
    expect(await screen.findByText('Ada')).toBeTruthy()
    expect(screen.getByText('Plan')).toBeTruthy()
    expect(screen.queryByText('Email')).toBeNull()
    act(() => screen.getByRole('tab', { name: 'Account' }).focus())
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByRole('heading', { name: 'About' })).toBeTruthy()
    expect(window.location.hash).toContain('tab=advanced')
    expect(document.activeElement?.textContent).toBe('Advanced')
  })

  it('switches to dark mode and Chinese immediately', async () => {
    openSettings('appearance')
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'))
    await user.click(screen.getByRole('radio', { name: '简体中文' }))
    expect(await screen.findByRole('heading', { name: '外观' })).toBeTruthy()
    expect(document.documentElement.lang).toBe('zh-CN')
  })

  it('keeps downloaded data on sign-out, unless the user chooses to delete it', async () => {
    openSettings()
    await user.click(await screen.findByRole('button', { name: 'Sign out…' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(inputsOf('session.signOut').at(-1)).toEqual({ clearCache: false })
    await user.click(await screen.findByRole('button', { name: 'Sign out…' }))
    await user.click(await screen.findByRole('radio', { name: 'Delete downloaded data' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(inputsOf('session.signOut').at(-1)).toEqual({ clearCache: true })
  })
})
