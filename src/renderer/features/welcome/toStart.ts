import type { AppStatus } from '../../../shared/contract/state.ts'
import { forEachSignInText, formatPath } from '../../ui/conventions.ts'
import type { Connection } from './connection.ts'

/** What the form starts with: the signed-out profile's own service, so that signing in again finds its data. */
export function toStart({ profile, signedIn }: AppStatus): Partial<Connection> {
  if (!profile || signedIn || profile.signIn === 'demo' || profile.signIn === 'capsule') return {}
  const { set } = profile.conventions
  const path = set.base_path
  return {
    serviceUrl: profile.serviceUrl,
    name: profile.name,
    way: profile.signIn,
    clientId: profile.clientId ?? '',
    authServer: profile.authServer ?? '',
    basePath: path === undefined ? '' : formatPath(path),
    ...forEachSignInText((name) => set[name] ?? ''),
  }
}

/** Whether a client secret of that profile is kept, so that it need not be typed in again. */
export const keepsSecret = ({ profile, signedIn }: AppStatus): boolean =>
  profile !== null && !signedIn && profile.hasClientSecret
