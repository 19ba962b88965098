import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { AppStatus, SecretLocation } from '../../../../shared/contract/state.ts'
import { joinMessages, message } from '../../../../shared/words/message.ts'
import { ada, answerWith, labStatus } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'

const secret = (part: Partial<SecretLocation>): SecretLocation => ({
  profileId: 'p2',
  profile: 'Lab',
  kind: 'access-token',
  place: 'keychain',
  entry: 'pathclock/p2/access-token',
  ...part,
})

function openSecurity(places: SecretLocation[] | Failure, status: AppStatus = labStatus) {
  answerWith({
    'app.status': () => status,
    'session.user': () => ada,
    'session.secrets': () => {
      if (places instanceof Failure) throw places
      return places
    },
  })
  openApp('/settings?tab=account')
}

const rowOf = async (kind: string) =>
  within(await screen.findByRole('row', { name: new RegExp(kind) })).getAllByRole('cell')

describe('the locations of secrets', () => {
  it('are listed for each secret, with the name of its keychain entry if it has one', async () => {
    openSecurity([
      secret({}),
      secret({ kind: 'refresh-token', place: 'memory', entry: 'pathclock/p2/refresh-token' }),
      secret({ kind: 'client-secret', place: 'unknown', entry: 'pathclock/p2/client-secret' }),
    ])
    const words = async (kind: string) => (await rowOf(kind)).map((cell) => cell.textContent)
    expect(await words('Access token')).toEqual([
      'Lab',
      'Access token',
      'Keychain of this computer',
      'pathclock/p2/access-token',
    ])
    expect((await words('Refresh token')).slice(2)).toEqual(['Memory, until Pathclock closes', '–'])
    expect((await words('Client secret'))[2]).toBe('Unknown: the keychain does not answer')
    expect(screen.getByText(/Your password: you type it in your browser/)).toBeTruthy()
  })

  it('include cause and fix when there is no keychain', async () => {
    const secrets = {
      kind: 'session',
      cause: message('adapters.noKeychainServiceRunning'),
      fix: joinMessages([`Start one.`]),
    } as const
    openSecurity([], { ...labStatus, secrets })
    const notice = await screen.findByRole('alert')
    expect(notice.textContent).toContain('No keychain service is running.')
    expect(notice.textContent).toContain('Start one.')
    expect(await screen.findByText('No profile has a credential yet.')).toBeTruthy()
  })

  it('show a failure with a button to try again', async () => {
    openSecurity(
      new Failure('keychain', joinMessages([`The keychain is locked. Unlock it.`]), { cause: 'locked' }),
    )
    expect(await screen.findByText('The keychain is locked. Unlock it.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
