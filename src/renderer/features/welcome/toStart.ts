import type { AppStatus } from '../../../shared/contract/state.ts'
import type { Connection } from './connection.ts'

/** What the form starts with: the signed-out profile's own service, so that signing in again finds its data. */
export function toStart({ profile, signedIn }: AppStatus): Partial<Connection> {
  if (!profile || signedIn || profile.signIn === 'demo') return {}
  return {
    serviceUrl: profile.serviceUrl,
    name: profile.name,
    way: profile.signIn,
    clientId: profile.clientId ?? '',
  }
}
