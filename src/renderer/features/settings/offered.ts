import type { AppStatus } from '../../../shared/contract/state.ts'
import type { UpdateState } from '../../../shared/domain/app/settings.ts'

/** Returns true if this build updates itself; false until that is known. */
export const isUpdated = (updates: UpdateState | undefined): boolean =>
  updates !== undefined && (updates.kind !== 'none' || updates.held !== 'build')

/** Returns true in the app window. A page in a browser gets no file paths, so it has no recent files. */
export const listsRecentFiles = ({ host }: Pick<AppStatus, 'host'>): boolean => host === 'electron'

export type Obstacle = 'offlineSwitch' | 'signedOut'

/** Returns the reason why the service cannot be called now, or null. */
export function serviceObstacle({
  offlineSwitch,
  signedIn,
}: Pick<AppStatus, 'offlineSwitch' | 'signedIn'>): Obstacle | null {
  if (offlineSwitch) return 'offlineSwitch'
  return signedIn ? null : 'signedOut'
}
