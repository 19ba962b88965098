import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { Job } from '../../../../shared/contract/state.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { message } from '../../../../shared/messages/message.ts'
import { exitCodeOf, exitCodeOfJob, explain } from './exitCodes.ts'

const fileFailure = (name: string) => new Failure('file', message`The disk is full.`, { name })

describe('who is not signed in', () => {
  const expired = new Failure('notSignedIn', message`The sign-in has expired.`, {})
  const profile = { serviceUrl: 'https://api.lab.example', signIn: 'oauth' } as Profile

  it('is sent to the way by which the profile signs in', () => {
    expect(explain(expired, profile)).toBe(
      'The sign-in has expired.\nSign in again in the browser: pathclock login --service https://api.lab.example --browser',
    )
    expect(explain(expired, { ...profile, signIn: 'api-key' })).toMatch(/--api-key-stdin < key\.txt$/)
    expect(explain(expired, { ...profile, signIn: 'api-key' }, true)).toMatch(
      /Check the key in PATHCLOCK_API_KEY/,
    )
    expect(explain(expired)).toMatch(/--api-key-stdin[^]*--browser[^]*PATHCLOCK_API_KEY/)
  })
})

describe('the exit code', () => {
  it('of a full disk is not that of wrong usage', () => {
    expect(exitCodeOf(fileFailure('drugs.db'))).toBe(1)
    expect(exitCodeOfJob({ failureCode: 'file', kind: 'import' } as Job)).toBe(1)
  })

  it('of a file that a person named and that cannot be read is that of wrong usage', () => {
    expect(exitCodeOf(fileFailure('samples.csv'))).toBe(2)
  })

  it('of a refusal is that of the service where its answer had a status, and wrong usage where it had none', () => {
    const refusal = { problems: [] }
    expect(exitCodeOf(new Failure('rejected', message`No.`, refusal))).toBe(2)
    expect(exitCodeOf(new Failure('rejected', message`No.`, { ...refusal, status: 418 }))).toBe(4)
    const job = { failureCode: 'notFound', kind: 'analysis' } as Job
    expect(exitCodeOfJob({ ...job, failureDetails: { what: 'sample A', status: 404 } })).toBe(4)
  })

  it('of an export whose file cannot be written is the same, also when that shows in the midst of it', () => {
    expect(exitCodeOfJob({ failureCode: 'file', kind: 'export' } as Job)).toBe(2)
  })
})
