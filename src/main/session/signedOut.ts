import { Failure } from '../../shared/contract/failures.ts'

export const signedOut = (): Failure =>
  new Failure('notSignedIn', 'This profile is not signed in. Sign in again.', {})

export const signInEnded = (): Failure =>
  new Failure('notSignedIn', 'The sign-in has ended. Sign in again.', {})
