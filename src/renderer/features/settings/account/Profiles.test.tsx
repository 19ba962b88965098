import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SecretLocation } from '../../../../shared/contract/state.ts'
import {
  answerWith,
  demoStatus,
  inputsOf,
  labProfile,
  labStatus,
  push,
} from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'
import { profileState } from './Profiles.tsx'

const user = userEvent.setup()

function openProfiles() {
  let status = labStatus
  const changed = (next: typeof status) => {
    status = next
    push('status.changed', status)
    return status
  }
  answerWith({
    'app.status': () => status,
    'session.signOut': () => ({ ...changed({ ...status, signedIn: false }), revocation: null }),
    'profiles.select': () => changed({ ...demoStatus, profiles: labStatus.profiles }),
    'profiles.change': () => changed(status),
  })
  openApp('/settings?tab=account')
}

const row = async (name: string) => {
  const found = (await screen.findAllByRole('listitem')).find((item) => item.textContent?.startsWith(name))
  if (!found) throw new Error(`no row ${name}`)
  return within(found)
}

describe('the profiles', () => {
  it('show their service, sign-in state and which one is in use, and change without a restart', async () => {
    openProfiles()
    const lab = await row('Lab')
    expect(lab.getByText('In use')).toBeTruthy()
    expect(lab.getByText('https://api.example.org')).toBeTruthy()
    expect(lab.getByText('API key · Signed in · 100 requests a minute')).toBeTruthy()
    expect((await row('Demo')).getByText('Demo · 6,000 requests a minute')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Open Demo' }))
    expect(inputsOf('profiles.select')).toEqual([{ profileId: 'p1' }])
    expect(await screen.findByText('Synthetic demo data')).toBeTruthy()
    expect((await row('Demo')).getByText('In use')).toBeTruthy()
  })

  it('are renamed and get another limit, and only those changes are sent', async () => {
    openProfiles()
    await user.click(await screen.findByRole('button', { name: 'Edit Lab' }))
    const rate = await screen.findByLabelText('Requests a minute')
    expect(screen.getByText(/100 is documented for the standard plan/)).toBeTruthy()
    await user.clear(rate)
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
    await user.type(rate, '250{Enter}')
    const { id: profileId } = labProfile
    expect(inputsOf('profiles.change')).toEqual([{ profileId, dialect: { requests_per_minute: 250 } }])
    expect(await screen.findByText('Lab was changed.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(inputsOf('profiles.change').at(-1)).toEqual({ profileId, dialect: {} })
  })

  it('sign out the profile in use, and keep its cache by default', async () => {
    openProfiles()
    await user.click(await screen.findByRole('button', { name: 'Sign out of Lab' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    expect(inputsOf('session.signOut')).toEqual([{ clearCache: false }])
    expect((await row('Lab')).getByText(/Signed out/)).toBeTruthy()
  })
})

const place = (part: Partial<SecretLocation>): SecretLocation => ({
  profileId: labProfile.id,
  profile: labProfile.name,
  kind: 'api-key',
  place: 'keychain',
  entry: 'pathclock/p2/api-key',
  ...part,
})

describe('the sign-in state of a profile', () => {
  it('comes from the app status if the profile is open', () => {
    expect(profileState(labProfile, labStatus, [])).toBe('in')
    expect(profileState(labProfile, { ...labStatus, signedIn: false }, [place({})])).toBe('out')
  })

  it('depends on where its credential is if another profile is open', () => {
    expect(profileState(labProfile, demoStatus, undefined)).toBeNull()
    expect(profileState(labProfile, demoStatus, [place({})])).toBe('in')
    expect(profileState(labProfile, demoStatus, [place({ place: 'unknown' })])).toBe('unknown')
    expect(profileState(labProfile, demoStatus, [place({ place: 'none' })])).toBe('out')
    expect(profileState(labProfile, demoStatus, [place({ profileId: 'another' })])).toBe('out')
  })

  it('is not "in" with only a client secret', () =>
    expect(profileState(labProfile, demoStatus, [place({ kind: 'client-secret' })])).toBe('out'))
})
