/** The refresh token is no longer accepted: a person has to sign in again. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused'
}
