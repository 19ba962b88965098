import { describe, expect, it } from 'vitest'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { Job } from '../../../../shared/contract/state.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { joinMessages } from '../../../../shared/words/message.ts'
import { errorLine, exitCodeOf, exitCodeOfJob, explain, Interrupted, UsageError } from './exitCodes.ts'

describe('a user who is not signed in', () => {
  const expired = new Failure('notSignedIn', joinMessages([`The sign-in has expired.`]), {})
  const profile = { serviceUrl: 'https://api.lab.example', signIn: 'oauth' } as Profile

  it("gets advice for the profile's way to sign in", () => {
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
  it('is the one that scripts rely on', () => {
    const failures = [
      new Failure('notSignedIn', joinMessages([]), {}),
      new Failure('forbidden', joinMessages([]), {}),
      new Failure('offline', joinMessages([]), { reason: 'network' }),
      new Failure('serviceFailed', joinMessages([]), { status: 500, endpoint: '' }),
      new Failure('file', joinMessages([]), { name: '' }),
      new Failure('cancelled', joinMessages([]), {}),
    ]
    expect(failures.map(exitCodeOf)).toEqual([3, 3, 4, 4, 2, 130])
    expect([new UsageError('x'), new Interrupted()].map(exitCodeOf)).toEqual([2, 130])
  })

  it('is 2 if a job stops at a full disk or a read-only folder', () => {
    expect(exitCodeOfJob({ failureCode: 'file' } as Job)).toBe(2)
  })

  it('is 2 for a file error of the system, which includes its reason, and 70 for all other errors', () => {
    const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'mkdtemp' })
    expect(exitCodeOf(full)).toBe(2)
    expect(errorLine(full)).toMatchObject({
      code: 'file',
      message: 'A file could not be read or written: the disk is full.',
    })
    expect(exitCodeOf(new TypeError('x is not a function'))).toBe(70)
  })

  it('of a refusal depends on the response: with a status it came from the service, otherwise it is wrong usage', () => {
    const refusal = { problems: [] }
    expect(exitCodeOf(new Failure('rejected', joinMessages([`No.`]), refusal))).toBe(2)
    expect(exitCodeOf(new Failure('rejected', joinMessages([`No.`]), { ...refusal, status: 418 }))).toBe(4)
    const job = { failureCode: 'notFound', kind: 'analysis' } as Job
    expect(exitCodeOfJob({ ...job, failureDetails: { what: 'sample A', status: 404 } })).toBe(4)
  })
})
