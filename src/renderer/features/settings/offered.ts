import type { AppStatus } from '../../../shared/contract/state.ts'
import type { UpdateState } from '../../../shared/domain/app/settings.ts'

/** Whether this build is updated by itself; not before it is known. */
export const isUpdated = (updates: UpdateState | undefined): boolean =>
  updates !== undefined && (updates.kind !== 'none' || updates.held !== 'build')

/** Only the window lists files that were opened before: a page in a browser is given no paths. */
export const listsRecentFiles = ({ host }: Pick<AppStatus, 'host'>): boolean => host === 'electron'

export type Obstacle = 'offlineSwitch' | 'signedOut'

/** Why the service cannot be called now; null where it can. */
export function askObstacle({
  offlineSwitch,
  signedIn,
}: Pick<AppStatus, 'offlineSwitch' | 'signedIn'>): Obstacle | null {
  if (offlineSwitch) return 'offlineSwitch'
  return signedIn ? null : 'signedOut'
}
