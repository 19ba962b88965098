import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { defaultSettings, type Settings } from '../../../shared/domain/settings.ts'
import { answer, calls, push, Refusal, resetHost } from '../testing/fakeHost.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { locale } from './locale.ts'
import { SettingsScreen } from './SettingsScreen.tsx'

vi.mock('../../client/host.ts', () => import('../testing/fakeHost.ts'))

const profileOf = (id: string, name: string) => ({
  id,
  name,
  serviceUrl: `https://${id}.example.org`,
  signIn: 'api-key' as const,
  clientId: null,
  requestsPerMinute: 100,
  createdAt: '2026-11-21T00:00:00Z',
})
const lab = profileOf('lab', 'Lab')
const other = profileOf('other', 'Other lab')
const status: AppStatus = {
  version: '9.8.7',
  host: 'loopback',
  profile: lab,
  profiles: [lab, other],
  signedIn: true,
  online: true,
  offlineSwitch: false,
  secrets: { kind: 'keychain' },
  quota: null,
  demo: false,
  notices: [],
}
const user = {
  userId: 'u1',
  name: 'Ada',
  email: null,
  organization: null,
  plan: null,
  scopes: ['read:drug', 'read:sample'],
  raw: {},
}

const open = () => renderScreen(SettingsScreen, { at: '/results', namespace: 'settings', words: locale.en })
const sent = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input)

beforeEach(() => {
  resetHost()
  let kept: Settings = defaultSettings
  answer({
    'app.status': () => status,
    'session.user': () => user,
    'session.signOut': () => status,
    'profiles.select': () => status,
    'settings.get': () => kept,
    'settings.set': (changed: Partial<Settings>) => {
      kept = { ...kept, ...changed }
      push('status.changed', status)
      return kept
    },
  })
})

describe('settings', () => {
  it('show who is signed in, by what the service said and nothing else', async () => {
    open()
    expect(await screen.findByText('Ada')).toBeTruthy()
    expect(screen.getByText('read:drug, read:sample')).toBeTruthy()
    expect(screen.queryByText('E-mail')).toBeNull()
    expect(screen.getByText(/9\.8\.7/)).toBeTruthy()
  })

  it('keep the account readable when the service does not answer', async () => {
    answer({
      'session.user': () => {
        throw new Refusal({ code: 'offline', message: 'No network.', details: { reason: 'network' } })
      },
    })
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('No network.')
    expect(screen.getByRole('button', { name: 'Open Other lab' })).toBeTruthy()
  })

  it('change the theme at once', async () => {
    open()
    await userEvent.click(await screen.findByLabelText('Dark'))
    expect(sent('settings.set')).toEqual([{ theme: 'dark' }])
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Dark').checked).toBe(true))
  })

  it('switch all requests off', async () => {
    open()
    await userEvent.click(await screen.findByRole('switch', { name: /Work offline/ }))
    expect(sent('settings.set')).toEqual([{ offlineSwitch: true }])
  })

  it('keep what was fetched on signing out, unless told to clear it', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out…' }))
    await userEvent.click(await screen.findByLabelText('Clear what was fetched'))
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out…' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() =>
      expect(sent('session.signOut')).toEqual([{ clearCache: true }, { clearCache: false }]),
    )
  })

  it('open another profile', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Open Other lab' }))
    expect(sent('profiles.select')).toEqual([{ profileId: 'other' }])
  })

  it('say why credentials are kept for the session only, and what to do', async () => {
    const secrets = { kind: 'session' as const, cause: 'No keyring runs.', fix: 'Start gnome-keyring.' }
    answer({ 'app.status': () => ({ ...status, secrets }) })
    open()
    expect(await screen.findByText('No keyring runs. Start gnome-keyring.')).toBeTruthy()
  })
})
