import { z } from 'zod'
import type { Message } from '../../messages/message.ts'
import { type RequestLimit, secondsFor } from '../requests/requestTime.ts'

/**
 * Which drugs are to be made available offline. `cached`: those that are cached when a run begins, whose pathways or
 * details are missing; no list is fetched.
 */
export const offlineSyncScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('catalogue') }).strict(),
  z.object({ kind: z.literal('cached') }).strict(),
  z.object({ kind: z.literal('category'), category: z.string().min(1).max(500) }).strict(),
  z.object({ kind: z.literal('list'), listId: z.string().min(1).max(300) }).strict(),
])
export type OfflineSyncScope = z.infer<typeof offlineSyncScopeSchema>

/**
 * How much of each drug. `names`: lists with only the fields that search needs; `list`: lists as the service gives them;
 * `pathways`: also the pathways of each drug (one request each); `all`: also its details (two requests each).
 */
export const offlineSyncDetailSchema = z.enum(['names', 'list', 'pathways', 'all'])
export type OfflineSyncDetail = z.infer<typeof offlineSyncDetailSchema>

/** The most days that answers may be old: with these, a plan fetches only what is missing, and nothing again later. */
export const onlyMissingDays = 3650

/**
 * One wish to have drugs offline, and how far it is. Counts are of drugs; `total` null until the service has said how
 * many there are. `complete` is 0 to 1 over lists and details together, and below 1 as long as `uncounted`.
 */
export type OfflineSyncPlan = {
  planId: string
  scope: OfflineSyncScope
  /** Name of the list or category; null for the whole catalogue and the cached drugs. */
  title: string | null
  detail: OfflineSyncDetail
  perHour: number
  /** Answers older than this are requested again. */
  refreshDays: number
  state: 'running' | 'paused' | 'done'
  /** Why it stands still; null while it runs or when a person paused it. */
  message: Message | null
  jobId: string | null
  listed: number
  detailed: number
  total: number | null
  /** The list has ended, and neither a count of the service nor an empty page proves that it is whole. */
  uncounted: boolean
  /** Entries of the service's list that name no drug, and those that came under the identifier of another one. */
  withoutId?: number
  repeatedIds?: number
  complete: number
  requestsLastHour: number
  /** Requests sent by its last run in this process; left out where there was none. */
  requestsOfRun?: number
  /** Seconds until it is done at the rate allowed; null while the total is not known or it does not run. */
  etaS: number | null
  oldestFetchedAt: string | null
  createdAt: string
  updatedAt: string
}

const hourMs = 3_600_000

/**
 * Returns the seconds that requests of an offline sync take: at the limit per hour that the user set, and at that of the
 * service (null: unknown). `secondsPerRequest`: as measured.
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
