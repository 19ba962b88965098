import type { JournalUncertainty } from '../domain/app/appData.ts'
import type { Profile } from '../domain/app/profile.ts'
import type { Message } from '../words/message.ts'
import type { FailureCode, FailureDetails } from './failures.ts'

/** Requests left in the current window of the service's rate limit, by our count. */
export type QuotaStatus = {
  /** The requests that this profile may use: the whole limit, or `share` percent of it. */
  limit: number
  /** Absent: the whole limit. */
  share?: number
  windowMs: number
  left: number
  /** ms until the next request may leave if none is left now; otherwise 0. */
  waitMs: number
  /** ms until the whole limit is free again if nothing more is sent; 0 if it is free now. */
  resetMs: number
  queued: number
  /** ms until all queued requests have left; null if none is queued. */
  etaMs: number | null
  /** True while a pause lasts that the service requested (429 or `Retry-After`). */
  paused: boolean
  /** The smallest gap between two requests since a 429. Absent: 0. */
  gapMs?: number
}

/** The place where one secret of a profile is stored. `entry`: its name in the OS keychain. */
export type SecretLocation = {
  profileId: string
  profile: string
  kind: 'api-key' | 'access-token' | 'refresh-token' | 'client-secret'
  /** `environment`: given for this run only. `unknown`: the keychain does not answer. */
  place: 'keychain' | 'memory' | 'environment' | 'none' | 'unknown'
  entry: string
}

/**
 * The outcome of revoking tokens at a sign-out. `not-offered`: the sign-in server has no revocation endpoint, so the
 * tokens stay valid until they expire. Null: there was nothing to revoke.
 */
export type Revocation = {
  /** `revoked`: the server confirmed it for every token. `refused`: it refused to revoke one of them. */
  outcome: 'revoked' | 'refused' | 'failed' | 'not-offered'
  /** The reason why a token is still valid; null if all were revoked. */
  reason: Message | null
} | null

/** The place where credentials are stored. `session`: in memory only, with the cause and how to fix it. */
export type SecretsStatus =
  | { kind: 'keychain' }
  /** The keychain has not been needed in this run, so its state is unknown. */
  | { kind: 'unused' }
  | { kind: 'session'; cause: Message; fix: Message }

export type AppStatus = {
  version: string
  host: 'electron' | 'loopback' | 'cli'
  profile: Profile | null
  profiles: Profile[]
  signedIn: boolean
  /** False after a request failed to reach the service, until one reaches it. */
  online: boolean
  /** The offline switch: no request leaves while it is on. */
  offlineSwitch: boolean
  /** Requests that have left since the offline switch was turned on in this run; null while it is off. */
  sentWhileOff: number | null
  secrets: SecretsStatus
  quota: QuotaStatus | null
  /** True if all data comes from the embedded reference service. */
  demo: boolean
  /** The reasons why paid calls are refused after damage; null if paid calls are allowed. */
  uncertain: JournalUncertainty | null
  /** Messages about this run, such as a damaged file that was quarantined. */
  notices: Message[]
}

export type JobKind = 'import' | 'refresh' | 'analysis' | 'screening' | 'export' | 'offlineSync'

/** A long-running job. `total`: null while unknown. `etaS`: in seconds. */
export type Job = {
  jobId: string
  kind: JobKind
  title: Message
  state: 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  failed: number
  /** The number of failed items that could not be requested, so their state is unknown. */
  notRequested?: number
  /** The number of done items that are adopted samples and settled an order of unknown outcome. */
  settled?: number
  total: number | null
  ratePerMin: number | null
  etaS: number | null
  startedAt: string
  endedAt: string | null
  message: Message | null
  /** The code of the failure that ended the job; only if `state` is `failed`. */
  failureCode?: FailureCode
  failureDetails?: FailureDetails[FailureCode]
  batchId: string | null
  /** The study whose samples the job is about, if it is about one study. */
  studyId?: string
  /** The offline sync plan that this job works on. */
  planId?: string
}

/** A file that main knows by path. The page never sees the path. */
export type FileHandle = { fileId: string; name: string; sizeBytes: number }
