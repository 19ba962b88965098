import type { JournalUncertainty } from '../domain/app/appData.ts'
import type { Profile } from '../domain/app/profile.ts'
import type { Message } from '../messages/message.ts'
import type { FailureCode, FailureDetails } from './failures.ts'

/** Requests left in the current window of the service's limit, as counted here. */
export type QuotaStatus = {
  /** What may be used here: all of the limit, or `share` percent of it. */
  limit: number
  /** Left out: all of it. */
  share?: number
  windowMs: number
  left: number
  /** ms until the next request may leave when none is left now; 0 otherwise. */
  waitMs: number
  /** ms until the whole limit is free again, when nothing more is sent; 0 when it is. */
  resetMs: number
  queued: number
  /** ms until all that waits will have left; null when nothing waits. */
  etaMs: number | null
  /** The service requested a pause (429 or `Retry-After`), and it lasts. */
  paused: boolean
  /** Smallest gap between two requests since a 429; 0 if left out. */
  gapMs?: number
}

/** Where one secret of a profile is. `entry`: the name of its entry in the OS keychain. */
export type SecretLocation = {
  profileId: string
  profile: string
  kind: 'api-key' | 'access-token' | 'refresh-token' | 'client-secret'
  /** `environment`: given for this run only. `unknown`: the keychain does not say. */
  place: 'keychain' | 'memory' | 'environment' | 'none' | 'unknown'
  entry: string
}

/**
 * What became of the tokens at a sign-out. `not-offered`: the sign-in server names no place to revoke them, so they end
 * by themselves; null: there was nothing to revoke.
 */
export type Revocation = {
  /** `revoked`: the server confirmed it for every token. `refused`: it refused to revoke one of them. */
  outcome: 'revoked' | 'refused' | 'failed' | 'not-offered'
  /** The reason why a token is still valid; null if all were revoked. */
  reason: Message | null
} | null

/** Where credentials are stored. `session`: in memory only, with the cause and what to do about it. */
export type SecretsStatus =
  | { kind: 'keychain' }
  /** The keychain has not been needed in this run, so nothing is known of it yet. */
  | { kind: 'unused' }
  | { kind: 'session'; cause: Message; fix: Message }

export type AppStatus = {
  version: string
  host: 'electron' | 'loopback' | 'cli'
  profile: Profile | null
  profiles: Profile[]
  signedIn: boolean
  /** False after a request could not reach the service, until one does. */
  online: boolean
  /** The offline switch: no request leaves while it is on. */
  offlineSwitch: boolean
  /** Requests that have left since the offline switch was turned on in this run; null while it is off. */
  sentWhileOff: number | null
  secrets: SecretsStatus
  quota: QuotaStatus | null
  /** Everything shown comes from the embedded reference service. */
  demo: boolean
  /** The reasons why paid calls are refused after damage; null if paid calls are allowed. */
  uncertain: JournalUncertainty | null
  /** Messages about this run, such as a damaged file that was quarantined. */
  notices: Message[]
}

export type JobKind = 'import' | 'refresh' | 'analysis' | 'screening' | 'export' | 'offlineSync'

/** Long work. `total: null` while it is not known. `etaS` in seconds. */
export type Job = {
  jobId: string
  kind: JobKind
  title: Message
  state: 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  failed: number
  /** Of those that failed: they could not be requested, so that nothing is known of them. */
  notRequested?: number
  /** Of those that are done: adopted samples that settled an order of unknown outcome. */
  settled?: number
  total: number | null
  ratePerMin: number | null
  etaS: number | null
  startedAt: string
  endedAt: string | null
  message: Message | null
  /** Which kind of failure ended it; only where `state` is `failed`. */
  failureCode?: FailureCode
  failureDetails?: FailureDetails[FailureCode]
  batchId: string | null
  /** The study whose samples it is about; left out where it is about others. */
  studyId?: string
  /** The plan to have drugs offline that this job works on. */
  planId?: string
}

/** A file known to main; the page never sees its path. */
export type FileHandle = { fileId: string; name: string; sizeBytes: number }
