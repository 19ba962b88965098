import type { AppStatus } from '../../../shared/contract/state.ts'

export type Obstacle = 'offlineSwitch' | 'signedOut'

/** Why the service cannot be asked now; null where it can. */
export function askObstacle({
  offlineSwitch,
  signedIn,
}: Pick<AppStatus, 'offlineSwitch' | 'signedIn'>): Obstacle | null {
  if (offlineSwitch) return 'offlineSwitch'
  return signedIn ? null : 'signedOut'
}
