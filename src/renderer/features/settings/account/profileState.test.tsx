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

describe('whether a profile is signed in', () => {
  it('is told by main for the open one', () => {
    expect(profileState(labProfile, labStatus, [])).toBe('in')
    expect(profileState(labProfile, { ...labStatus, signedIn: false }, [place({})])).toBe('out')
  })

  it('follows from where the credential of another is', () => {
    expect(profileState(labProfile, demoStatus, undefined)).toBeNull()
    expect(profileState(labProfile, demoStatus, [place({})])).toBe('in')
    expect(profileState(labProfile, demoStatus, [place({ place: 'unknown' })])).toBe('unknown')
    expect(profileState(labProfile, demoStatus, [place({ place: 'none' })])).toBe('out')
    expect(profileState(labProfile, demoStatus, [place({ profileId: 'another' })])).toBe('out')
  })

  it('does not take a client secret for a sign-in', () =>
    expect(profileState(labProfile, demoStatus, [place({ kind: 'client-secret' })])).toBe('out'))
})
