import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings, type UpdateState } from '../../../../shared/domain/app/settings.ts'
import { answerWith, demoStatus, inputsOf, push } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'

const user = userEvent.setup()

/** Opens the general settings with an update in this state; `become` changes it. */
function openUpdates(start: UpdateState) {
  let state = start
  let settings: Settings = defaultSettings
  const become = (next: UpdateState): UpdateState => {
    state = next
    push('update.changed', next)
    return next
  }
  answerWith({
    'app.status': () => demoStatus,
    'settings.get': () => settings,
    'settings.set': (change) => {
      settings = { ...settings, ...(change as Partial<Settings>) }
      push('status.changed', demoStatus)
      return settings
    },
    'updates.status': () => state,
    'updates.check': () => become({ kind: 'ready', version: '2.0.0' }),
    'updates.install': ({ when }) =>
      become(
        when === 'now' ? { kind: 'waiting', version: '2.0.0', jobs: 2 } : { kind: 'ready', version: '2.0.0' },
      ),
  })
  openApp('/settings?tab=advanced')
  return { become }
}

describe('Updates', () => {
  it('are checked, installed when the tasks have ended or the app quits, and set to another channel', async () => {
    openUpdates({ kind: 'none', checkedAt: null, held: null })
    await user.click(await screen.findByRole('button', { name: 'Check for updates' }))
    await user.click(await screen.findByRole('button', { name: 'Restart and install' }))
    expect(await screen.findByText('Version 2.0.0 is installed as soon as 2 tasks have ended.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Install when I quit' }))
    expect(await screen.findByText(/Version 2\.0\.0 is ready/)).toBeTruthy()
    expect(inputsOf('updates.install')).toEqual([{ when: 'now' }, { when: 'later' }])
    await user.click(screen.getByRole('radio', { name: 'Previews too' }))
    expect(inputsOf('settings.set')).toEqual([{ updateChannel: 'beta' }])
  })

  it('shows the progress of the download', async () => {
    const { become } = openUpdates({ kind: 'downloading', version: '2.0.0', percent: 7 })
    expect(await screen.findByText('Downloading version 2.0.0: 7%.')).toBeTruthy()
    become({ kind: 'downloading', version: '2.0.0', percent: 90 })
    expect(await screen.findByText('Downloading version 2.0.0: 90%.')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Updates' }).getAttribute('aria-valuenow')).toBe('90')
  })

  it('explains why updates are not checked, and offers no button for it', async () => {
    openUpdates({ kind: 'none', checkedAt: null, held: 'offline' })
    expect(await screen.findByText('Updates are not checked while Pathclock works offline.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check for updates' })).toBeNull()
  })

  it('offers no choice if an administrator has turned updates off', async () => {
    openUpdates({ kind: 'none', checkedAt: null, held: 'policy' })
    expect(await screen.findByText('Your administrator installs updates on this computer.')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Previews too' })).toBeNull()
  })

  it('are hidden if the app does not update itself', async () => {
    openUpdates({ kind: 'none', checkedAt: null, held: 'build' })
    await screen.findByRole('heading', { name: 'About' })
    expect(screen.queryByRole('heading', { name: 'Updates' })).toBeNull()
  })
})
