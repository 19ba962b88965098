import type { ReactNode } from 'react'
import type { AppStatus } from '../../shared/contract/state.ts'
import { useCall } from '../client/useCall.ts'

/**
 * Whether the workspace was opened from a capsule: nothing in it can be changed and no service is called, so that what
 * would do either is not shown.
 */
export const useReadOnly = (): boolean => useCall('app.status', {}).data?.profile?.signIn === 'capsule'

/** What changes something or asks the service; nothing of it where the workspace was opened from a capsule. */
export const Writable = ({ children }: { children: ReactNode }) => (useReadOnly() ? null : children)

/** The state of the app, updated by its pushes; undefined until the first answer. */
export const useAppStatus = (): AppStatus | undefined => useCall('app.status', {}).data
