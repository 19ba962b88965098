/**
 * The interfaces between the services and the outside world. Services see only these types; adapters, hosts and tests
 * implement them, and `compose` connects the two.
 */

import type { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import type { Call } from '../shared/contract/contract.ts'
import type { EventName, Events, PushedEvent } from '../shared/contract/events.ts'
import type { Failure, Reply } from '../shared/contract/failures.ts'
import type { AppStatus, FileHandle, SecretsStatus } from '../shared/contract/state.ts'
import type { User } from '../shared/domain/app/profile.ts'
import type { Proxy, UpdateChannel } from '../shared/domain/app/settings.ts'
import type { Drug, DrugPathway } from '../shared/domain/drugs/drug.ts'
import type { ScreeningHit } from '../shared/domain/drugs/screening.ts'
import type { ClockValue, PathwayScore } from '../shared/domain/results/analysis.ts'
import type { SampleState } from '../shared/domain/samples/sample.ts'
import type { Message } from '../shared/words/message.ts'

export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export type Random = {
  /** Uniform in [0, 1). */
  next(): number
  /** Returns a new UUID, version 4. */
  id(): string
}

/** The names under which processes take leases. */
export type LeaseOwners = {
  /** Returns a new name for an owner in this process. Other processes can tell from it if this process has ended. */
  newOwner(): string
  /**
   * True if the owner's process has certainly ended. False if that cannot be checked, such as for a process on another
   * computer.
   */
  hasEnded(owner: string): boolean
}

export type Emit = <N extends EventName>(name: N, payload: Events[N]) => void

export type TransportInit = {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/**
 * Sends one HTTP request with Electron's `net.fetch` or `node:http`. Throws on a redirect. Takes no `Request` object:
 * each references its predecessor's signal only weakly, so after a garbage collection an abort is lost.
 */
export type Transport = (url: string, init?: TransportInit) => Promise<Response>

/** Called with a request's signal at the moment the request leaves. */
export type OnSend = (signal?: AbortSignal) => void

/**
 * Named secrets in the OS keychain, or in memory if there is none. `get` returns null only if the secret is certainly
 * absent.
 */
export type SecretStore = {
  get(name: string): Promise<string | null>
  /** Never rejects. If the keychain refuses the secret, it is held in memory for this run. */
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
  /** True if the entry is held for this run only. */
  isInMemory(name: string): boolean
  /** Stores a test value in the keychain, reads it back, and returns the resulting status. Never throws. */
  check(): Promise<SecretsStatus>
  status(): SecretsStatus
}

/** One SQLite file. Reads and writes go through `query`; a transaction is `BEGIN IMMEDIATE`. */
export type Database<Schema> = {
  readonly query: Kysely<Schema>
  /**
   * A faster path for queries that run on every keystroke. Like `query`, it waits for an open transaction, but it costs
   * much less.
   */
  readonly reader: Reader
  transaction<T>(work: (query: Kysely<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The position at the end of a log line: its number, its checksum, and the size of the file up to there. */
export type LogPosition = { seq: number; sum: string; sizeBytes: number }

/** The position before the first line. */
export const logStart: LogPosition = { seq: 0, sum: '', sizeBytes: 0 }

/** One line read from a log. `at`: when it was written (ISO 8601). */
export type LogLine = { seq: number; at: string; kind: string } & Record<string, unknown>

/** One line to write. `json`: its other fields, as the text of a JSON object. */
export type LogEntry = { kind: string; json: string }

/**
 * The damage found in a log. `torn`: the last line has no end, so its write was cut off. `corrupt`: a line does not
 * match its checksum, or lines are missing.
 */
export type LogProblem = 'torn' | 'corrupt'

/** A log that is locked against writes by other processes. */
type LockedLog = {
  /** Returns the position after the last whole line. Throws `LogDamaged` if that line is corrupt. */
  end(): LogPosition
  /** Returns the lines after `from`. Throws `LogDamaged` if the log does not contain `from` or a line is corrupt. */
  linesAfter(from: LogPosition): LogLine[]
  /** Writes the lines in one piece, flushes them to disk, and returns the new end. Removes a torn line before them. */
  append(entries: readonly LogEntry[], at: string): LogPosition
  /** Quarantines the file, if there is one, and starts a new one. Returns the new end and the name of the old file. */
  replace(entries: Iterable<LogEntry>, at: string): { end: LogPosition; quarantinedFile: string | null }
}

/** An append-only file of JSON lines, each with a checksum that includes the line before it. */
export type LogFile = {
  /** The size in bytes; null if there is no file. */
  sizeBytes(): number | null
  /**
   * Reads the lines after `from`; returns the problem that stopped it early, or null at the end of the file. Throws
   * `LogDamaged` if the log does not contain `from`.
   */
  lines(from?: LogPosition): Generator<LogLine, LogProblem | null>
  /** Verifies the checksum of every line. Takes a third of the time of reading the lines. */
  isIntact(): boolean
  /** Returns the lines of a damaged log that can still be verified, and how many cannot. */
  provenLines(): { lines: LogLine[]; rejected: number }
  /**
   * Runs `work` while no other process may write. It is synchronous, so that it can be called inside a database
   * transaction. Throws `file`.
   */
  exclusively<T>(work: (log: LockedLog) => T): T
  /** Closes the lock file. */
  close(): void
}

/** The error for a log whose content differs from what was written. */
export class LogDamaged extends Error {}

/** A synchronous database connection, for work inside a transaction that must not yield to other callers. */
export type SyncSql = {
  rows(sql: string, values?: readonly unknown[]): Record<string, unknown>[]
  /** Reads the rows one at a time, for a result that does not fit in memory. */
  each(sql: string, values?: readonly unknown[]): Iterable<Record<string, unknown>>
  /** Returns the number of changed rows. */
  run(sql: string, values?: readonly unknown[]): number
  exec(sql: string): void
  /** Runs `work` in a transaction, and rolls back if it throws. `reading`: other processes may write meanwhile. */
  transaction<T>(work: () => T, kind?: 'reading' | 'writing'): T
  /** Defines an SQL function on this connection. */
  define(name: string, work: (...values: unknown[]) => string | number | null): void
}

/** Callbacks of a database around its write transactions. */
export type TransactionHooks = {
  opened(sql: SyncSql): void
  began(sql: SyncSql): void
  /** Throws to have the transaction rolled back. */
  beforeCommit(sql: SyncSql): void
  /** Called before the rollback if the transaction could not be committed, even if `beforeCommit` threw halfway. */
  commitFailed(): void
}

/**
 * A database that can be filled again from the service. If `work` fails because the file is damaged, the file is
 * quarantined and `work` runs once more on a new one. Use no other database inside `work`.
 */
export type DisposableDatabase<Schema> = {
  use<T>(work: (database: Database<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Runs single SQL statements unchanged. */
export type Reader = {
  rows<Row>(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** Returns each row as an array of values, which takes a third less time when there are many rows. */
  lists<Row extends unknown[]>(sql: string, values: readonly unknown[]): Promise<Row[]>
}

/**
 * A schema migration: statements that run once, in order, in one transaction. `replaces`: the earlier migrations merged
 * into this one. It has the name of the last of them, so a database that has them all has this one too.
 */
export type Migration = { name: string; replaces?: readonly string[]; statements: readonly string[] }

/** The content of a file: a stream or all of its chunks. */
export type FileChunks = AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[]

/** Files that the user chose. The page knows them by id only. */
export type Files = {
  /** Registers a path and returns its handle. */
  adopt(path: string): Promise<FileHandle>
  /** Returns the path for a handle. Throws `notFound` for an unknown id. */
  path(fileId: string): string
  /**
   * Returns a handle for a file to be written at `path`. Throws `file` if it is a file the user opened or one of our
   * own.
   */
  reserve(path: string): FileHandle
  /**
   * Returns the path for a handle that is about to be written. Throws `notFound`, or `file` under the same conditions
   * as `reserve`.
   */
  target(fileId: string): string
  /**
   * Writes all of the file or nothing: to a temporary file beside the target, which is flushed and then renamed.
   * Returns the handle with its size. Throws `file`. `isPrivate`: only this account may read the file.
   */
  write(
    fileId: string,
    chunks: FileChunks,
    signal?: AbortSignal,
    options?: { isPrivate?: boolean },
  ): Promise<FileHandle>
}

/** Folders and files of this installation. */
export type Paths = {
  /** The folder of all data of this installation. */
  data: string
  /** The folder of the built pages. */
  renderer: string
  /** Returns the file of a worker or helper process by its entry name. */
  worker(
    name:
      | 'analysesWorker'
      | 'csvWorker'
      | 'drugsWorker'
      | 'exportWorker'
      | 'figuresWorker'
      | 'journalWorker'
      | 'keychainHelper',
  ): string
}

/**
 * Prints a page as a PDF with text, tags and outline. Scripts do not run and nothing is fetched. Without a size it
 * prints on A4 by the page's own print rules. Throws `notFound`, with advice, if this machine has nothing that can
 * print.
 */
export type PrintPdf = (
  html: string,
  options: { widthMm?: number; heightMm?: number; signal?: AbortSignal },
) => Promise<Uint8Array>

/** The system's mechanism for updating this app. Its requests do not ask the user first. */
export type Updater = {
  /** Returns the newest release offered to this installation, or null if it is up to date. */
  check(channel: UpdateChannel): Promise<{ version: string } | null>
  /** Downloads the release that the last `check` found. `progress`: percent. Rejects when aborted. */
  download(progress: (percent: number) => void, signal: AbortSignal): Promise<void>
  /** Installs the downloaded release after the app quits. */
  installAtQuit(): void
  /** Quits the app, installs the release, and restarts the app. */
  installNow(): void
}

export type Log = {
  /** Writes one line. Only these arguments are ever written: never a header, token or body. */
  write(
    level: 'info' | 'warn' | 'error',
    message: string,
    fields?: Record<string, string | number | boolean>,
  ): void
}

/** A response of the service with the details needed to trace it. `raw` is the parsed JSON body, unchanged. */
export type ServiceResponse<T> = {
  value: T
  raw: unknown
  /** When the response had been read, ISO 8601. */
  fetchedAt: string
  /** Origin and base path of the service. */
  service: string
  requestId: string | null
  /** True if the service marked its data as synthetic. */
  synthetic: boolean
}

export type CallOptions = {
  signal?: AbortSignal
  /**
   * Aborts a request, or a retry of it, while it waits in the rate limiter's queue. A request that has already left
   * continues.
   */
  queueSignal?: AbortSignal
  priority?: 'interactive' | 'polling' | 'batch' | 'offlineSync'
  /**
   * Awaited after the rate limiter admits the request and before it leaves, and again before each retry. If it throws,
   * nothing is sent and its error is passed on unchanged.
   */
  beforeSend?: () => Promise<void>
  /** Like `beforeSend`, for the requests that find the service's base path before the call itself. */
  beforeLookup?: () => Promise<void>
}

/** Options of a request whose result may arrive later at its own address (path and query at the service). */
export type ResultOptions = CallOptions & {
  /**
   * The result address from an earlier response. That address is requested, and the original request is not sent again.
   */
  resultAddress?: string
  /**
   * Awaited when the service names a result address. Null: the address no longer works, and the original request is
   * sent again.
   */
  onResultAddress?: (address: string | null) => Promise<void>
}

export type OrderResponse = { sampleId: string; status: string; state: SampleState; createdAt: string | null }

export type AnalysisResponse = {
  sampleId: string
  scores: PathwayScore[]
  /** A remark for the user about how the response was obtained. `raw` is then the list of the partial responses. */
  note?: Message
}

export type ClockResponse = {
  sampleId: string
  values: ClockValue[]
  offsets: { pathway: string; agingOffset: number }[]
  note?: Message
}

/**
 * `skipped`: records without a usable identifier (missing or too long). `reportedTotal`: the total in the response, or
 * null if it has none.
 */
export type DrugPage = NextPage & {
  items: Drug[]
  total: number
  reportedTotal?: number | null
  page: number
  limit: number
  raws: unknown[]
  skipped: number
}

/** The link from one page of a list to the next. */
export type NextPage = {
  /** The next page's path and query at the service's origin, or null if the page names none that may be requested. */
  next: string | null
  /** True if the page announces a next page, even without an address that may be requested. */
  more: boolean
}

/** Either a task to poll or the hits themselves, depending on the response. */
export type ScreeningResponse = {
  taskId: string | null
  status: string
  state: SampleState
  progress: number | null
  createdAt: string | null
  hits: ScreeningHit[] | null
}

export type ReportResponse = { contentType: string; bytes: Uint8Array }

/**
 * All 14 endpoints of the service (service-interface, "Endpoints"). Every call counts against one shared quota and
 * throws `Failure`. The client never retries `createOrder`, `createScreening` and `virtualScreening`. If their response
 * is lost they throw `OutcomeUnknown`, because the service may have carried out the request and charged for it.
 */
export type RemoteService = {
  /** `body`: the order's fields, by the names in the order form. */
  createOrder(
    body: Readonly<Record<string, string | number>>,
    options: CallOptions & { idempotencyKey: string },
  ): Promise<ServiceResponse<OrderResponse>>
  sampleStatus(sampleId: string, options?: CallOptions): Promise<ServiceResponse<OrderResponse>>
  sampleReport(sampleId: string, options?: CallOptions): Promise<ServiceResponse<ReportResponse>>
  pathwayAnalysis(
    request: { sampleId: string; pathways?: string[] },
    options?: ResultOptions,
  ): Promise<ServiceResponse<AnalysisResponse>>
  pathwayClock(
    request: { sampleId: string; pathways?: string[] },
    options?: ResultOptions,
  ): Promise<ServiceResponse<ClockResponse>>
  drugPathway(drugName: string, options?: CallOptions): Promise<ServiceResponse<DrugPathway[]>>
  searchDrugs(
    query: {
      q?: string
      category?: string
      page?: number
      limit?: number
      fields?: string
      sort?: string
      order?: 'asc' | 'desc'
      /**
       * The address that the previous page gave for this one. It is requested unchanged, and all other parameters are
       * ignored.
       */
      next?: string
    },
    options?: CallOptions,
  ): Promise<ServiceResponse<DrugPage>>
  drug(drugId: string, options?: CallOptions): Promise<ServiceResponse<Drug>>
  drugPathways(drugId: string, options?: CallOptions): Promise<ServiceResponse<DrugPathway[]>>
  createScreening(
    request: { sampleId: string },
    options?: CallOptions,
  ): Promise<ServiceResponse<ScreeningResponse>>
  /** `sampleId`: the sample that the task must belong to, if the response names one. */
  screening(
    taskId: string,
    options?: CallOptions & { sampleId?: string },
  ): Promise<ServiceResponse<ScreeningResponse>>
  virtualScreening(
    request: { sampleId: string },
    options?: CallOptions,
  ): Promise<ServiceResponse<ScreeningResponse>>
  me(options?: CallOptions): Promise<ServiceResponse<User>>
  updateMe(changes: Record<string, string>, options?: CallOptions): Promise<ServiceResponse<User>>
}

class RequestLost extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message, { cause: failure })
    this.failure = failure
  }
}

/** Thrown by a request that is sent only once if it left but its complete response did not arrive. */
export class OutcomeUnknown extends RequestLost {
  override readonly name = 'OutcomeUnknown'
}

/**
 * Thrown for a request that was in flight when the user turned on the offline switch. The service may have received it.
 */
export class CutOff extends RequestLost {
  override readonly name = 'CutOff'
}

/** One JSON file, read and written whole and atomically. `read` returns a fallback if the file does not exist. */
export type JsonFile<T> = { read(): Promise<T>; write(value: T): Promise<void> }

/** A JSON file that other processes change too. */
export type SharedJsonFile<T> = Pick<JsonFile<T>, 'read'> & {
  /**
   * Returns the content if the file changed since the last call. Returns null if it did not change or is unreadable.
   * Never throws.
   */
  latest(): T | null
  /**
   * Passes the current content (null if unreadable) to `edit`, writes what it returns, and returns that. The file is
   * locked against other processes in the meantime. Throws `file`, and whatever `edit` throws.
   */
  change(edit: (current: T | null) => T): Promise<T>
}

/** The dialogs and desktop functions of a host. Each returns null or does nothing if the host does not have it. */
export type Dialogs = {
  chooseOpen(): Promise<string | null>
  chooseSave(suggestedName: string): Promise<string | null>
  /** Absent if the host has no such dialog. */
  chooseFolder?(): Promise<string | null>
  reveal(path: string): Promise<void>
  /** Opens an https (or loopback) address in the system's browser. */
  openExternal(url: string): Promise<void>
  /** Puts a PNG on the clipboard. Absent if the page does that itself. */
  copyPicture?(png: Uint8Array<ArrayBuffer>): Promise<void>
}

/** The system's list of recently opened files. */
export type RecentDocuments = { add(path: string): void; clear(): void }

/** A small child process that may hang or crash without affecting the app. */
export type HelperProcess = {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number | null) => void): void
  kill(): void
}
export type LaunchHelper = () => HelperProcess

/** Locks by name across all processes of this installation. A process that dies releases its locks. */
export type Locks = { withLock<T>(name: string, work: () => Promise<T>): Promise<T> }

/**
 * The page that the browser shows after the redirect. `foreign`: the address does not belong to the pending sign-in,
 * which keeps waiting.
 */
export type RedirectOutcome = 'signed-in' | 'refused' | 'failed' | 'foreign'

/** Listens on this computer for the redirect from the sign-in page. */
export type RedirectListener = {
  redirectUri: string
  /** Responds to the requests that have arrived, then stops listening. */
  close(): Promise<void>
}
/**
 * `onRedirect` receives the full address that the browser was redirected to, and the browser waits for its outcome.
 * Listens at `registeredUri`, on any free port if that has none. Throws `rejected` if the port is taken.
 */
export type ListenForRedirect = (
  onRedirect: (address: URL) => Promise<RedirectOutcome>,
  registeredUri?: string,
) => Promise<RedirectListener>

/** One endpoint of a sign-in server, and how its URL was found. */
type SignInEndpoint = { url: string; how: 'set' | 'metadata' | 'assumed' }
/** The endpoints and capabilities in use for a sign-in server. */
export type SignInEndpoints = {
  issuer: string
  /** The metadata document that was read, or null if there is none. */
  metadataUrl: string | null
  authorization: SignInEndpoint
  token: SignInEndpoint
  /** Null if no revocation endpoint is known. */
  revocation: SignInEndpoint | null
  /** The ways to send a client secret, or null if the server does not list them. */
  secretMethods: readonly string[] | null
  /** Null if the server does not list them. */
  scopes: readonly string[] | null
  /** True if its redirects name the issuer (RFC 9207). */
  namesIssuer: boolean
}

/** The token that signs requests. `renew` is called once after a 401 and returns false if there is nothing to renew. */
export type Credential = { token(): Promise<string>; renew(usedToken: string): Promise<boolean> }

/** Calls any method by name, for IPC and HTTP. Never throws; every call gets a reply. */
export type Dispatch = (name: string, input: unknown) => Promise<Reply<unknown>>

/** The options that a host passes to the composition. */
export type AppOptions = {
  host: AppStatus['host']
  version: string
  dataFolder: string
  /** The folder and extension of the worker and helper entries: built `.js`, or `.ts` from source. */
  entry: { folder: string; extension: string }
  dialogs: Dialogs
  /** Default: the system clock. */
  clock?: Clock
  createTransport?: (onSend: OnSend) => Transport
  /**
   * Sets the proxy of the updater and of the transports from `createTransport`. Absent together with `createTransport`.
   */
  useProxy?: (proxy: Proxy) => Promise<void>
  launchKeychainHelper?: LaunchHelper
  /** Default: an installed browser prints. */
  printPdf?: PrintPdf
  recentDocuments?: RecentDocuments
  /** If true, no request leaves, regardless of the settings. */
  offline?: boolean
  /** The profile to open instead of the last one. It must exist. */
  profileName?: string
  /** A key for this run only. It is never stored. */
  environmentKey?: { serviceUrl: string; apiKey: string }
  /**
   * Installs newer releases. Default: the app is never updated. `forbidden`: an administrator has turned updates off.
   */
  updater?: Updater | 'forbidden' | null
  /**
   * Returns the drugs worker thread that was started before these services were loaded and waits for its task. Returns
   * it only once.
   */
  takeDrugsWorker?: () => Worker | null
  /** The mode of files that the user saves, if this process creates its own files with fewer permissions. */
  savedFileMode?: number
  /** True if unfinished screenings are resumed. Default: true, except on the command line. */
  resumesWork?: boolean
}

/** The composed services, as a host sees them. */
export type HostedApp = {
  dispatch: Dispatch
  /** Calls a method as `dispatch` does, and throws the failure of its reply. */
  call: Call
  listen(listener: (event: PushedEvent) => void): () => void
  files: Pick<Files, 'adopt' | 'path' | 'reserve'>
  /** The folder of the built pages. */
  pages: string
  /** Stores a report of a crash on this computer if the user allows it. */
  recordCrash(where: 'main' | 'window', error: unknown): void
  /** Stops long-running jobs cleanly, as `close` does. */
  endJobs(): Promise<void>
  /** Stops long-running jobs cleanly and closes the databases. */
  close(): Promise<void>
}

/**
 * Returns the name prefix of temporary folders. It contains the process id, so that the folders of a dead process can
 * be found and removed.
 */
export const tempFolderPrefix = (): string => `pathclock-${process.pid}-`
