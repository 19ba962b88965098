import { Failure } from '../../../shared/contract/failures.ts'

export const signedOut = (): Failure =>
  new Failure('notSignedIn', 'This profile is not signed in. Sign in again.', {})

export const signInEnded = (): Failure =>
  new Failure('notSignedIn', 'The sign-in has ended. Sign in again.', {})

/** The refresh token is no longer accepted: a person has to sign in again. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
}
