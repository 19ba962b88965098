import { syncSeconds } from '../../../shared/domain/drugs/offlineSync.ts'
import { useCall } from '../../client/call.ts'
import { useAppStatus } from '../../state/appStatus.tsx'

/** Returns a function that estimates the seconds for requests of an offline sync under both current limits. */
export function useSyncSeconds(perHour: number): (requests: number) => number {
  const quota = useAppStatus()?.quota
  const limit = quota ? { ...quota, sharing: quota.queued } : null
  const plans = useCall('offlineSync.list', {}).data ?? []
  const sentLastHour = Math.max(0, ...plans.map((plan) => plan.requestsLastHour))
  return (requests) => syncSeconds(requests, { perHour, sentLastHour }, limit)
}
