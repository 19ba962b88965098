/** A service and the way to sign in to it. The credential itself is in the keychain, never here. */
export type Profile = {
  id: string
  name: string
  serviceUrl: string
  signIn: 'demo' | 'api-key' | 'oauth'
  /** OAuth only: the client id the user typed in. */
  clientId: string | null
  /** Requests allowed per 60 s (service-interface, "Limits": 100 on the standard plan). */
  requestsPerMinute: number
  createdAt: string
}
