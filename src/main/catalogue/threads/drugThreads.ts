import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import { createThread, DamageMet, type Launched, type Thread } from '../../jobs/thread.ts'
import type { DrugStore } from '../drugStore.ts'
import { inBatches } from '../inBatches.ts'
import type { PrefetchBook } from '../prefetch/prefetchBook.ts'
import type { DrugsNews, DrugsTask } from './protocol.ts'

type Role = DrugsTask['role']

/** Which of the two threads serves what: a search never waits for a writer. */
const storeRoles = {
  keep: 'writes',
  keepPathways: 'writes',
  keepLookup: 'writes',
  search: 'reads',
  facets: 'reads',
  get: 'reads',
  labels: 'reads',
  summaries: 'reads',
  names: 'reads',
  lookup: 'reads',
  pathwayNames: 'reads',
  countActingOn: 'reads',
  opposing: 'reads',
} as const satisfies Record<keyof DrugStore, Role>

const bookRoles = {
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
} as const satisfies Record<keyof PrefetchBook, Role>

export type DrugThreads = {
  store: DrugStore
  book: PrefetchBook
  /** Opens the file now, and not with the first call, which is told of what goes wrong. */
  open(): void
  /** Ends both threads; calls under way are answered or fail. */
  close(): Promise<void>
}

type DrugThreadsOptions = {
  /** Starts the entry drugsWorker, `.js` when built and `.ts` from source. */
  launch(task: DrugsTask): Launched
  /** The path of `drugs.db`. */
  file: string
  /** Something a person should know: what was damaged, and what became of it. */
  notice(text: string): void
  /** The thread that writes ends after it had nothing to do for so long. */
  idleMs?: number
  /** How long after the first call a file too big to be read through at once is checked. */
  checkAfterMs?: number
}

/** How long closing waits for what is under way. */
const endWithinMs = 400
const mendWithinMs = 1500
const defaultIdleMs = 30_000
const defaultCheckAfterMs = 10_000

/**
 * The kept drugs behind two threads of their own: this one never waits for the disk. Whatever is found damaged is set
 * aside, told, and the call is made once more on what could be read of it.
 */
export function createDrugThreads(options: DrugThreadsOptions): DrugThreads {
  const { launch, file, notice } = options
  const told = (news: DrugsNews) => {
    if ('word' in news) notice(news.word)
    else inBackground(call('writes', 'upkeep', 'index', []))
  }
  const make = (role: Role, idleMs: number | null): Thread =>
    createThread({ launch: () => launch({ file, role }), idleMs, told, ended: endedEarly })
  const threads = { reads: make('reads', null), writes: make('writes', options.idleMs ?? defaultIdleMs) }
  const endBoth = (withinMs: number) =>
    Promise.all(Object.values(threads).map((thread) => thread.end(withinMs)))
  let opened: Promise<unknown> | null = null
  let mending: Promise<unknown> | null = null
  let check: NodeJS.Timeout | null = null
  let checker: Thread | null = null
  let closed = false

  /** The thread that reads opens the file first, so that damage is found, and told, once. */
  const open = () =>
    (opened ??= threads.reads.call('upkeep', 'open', []).then(
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
        .call('upkeep', 'check', [])
        .catch((error: unknown) => (error instanceof DamageMet ? mend(error.identity) : undefined))
        .then(() => checking.end(endWithinMs)),
    )
  }
  const mend = (identity: string | null) =>
    (mending ??= endBoth(mendWithinMs)
      .then(() => threads.reads.call('upkeep', 'mend', [identity]))
      .finally(() => {
        mending = null
      }))

  async function call(role: Role, service: string, method: string, args: unknown[]): Promise<unknown> {
    const ask = async () => {
      if (closed) throw closedMeanwhile()
      await mending
      await open()
      return threads[role].call(service, method, args)
    }
    try {
      return await ask()
    } catch (error) {
      if (closed && isFailure(error, 'file')) throw closedMeanwhile()
      if (!(error instanceof DamageMet)) throw error
      await mend(error.identity)
    }
    return ask().catch((error: unknown) => {
      throw error instanceof DamageMet ? error.failure : error
    })
  }

  const store = createClient<DrugStore>('store', storeRoles, call)
  return {
    store: {
      ...store,
      // A message is copied on this thread, so that none may be long.
      async keep(seen, details) {
        for (const batch of inBatches(seen)) await store.keep(batch, details)
      },
    },
    book: createClient<PrefetchBook>('book', bookRoles, call),
    open: () => inBackground(call('reads', 'upkeep', 'open', [])),
    async close() {
      closed = true
      if (check) clearTimeout(check)
      await mending?.catch(() => {})
      await Promise.all([checker?.end(0), endBoth(endWithinMs)])
    },
  }
}

const endedEarly = (cause: unknown): Failure =>
  new Failure(
    'file',
    'The drugs kept on this computer did not answer: their part of the app has ended. It starts again with the next try.',
    { name: 'drugs.db' },
    { cause },
  )

const closedMeanwhile = (): Failure =>
  new Failure('cancelled', 'This was given up, as the profile was closed meanwhile. Try again.', {})

type Call = (role: Role, service: string, method: string, args: unknown[]) => Promise<unknown>

/** The service of a thread, as if it were here. */
const createClient = <T extends object>(service: string, roles: Record<keyof T, Role>, call: Call): T =>
  Object.fromEntries(
    Object.entries<Role>(roles).map(([method, role]) => [
      method,
      (...args: unknown[]) => call(role, service, method, args),
    ]),
  ) as T

/** What it does not finish is still there at the next start, and until then a search says what it lacks. */
const inBackground = (work: Promise<unknown>): void => void work.catch(() => {})
