import { describe, expect, it } from 'vitest'
import type { SecretLocation } from '../../../../shared/contract/state.ts'
import { demoStatus, labProfile, labStatus } from '../../../app/testing/fakeHost.ts'
import { profileState } from './Profiles.tsx'

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
