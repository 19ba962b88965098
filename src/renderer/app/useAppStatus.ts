import type { AppStatus } from '../../shared/contract/state.ts'
import { useCall } from '../client/useCall.ts'

/** The state of the app, kept fresh by its pushes; undefined until the first answer. */
export const useAppStatus = (): AppStatus | undefined => useCall('app.status', {}).data
