import { type Failure, fileFailure, isFailure } from '../../../shared/contract/failures.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import {
  createWorkerClient,
  profileClosedFailure,
  toMethods,
  type WorkerClient,
  type WorkerHandle,
} from '../../concurrency/workerRpc.ts'
import type { OfflineSyncStore } from '../offlineSync/store/offlineSyncStore.ts'
import { inBatches } from '../rows/drugRows.ts'
import type { DrugStore } from '../rows/drugStore.ts'
import type { DrugsTask, DrugsThreadMessage, FileDamage } from './drugWorker.ts'

type Role = DrugsTask['role']

/** A call failed because the file is damaged. The call may be repeated once the file is recovered. */
class DamagedFileError extends Error {
  readonly failure: Error
  readonly identity: string | null
  constructor(failure: Error, identity: string | null) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.identity = identity
  }
}

/** The thread that serves each method, so that a search never waits for a writer. */
const storeRoles = {
  cacheDrugs: 'writes',
  cachePathways: 'writes',
  cacheLookup: 'writes',
  search: 'reads',
  facets: 'reads',
  get: 'reads',
  labels: 'reads',
  summaries: 'reads',
  names: 'reads',
  lookup: 'reads',
  pathwayNames: 'reads',
  countActingOn: 'reads',
  matchCachedDrugs: 'reads',
} as const satisfies Record<keyof DrugStore, Role>

const syncStoreRoles = {
  pass: 'reads',
  begin: 'writes',
  notePage: 'writes',
  endList: 'writes',
  endPass: 'writes',
  setMembers: 'writes',
  counts: 'reads',
  due: 'reads',
  claim: 'writes',
  sentLastHour: 'reads',
  forget: 'writes',
} as const satisfies Record<keyof OfflineSyncStore, Role>

export type DrugThreads = {
  store: DrugStore
  syncStore: OfflineSyncStore
  /** Opens the file now, in the background, so that the first call does not fail on opening it. */
  open(): void
  /** Ends both threads. Pending calls finish or fail. */
  close(): Promise<void>
}

type DrugThreadsOptions = {
  /** Starts the worker `drugsWorker`. */
  launch(role: Role): WorkerHandle
  /** The path of `drugs.db`. */
  file: string
  /** Reports damage to the user, with the path of the quarantined file. */
  notice(text: Message): void
  /** The idle time after which the writer thread ends. */
  idleMs?: number
  /** The delay after the first call before a file that is too large to check on opening is checked. */
  checkAfterMs?: number
}

/** The time that closing waits for pending calls. */
const closeTimeoutMs = 400
const recoveryTimeoutMs = 1500
const defaultIdleMs = 30_000
const defaultCheckAfterMs = 10_000

/** Creates the drug cache on two threads. A damaged file is quarantined, and the failed call is repeated once. */
export function createDrugThreads(options: DrugThreadsOptions): DrugThreads {
  const { launch, file, notice } = options
  const onEvent = (message: DrugsThreadMessage) => {
    if ('notice' in message) notice(message.notice)
    else inBackground(call('writes', 'index', []))
  }
  const make = (role: Role, idleMs: number | null): WorkerClient =>
    createWorkerClient({
      launch: () => launch(role),
      init: { file, role } satisfies DrugsTask,
      idleMs,
      onEvent,
      toEndedError: threadEndedFailure,
      toError: (error, damage) => new DamagedFileError(error, (damage as FileDamage).identity),
    })
  const threads = { reads: make('reads', null), writes: make('writes', options.idleMs ?? defaultIdleMs) }
  const endBoth = (timeoutMs: number) =>
    Promise.all(Object.values(threads).map((thread) => thread.close(timeoutMs)))
  let opened: Promise<unknown> | null = null
  let recovering: Promise<unknown> | null = null
  let check: NodeJS.Timeout | null = null
  let checker: WorkerClient | null = null
  let closed = false

  /** Opens the file on the reader thread first, so that damage is found and reported once. */
  const open = () =>
    (opened ??= threads.reads.call('open', []).then(
      () => {
        check ??= setTimeout(checkLater, options.checkAfterMs ?? defaultCheckAfterMs).unref()
      },
      (error: unknown) => {
        opened = null
        throw error
      },
    ))
  const checkLater = () => {
    const checking = make('reads', null)
    checker = checking
    inBackground(
      checking
        .call('check', [])
        .catch((error: unknown) => (error instanceof DamagedFileError ? recover(error.identity) : undefined))
        .then(() => checking.close(closeTimeoutMs)),
    )
  }
  const recover = (identity: string | null) =>
    (recovering ??= endBoth(recoveryTimeoutMs)
      .then(() => threads.reads.call('repair', [identity]))
      .finally(() => {
        recovering = null
      }))

  async function call(role: Role, method: string, args: unknown[]): Promise<unknown> {
    const attempt = async () => {
      if (closed) throw profileClosedFailure()
      await recovering
      await open()
      return threads[role].call(method, args)
    }
    try {
      return await attempt()
    } catch (error) {
      if (closed && isFailure(error, 'file')) throw profileClosedFailure()
      if (!(error instanceof DamagedFileError)) throw error
      await recover(error.identity)
    }
    return attempt().catch((error: unknown) => {
      throw error instanceof DamagedFileError ? error.failure : error
    })
  }

  const store = toMethods<DrugStore, Role>(storeRoles, call)
  return {
    store: {
      ...store,
      // Messages are copied on this thread, so they must stay short.
      async cacheDrugs(fetched, details) {
        for (const batch of inBatches(fetched)) await store.cacheDrugs(batch, details)
      },
    },
    syncStore: toMethods<OfflineSyncStore, Role>(syncStoreRoles, call),
    open: () => inBackground(call('reads', 'open', [])),
    async close() {
      closed = true
      if (check) clearTimeout(check)
      await recovering?.catch(() => {})
      await Promise.all([checker?.close(0), endBoth(closeTimeoutMs)])
    },
  }
}

const threadEndedFailure = (cause: unknown): Failure =>
  fileFailure(message('catalogue.drugSearchStoppedUnexpectedly'), 'drugs.db', cause)

/** Ignores errors: unfinished work is still pending at the next start, and a search reports what is missing. */
const inBackground = (work: Promise<unknown>): void => void work.catch(() => {})
