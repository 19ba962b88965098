import type { ReactNode } from 'react'
import type { AppStatus } from '../../shared/contract/state.ts'
import { useCall } from '../client/call.ts'

/** True if the workspace was opened from a capsule, which is read-only and calls no service. */
export const useReadOnly = (): boolean => useCall('app.status', {}).data?.profile?.signIn === 'capsule'

/** Wraps controls that change something or call the service; hidden in a workspace opened from a capsule. */
export const Writable = ({ children }: { children: ReactNode }) => (useReadOnly() ? null : children)

/** Returns the state of the app, updated by its events; undefined until the first response. */
export const useAppStatus = (): AppStatus | undefined => useCall('app.status', {}).data
