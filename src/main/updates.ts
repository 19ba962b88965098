import type { Handlers } from '../shared/contract/contract.ts'
import { Failure } from '../shared/contract/failures.ts'
import type { UpdateChannel, UpdateState } from '../shared/domain/update.ts'
import { startDeadline } from './jobs/deadline.ts'
import type { Clock, Log, Updater } from './ports.ts'

type Parts = {
  /** Null where this app is not updated by itself. */
  updater: Updater | null
  clock: Clock
  log: Log
  channel(): UpdateChannel
  isOffline(): boolean
  isDemo(): boolean
  /** Another word whenever another proxy is set. */
  way(): string
  /** Lets `work` send, or throws while the offline switch is on. */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** Jobs that are under way. */
  running(): number
  /** Rejects where the journal of the open profile could not be backed up. */
  backUpJournal(): Promise<void>
  changed(state: UpdateState): void
}

type Found = { version: string; channel: UpdateChannel }

const firstCheckMs = 60_000
const nextCheckMs = 6 * 60 * 60_000
/** The library has no limit of its own for the whole of an answer. */
const checkLimitMs = 60_000
const downloadLimitMs = 60 * 60_000

/**
 * Updates of the app: looked for by the clock, fetched without asking, installed at a quit or on a person's word. None is
 * installed while a job is under way, or before the journal was backed up.
 */
export function createUpdates(parts: Parts) {
  const { updater, clock, log } = parts
  const ending = new AbortController()
  let state: UpdateState = { kind: 'none', checkedAt: null, held: null }
  let checkedAt: string | null = null
  let found: Found | null = null
  let fetching: AbortController | null = null
  let looking: Promise<void> | null = null
  let installing = false

  const held = () => {
    if (!updater) return 'build'
    if (parts.isDemo()) return 'demo'
    if (parts.isOffline()) return 'offline'
    return parts.channel() === 'off' ? 'off' : null
  }
  const now = (): UpdateState => (state.kind === 'none' ? { kind: 'none', checkedAt, held: held() } : state)
  const set = (next: UpdateState): void => {
    state = next
    parts.changed(now())
  }
  const nothing = (): void => {
    found = null
    set({ kind: 'none', checkedAt, held: null })
  }
  const fail = (what: string, error: unknown): void => {
    const code = codeOf(error)
    log.write('warn', 'an update failed', { what, code })
    set({ kind: 'failed', message: `${what} (${code}). Pathclock goes on as it is, and tries again later.` })
  }

  const within = async <T>(
    limitMs: number,
    signal: AbortSignal,
    work: (until: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const reason = Object.assign(new Error('The release server took too long.'), { code: 'ETIMEDOUT' })
    const deadline = startDeadline(clock, limitMs, { signal, reason })
    try {
      return await deadline.race(work(deadline.signal))
    } finally {
      deadline.end()
    }
  }
  const fetchIt = async (source: Updater, version: string): Promise<void> => {
    fetching = new AbortController()
    const { signal } = fetching
    let shown = -1
    const showProgress = (percent: number): void => {
      const whole = Math.floor(percent)
      if (whole === shown || signal.aborted) return
      shown = whole
      set({ kind: 'downloading', version, percent: whole })
    }
    await within(downloadLimitMs, signal, (until) => source.download(showProgress, until))
    if (!signal.aborted) set({ kind: 'ready', version })
  }

  const look = async (source: Updater): Promise<void> => {
    const [channel, way] = [parts.channel(), parts.way()]
    try {
      const newer = await parts.pass(() => within(checkLimitMs, ending.signal, () => source.check(channel)))
      checkedAt = new Date(clock.now()).toISOString()
      if (!newer || channel !== parts.channel()) return nothing()
      found = { version: newer.version, channel }
      set({ kind: 'available', version: newer.version })
      await parts.pass(() => fetchIt(source, newer.version))
    } catch (error) {
      if (held() !== null || fetching?.signal.aborted || ending.signal.aborted) nothing()
      // It went by a proxy that is no longer set; the one that is may lead there.
      else if (way !== parts.way() && !ending.signal.aborted) return look(source)
      else fail('The update could not be fetched from the release server', error)
    } finally {
      fetching = null
    }
  }
  const check = async (): Promise<UpdateState> => {
    const idle = state.kind === 'none' || state.kind === 'failed'
    if (updater && idle && held() === null)
      looking ??= look(updater).finally(() => {
        looking = null
      })
    await looking
    return now()
  }
  const keepLooking = async (): Promise<void> => {
    for (let waitMs = firstCheckMs; ; waitMs = nextCheckMs) {
      await clock.sleep(waitMs, ending.signal)
      await check()
    }
  }
  if (updater)
    keepLooking().catch((error: unknown) => ending.signal.aborted || fail('Looking has ended', error))

  /** Ends the app and installs, once nothing is under way and the journal is backed up. */
  const installWhenIdle = async (): Promise<void> => {
    // A quit ends jobs too.
    if (!updater || !found || installing || state.kind !== 'waiting' || ending.signal.aborted) return
    const { version } = found
    if (parts.running() > 0) return set({ kind: 'waiting', version, jobs: parts.running() })
    installing = true
    try {
      await parts.backUpJournal()
      // What began meanwhile is waited for; so is a person who has thought better of it.
      if (parts.running() === 0 && isWaiting() && !ending.signal.aborted) updater.installNow()
    } catch (error) {
      fail('The update was not installed, since the journal could not be backed up before', error)
    } finally {
      installing = false
    }
  }
  const isWaiting = (): boolean => state.kind === 'waiting'

  const install: Handlers['updates.install'] = async ({ when }) => {
    if (!found || (state.kind !== 'ready' && state.kind !== 'waiting'))
      throw new Failure('rejected', 'There is no update that could be installed. Look for one first.', {
        problems: [{ field: 'when', message: 'No update has been fetched.' }],
      })
    const { version } = found
    if (when === 'later') set({ kind: 'ready', version })
    else {
      set({ kind: 'waiting', version, jobs: parts.running() })
      await installWhenIdle()
    }
    return now()
  }

  return {
    status: now,
    check,
    install,
    /** To be called when a job has ended. */
    jobEnded: () => void installWhenIdle(),
    /** To be called when the settings or the open profile may have changed: what is no longer wanted is given up. */
    settingsChanged(): void {
      const isUnwanted = found !== null && found.channel !== parts.channel()
      const isStopped = fetching !== null && held() !== null
      if (!isUnwanted && !isStopped) return
      fetching?.abort()
      nothing()
    },
    /** Before the services close: what was left for later is installed when the app has ended, if it may be. */
    async close(): Promise<void> {
      ending.abort()
      fetching?.abort()
      if (!updater || state.kind !== 'ready' || parts.running() > 0) return
      try {
        await parts.backUpJournal()
        updater.installAtQuit()
      } catch (error) {
        fail('The update was not installed, since the journal could not be backed up before', error)
      }
    },
  }
}

/** A name for the cause that holds no address, header or answer of the server. */
function codeOf(error: unknown): string {
  const text = error instanceof Error ? `${String(Reflect.get(error, 'code') ?? '')} ${error.message}` : ''
  return /\b(?:net::)?E[A-Z]{2,}[A-Z_]*\b/.exec(text)?.[0] ?? 'unknown cause'
}
