import type { Worker } from 'node:worker_threads'
/**
 * What the services ask of the world around them. Services see these types only; adapters, hosts and tests
 * supply the real or the pretended thing, and `compose` joins them.
 */

import type { Kysely } from 'kysely'
import { type EventName, type Events, type PushedEvent } from '../shared/contract/events.ts'
import { type Failure, type Reply } from '../shared/contract/failures.ts'
import { type AppStatus, type FileHandle, type SecretsStatus } from '../shared/contract/state.ts'
import type { User } from '../shared/domain/app/profile.ts'
import { type Proxy, type UpdateChannel } from '../shared/domain/app/settings.ts'
import type { Drug, DrugPathway } from '../shared/domain/drugs/drug.ts'
import type { ScreeningHit } from '../shared/domain/drugs/screening.ts'
import type { ClockValue, PathwayScore } from '../shared/domain/results/analysis.ts'
import type { SampleState } from '../shared/domain/samples/sample.ts'
import type { Message } from '../shared/messages/message.ts'

export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export type Random = {
  /** Uniform in [0, 1). */
  next(): number
  /** A new random identifier (UUID version 4). */
  id(): string
}

/** Those who take leases, in all processes. */
export type LeaseOwners = {
  /** A new name for one in this process; others see by it whether this process has ended. */
  newOwner(): string
  /** False where that cannot be seen, such as of a process on another computer. */
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
 * Sends one HTTP request: Electron's `net.fetch`, or `node:http`. Redirects are errors. Takes no `Request`: each
 * holds the signal of the one before weakly, so that after a garbage collection no abort arrives.
 */
export type Transport = (url: string, init?: TransportInit) => Promise<Response>

/** Called for each request as it really leaves, with its signal. */
export type OnSend = (signal?: AbortSignal) => void

/** Named secrets in the OS keychain, or in memory when there is none. `get` gives null only when it surely is absent. */
export type SecretStore = {
  get(name: string): Promise<string | null>
  /** Never rejects: what the keychain does not take is stored in memory for this run. */
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
  /** Whether the entry is stored for this run only. */
  isInMemory(name: string): boolean
  /** The status after a trial: the keychain has just stored something and given it back, or says why not. Never throws. */
  check(): Promise<SecretsStatus>
  status(): SecretsStatus
}

/** One SQLite file. Reads and writes go through `query`; a transaction is `BEGIN IMMEDIATE`. */
export type Database<Schema> = {
  readonly query: Kysely<Schema>
  /** For what is requested at every key: waits for an open transaction as `query` does, and costs a fraction of it. */
  readonly reader: Reader
  transaction<T>(work: (query: Kysely<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The end of a line in a log: its number, its checksum, and the size of the file up to there. */
export type LogPosition = { seq: number; sum: string; sizeBytes: number }

/** The position before the first line. */
export const logStart: LogPosition = { seq: 0, sum: '', sizeBytes: 0 }

/** One line of a log as it was read. `at`: when it was written (ISO 8601). */
export type LogLine = { seq: number; at: string; kind: string } & Record<string, unknown>

/** One line to write. `json`: its other members, as the text of a JSON object. */
export type LogEntry = { kind: string; json: string }

/**
 * The damage found in a log. `torn`: the last line has no end, so its write was cut off. `corrupt`: a line does not fit its
 * checksum, or lines that were there are gone.
 */
export type LogProblem = 'torn' | 'corrupt'

/** A log that no other process writes to at the moment. */
type LockedLog = {
  /** The end of the last whole line. Throws `LogDamaged` if that line is corrupt. */
  end(): LogPosition
  /** The lines after `from`. Throws `LogDamaged` if `from` is not in this log, or one of the lines is corrupt. */
  linesAfter(from: LogPosition): LogLine[]
  /** Writes lines in one piece, flushes them to the disk, and returns the new end. A torn line before them is removed. */
  append(entries: readonly LogEntry[], at: string): LogPosition
  /** Quarantines the file, if there is one, and begins a new one. Returns the new end and the name of the old file. */
  replace(entries: Iterable<LogEntry>, at: string): { end: LogPosition; quarantinedFile: string | null }
}

/** An append-only file of JSON lines, each with a checksum that includes the line before it. */
export type LogFile = {
  /** The size in bytes; null if there is no file. */
  sizeBytes(): number | null
  /** Reads the lines after `from`, and returns what stopped the reading before the end. Throws `LogDamaged` if `from` is not in this log. */
  lines(from?: LogPosition): Generator<LogLine, LogProblem | null>
  /** Verifies the checksum of every line, in a third of the time that reading the lines takes. */
  isIntact(): boolean
  /** The lines of a damaged log that can still be proven, and how many could not. */
  provenLines(): { lines: LogLine[]; rejected: number }
  /** Runs `work` while this process alone may write. Synchronous: call it inside a database transaction. Throws `file`. */
  exclusively<T>(work: (log: LockedLog) => T): T
  /** Closes the file that it locks. */
  close(): void
}

/** The log is not as it was written. */
export class LogDamaged extends Error {}

/** One connection of a database, for work inside a transaction that must not yield to other callers. */
export type SyncSql = {
  rows(sql: string, values?: readonly unknown[]): Record<string, unknown>[]
  /** Reads the rows one at a time, for a result that is too large for the memory. */
  each(sql: string, values?: readonly unknown[]): Iterable<Record<string, unknown>>
  /** Returns how many rows were changed. */
  run(sql: string, values?: readonly unknown[]): number
  exec(sql: string): void
  /** Defines an SQL function on this connection. */
  define(name: string, work: (...values: unknown[]) => string | number | null): void
}

/** Callbacks of a database around its write transactions. */
export type TransactionHooks = {
  opened(sql: SyncSql): void
  began(sql: SyncSql): void
  /** Throws to have the transaction rolled back. */
  beforeCommit(sql: SyncSql): void
  /** Called before the rollback if the transaction could not be committed, also if `beforeCommit` failed half-way. */
  commitFailed(): void
}

/**
 * A database that the service can fill again. If `work` fails because the file is damaged, the file is quarantined and
 * `work` runs once more on a new one. Use no other database inside `work`.
 */
export type DisposableDatabase<Schema> = {
  use<T>(work: (database: Database<Schema>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Runs one statement as it is written. */
export type Reader = {
  rows<Row>(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** Each row as the list of its values, which many rows are a third quicker as. */
  lists<Row extends unknown[]>(sql: string, values: readonly unknown[]): Promise<Row[]>
}

/**
 * A step of a schema: statements run in one transaction, in order, once. `replaces`: earlier steps that it holds since; it
 * carries the name of the last one, so a database that has them all has it too.
 */
export type Migration = { name: string; replaces?: readonly string[]; statements: readonly string[] }

/** The content of a file, as it is made or whole. */
export type FileChunks = AsyncIterable<string | Uint8Array> | readonly (string | Uint8Array)[]

/** Files that a person chose, known to the page by id only. */
export type Files = {
  /** Registers a path and gives its handle. */
  adopt(path: string): Promise<FileHandle>
  /** The path behind a handle; throws `notFound` for an unknown id. */
  path(fileId: string): string
  /** A handle for a file that will be written at `path`; throws `file` for one that was opened, or is our own. */
  reserve(path: string): FileHandle
  /** The path behind a handle that is to be written; throws `notFound`, or `file` as `reserve` does. */
  target(fileId: string): string
  /**
   * Writes the whole or nothing: a temporary file beside the target, flushed, then renamed.
   * Gives the handle with its size; throws `file`. `isPrivate`: readable by this account only, wherever it is saved.
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
  /** Where everything of this installation is stored. */
  data: string
  /** Where the built pages lie. */
  renderer: string
  /** The file of a worker or helper process, by the name of its entry. */
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
 * A page as PDF with text, tags and outline; scripts do not run and nothing is fetched. Without a size: A4, by the page's own
 * rules for print. Throws `notFound` where nothing on this machine can print, with what to do about it.
 */
export type PrintPdf = (
  html: string,
  options: { widthMm?: number; heightMm?: number; signal?: AbortSignal },
) => Promise<Uint8Array>

/** The system's way of exchanging this app for a newer release; nothing here asks before it sends. */
export type Updater = {
  /** The newest release that this installation is offered; null where it is this one. */
  check(channel: UpdateChannel): Promise<{ version: string } | null>
  /** Fetches what was found last. `progress`: percent. Rejects when aborted. */
  download(progress: (percent: number) => void, signal: AbortSignal): Promise<void>
  /** What was fetched is installed when the app has ended by itself. */
  installAtQuit(): void
  /** Ends the app, installs, and starts it again. */
  installNow(): void
}

export type Log = {
  /** One line; only what is listed here is ever written, never a header, token or body. */
  write(
    level: 'info' | 'warn' | 'error',
    message: string,
    fields?: Record<string, string | number | boolean>,
  ): void
}

/** An answer of the service with what is needed to trace it. `raw` is the parsed JSON body as it came. */
export type ServiceResponse<T> = {
  value: T
  raw: unknown
  /** ISO 8601, when the answer had been read. */
  fetchedAt: string
  /** Origin and base path of the service. */
  service: string
  requestId: string | null
  /** The service marked its data as synthetic. */
  synthetic: boolean
}

export type CallOptions = {
  signal?: AbortSignal
  /** Gives up while the request waits for its place in the quota, a repetition too; one that has left is waited for. */
  queueSignal?: AbortSignal
  priority?: 'interactive' | 'polling' | 'batch' | 'offlineSync'
  /**
   * Awaited right before the request leaves, when it has its place in the quota; again before each repetition.
   * When it throws, nothing leaves and its error is thrown as it came.
   */
  beforeSend?: () => Promise<void>
  /** The same for each request that only finds out where the service is, before that of the call itself. */
  beforeLookup?: () => Promise<void>
}

/** Of a request whose result may come later, at an address of its own: path and query at the service. */
export type ResultOptions = CallOptions & {
  /** Where the answer to an earlier request said that its result would be: that is requested, and nothing is sent again. */
  resultAddress?: string
  /** Awaited when the service names that address; null: there is nothing any more, and the request is sent again. */
  onResultAddress?: (address: string | null) => Promise<void>
}

export type OrderResponse = { sampleId: string; status: string; state: SampleState; createdAt: string | null }

export type AnalysisResponse = {
  sampleId: string
  scores: PathwayScore[]
  /** What a person should know of how the answer came about; `raw` is then the list of the answers to its parts. */
  note?: Message
}

export type ClockResponse = {
  sampleId: string
  values: ClockValue[]
  offsets: { pathway: string; agingOffset: number }[]
  /** As that of an analysis. */
  note?: Message
}

/** `skipped`: records of the answer that had no identifier, or one too long to be used. `reportedTotal`: the total as it stands in the answer, null where it does not. */
export type DrugPage = NextPage & {
  items: Drug[]
  total: number
  reportedTotal?: number | null
  page: number
  limit: number
  raws: unknown[]
  skipped: number
}

/** What a page of a list says of the one behind it. */
export type NextPage = {
  /** Its address at the origin of the service, path and query; null where the page names none that may be requested. */
  next: string | null
  /** It says that there is one, though it may name none that may be requested. */
  more: boolean
}

/** A task to poll, or the results themselves: decided by what came back. */
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
 * All 14 endpoints of the service (service-interface, "Endpoints"). Every call counts against one shared quota
 * and throws `Failure`. `createOrder`, `createScreening` and `virtualScreening` are never repeated by the client: when
 * the answer is lost they throw `OutcomeUnknown`, because what was requested may have been done, and counted.
 */
export type RemoteService = {
  /** `body`: the fields of the order by the names of its form. */
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
      /** The address that the page before gave for this one: it is requested as it stands, whatever else is given. */
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
  /** `sampleId`: the sample that the task must be about, as far as the answer names one. */
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

/** Thrown by what is sent once: the request left and its answer did not arrive whole. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message, { cause: failure })
    this.failure = failure
  }
}

/** Thrown for a request that was under way when the offline switch was turned on: it may have arrived. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message, { cause: failure })
    this.failure = failure
  }
}

/** One JSON file, read and written whole and atomically; `fallback` when it does not exist yet. */
export type JsonFile<T> = { read(): Promise<T>; write(value: T): Promise<void> }

/** One that other processes change too. */
export type SharedJsonFile<T> = Pick<JsonFile<T>, 'read'> & {
  /** What is written there since the last call; null where nothing is, or nothing that can be read. Never throws. */
  latest(): T | null
  /**
   * Writes what `edit` makes of what stands there at that moment (null: nothing that can be read), and gives it; no other
   * process changes the file meanwhile. Throws `file`, and whatever `edit` throws.
   */
  change(edit: (current: T | null) => T): Promise<T>
}

/** What a host offers to a person; each gives null or does nothing where the host has no such thing. */
export type Dialogs = {
  chooseOpen(): Promise<string | null>
  chooseSave(suggestedName: string): Promise<string | null>
  /** Left out by a host without such a dialog. */
  chooseFolder?(): Promise<string | null>
  reveal(path: string): Promise<void>
  /** Opens an https (or loopback) address in the system's browser. */
  openExternal(url: string): Promise<void>
  /** Puts a PNG on the clipboard; left out where the page does it itself. */
  copyPicture?(png: Uint8Array<ArrayBuffer>): Promise<void>
}

/** The system's list of files that were opened last. */
export type RecentDocuments = { add(path: string): void; clear(): void }

/** A small process of our own that may hang or crash without taking the app with it. */
export type HelperProcess = {
  send(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  onExit(listener: (code: number | null) => void): void
  kill(): void
}
export type LaunchHelper = () => HelperProcess

/** One holder of a name at a time over all processes of this installation; a process that dies lets go. */
export type Locks = {
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** What the browser shows after the redirect. `foreign`: no answer to this sign-in, which goes on waiting. */
export type RedirectOutcome = 'signed-in' | 'refused' | 'failed' | 'foreign'

/** Waits on this computer for the redirect of the sign-in page. */
export type RedirectListener = {
  redirectUri: string
  /** Answers what has arrived, and stops listening. */
  close(): Promise<void>
}
/**
 * `onRedirect` gets the whole address the browser was sent back to; the browser waits for what came of it. Listens at
 * `registeredUri`, where that has no port on any free one; throws `rejected` where its port is taken.
 */
export type ListenForRedirect = (
  onRedirect: (address: URL) => Promise<RedirectOutcome>,
  registeredUri?: string,
) => Promise<RedirectListener>

/** One endpoint of a sign-in server, and how it was found. */
type SignInEndpoint = { url: string; how: 'set' | 'metadata' | 'assumed' }
/** What is in force at a sign-in server. */
export type SignInEndpoints = {
  issuer: string
  /** The document that was read; null where there is none. */
  metadataUrl: string | null
  authorization: SignInEndpoint
  token: SignInEndpoint
  /** Null: none is known. */
  revocation: SignInEndpoint | null
  /** Ways to send a client secret; null: the server does not say. */
  secretMethods: readonly string[] | null
  /** Null: the server does not say. */
  scopes: readonly string[] | null
  /** Its redirects name the issuer (RFC 9207). */
  namesIssuer: boolean
}

/** What signs requests. `renew` is called once after a 401 and gives false when there is nothing to renew. */
export type Credential = {
  token(): Promise<string>
  renew(usedToken: string): Promise<boolean>
}

/** Any call by name, as it comes over IPC or HTTP; never throws, always answers. */
export type Dispatch = (name: string, input: unknown) => Promise<Reply<unknown>>

/** What a host gives to the composition. */
export type AppOptions = {
  host: AppStatus['host']
  version: string
  dataFolder: string
  /** Where the entries of worker and helper processes lie, and their extension: built `.js`, or `.ts` from source. */
  entry: { folder: string; extension: string }
  dialogs: Dialogs
  /** Default: the system's. */
  clock?: Clock
  createTransport?: (onSend: OnSend) => Transport
  /** Leads what that sends, and the updater, on the way that is set; left out where `createTransport` is. */
  useProxy?: (proxy: Proxy) => Promise<void>
  launchKeychainHelper?: LaunchHelper
  /** Left out: by a browser that is installed here. */
  printPdf?: PrintPdf
  /** The system's list of files that were opened last. */
  recentDocuments?: RecentDocuments
  /** No request leaves, whatever the settings say. */
  offline?: boolean
  /** The profile to open in place of the last one; it must exist. */
  profileName?: string
  /** A key for this run only; it is stored nowhere. */
  environmentKey?: { serviceUrl: string; apiKey: string }
  /** Replaces the app with newer releases; by default it is never updated. `forbidden`: an administrator has turned updates off. */
  updater?: Updater | 'forbidden' | null
  /** The thread of the drugs, begun before these services were loaded, which waits for its task; once. */
  takeDrugsWorker?: () => Worker | null
  /** Of files that a person saves, where this process begins its own with fewer rights. */
  savedFileMode?: number
  /** Goes on asking for screenings that had not ended; default: everywhere but on the command line. */
  resumesWork?: boolean
}

/** The composed services, as a host uses them. */
export type HostedApp = {
  dispatch: Dispatch
  listen(listener: (event: PushedEvent) => void): () => void
  files: Pick<Files, 'adopt' | 'path'>
  /** The folder of the built pages. */
  pages: string
  /** Keeps a report on this computer of what stopped working, where a person lets that be stored. */
  recordCrash(where: 'main' | 'window', error: unknown): void
  /** Ends long work cleanly, as closing does. */
  endJobs(): Promise<void>
  /** Ends long work cleanly and closes the databases. */
  close(): Promise<void>
}

/** How folders of temporary files begin: with the process, so that those of one that died are found and removed. */
export const tempFolderPrefix = (): string => `pathclock-${process.pid}-`
