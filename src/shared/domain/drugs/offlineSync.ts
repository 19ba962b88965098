import { z } from 'zod'
import type { Message } from '../../words/message.ts'
import { type RequestLimit, secondsFor } from '../requests/requestTime.ts'

/**
 * The drugs to make available offline. `cached`: drugs in the cache at the start of a run that lack pathways or
 * details; no list is fetched.
 */
export const offlineSyncScopeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('catalogue') }),
  z.strictObject({ kind: z.literal('cached') }),
  z.strictObject({ kind: z.literal('category'), category: z.string().min(1).max(500) }),
  z.strictObject({ kind: z.literal('list'), listId: z.string().min(1).max(300) }),
])
export type OfflineSyncScope = z.infer<typeof offlineSyncScopeSchema>

/**
 * The amount of data per drug. `names`: lists with only the fields that search needs. `list`: lists with all fields
 * that the service returns. `pathways`: also the pathways of each drug (one request each). `all`: also its details (two
 * requests each).
 */
export const offlineSyncDetailSchema = z.enum(['names', 'list', 'pathways', 'all'])
export type OfflineSyncDetail = z.infer<typeof offlineSyncDetailSchema>

/** The maximum age of responses in days. With it, a plan fetches only missing data and never refreshes it. */
export const onlyMissingDays = 3650

/**
 * A plan to make drugs available offline, with its progress. Counts are of drugs. `total`: null until the service
 * reports it. `complete`: 0 to 1 over lists and details together; below 1 while `uncounted`.
 */
export type OfflineSyncPlan = {
  planId: string
  scope: OfflineSyncScope
  /** The name of the list or category; null for the whole catalogue and the cached drugs. */
  title: string | null
  detail: OfflineSyncDetail
  perHour: number
  /** Older responses are requested again. */
  refreshDays: number
  state: 'running' | 'paused' | 'done'
  /** The reason why the plan stopped; null while it runs or if the user paused it. */
  message: Message | null
  jobId: string | null
  listed: number
  detailed: number
  total: number | null
  /** True if the list ended but neither a total of the service nor an empty page proves that it is complete. */
  uncounted: boolean
  /** The number of list entries without a drug identifier, and of those with the identifier of another entry. */
  withoutId?: number
  repeatedIds?: number
  complete: number
  requestsLastHour: number
  /** The number of requests of its last run in this process. Absent if there was none. */
  requestsOfRun?: number
  /** Seconds until it is done at the allowed rate; null if the total is unknown or the plan does not run. */
  etaS: number | null
  oldestFetchedAt: string | null
  createdAt: string
  updatedAt: string
}

const hourMs = 3_600_000

/**
 * Returns the seconds that the requests of an offline sync take under the user's hourly limit and the service's rate
 * limit (null: unknown). `secondsPerRequest`: as measured.
 */
export function syncSeconds(
  requests: number,
  { perHour, sentLastHour }: { perHour: number; sentLastHour: number },
  limit: RequestLimit | null,
  secondsPerRequest?: number,
): number {
  const left = Math.max(0, perHour - sentLastHour)
  const ofUser = { limit: perHour, windowMs: hourMs, left, waitMs: 0, resetMs: hourMs, sharing: 0 }
  const ofService = limit
    ? secondsFor(requests, limit, secondsPerRequest)
    : requests * (secondsPerRequest ?? 0)
  return Math.max(secondsFor(requests, ofUser, 0), ofService)
}
