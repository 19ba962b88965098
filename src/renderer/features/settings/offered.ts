import type { AppStatus } from '../../../shared/contract/state.ts'
import type { UpdateState } from '../../../shared/domain/app/settings.ts'
import { signInTexts } from '../../ui/forms/conventions.ts'
import { notInCapsule } from './settingsIndex.ts'

/** Whether this build is updated by itself; not before it is known. */
export const isUpdated = (updates: UpdateState | undefined): boolean =>
  updates !== undefined && (updates.kind !== 'none' || updates.held !== 'build')

/** Only the window lists files that were opened before: a page in a browser is given no paths. */
export const listsRecentFiles = ({ host }: Pick<AppStatus, 'host'>): boolean => host === 'electron'

/** Settings, by their names in the search, that have no row where this host and this profile can do nothing with them. */
export function toNotOffered(
  status: Pick<AppStatus, 'host' | 'profile'>,
  updates: UpdateState | undefined,
): ReadonlySet<string> {
  const { signIn } = status.profile ?? {}
  return new Set([
    ...(listsRecentFiles(status) ? [] : ['keepRecent', 'clearRecent']),
    ...(isUpdated(updates) ? [] : ['updateChannel']),
    ...(signIn === 'capsule' ? notInCapsule : []),
    ...(signIn === 'oauth' ? [] : [...signInTexts, 'token_body', 'client_secret_in']),
  ])
}

export type Obstacle = 'offlineSwitch' | 'signedOut'

/** Why the service cannot be called now; null where it can. */
export function askObstacle({
  offlineSwitch,
  signedIn,
}: Pick<AppStatus, 'offlineSwitch' | 'signedIn'>): Obstacle | null {
  if (offlineSwitch) return 'offlineSwitch'
  return signedIn ? null : 'signedOut'
}
