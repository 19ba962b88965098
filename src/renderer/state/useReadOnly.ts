import { useCall } from '../client/useCall.ts'

/**
 * Whether the workspace was opened from a capsule: nothing in it can be changed and no service is asked, so that what
 * would do either is not shown.
 */
export const useReadOnly = (): boolean => useCall('app.status', {}).data?.profile?.signIn === 'capsule'
