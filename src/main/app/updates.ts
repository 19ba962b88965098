import type { Handlers } from '../../shared/contract/contract.ts'
import { rejected } from '../../shared/contract/failures.ts'
import type { UpdateChannel, UpdateState } from '../../shared/domain/app/settings.ts'
import { type Message, message, toEnglish } from '../../shared/words/message.ts'
import { startDeadline } from '../concurrency/deadline.ts'
import type { Clock, Log, Updater } from '../ports.ts'

type UpdatesDeps = {
  /** Null if this app does not update itself; `forbidden` if an administrator has turned updates off. */
  updater: Updater | 'forbidden' | null
  clock: Clock
  log: Log
  channel(): UpdateChannel
  isOffline(): boolean
  isDemo(): boolean
  /** Returns a different key whenever another proxy is set. */
  proxyKey(): string
  /** Runs `work`, or throws while the offline switch is on. */
  runIfOnline<T>(work: () => Promise<T>): Promise<T>
  runningJobs(): number
  /** Rejects if the journal of the open profile could not be backed up. */
  backUpJournal(): Promise<void>
  onChange(state: UpdateState): void
}

const firstCheckDelayMs = 60_000
const checkIntervalMs = 6 * 60 * 60_000
/** The library has no limit for a whole response. */
const checkTimeoutMs = 60_000
const downloadTimeoutMs = 60 * 60_000

/** Creates the app's updates: it downloads without asking, and installs at a quit, but not during a job. */
export function createUpdates(deps: UpdatesDeps) {
  const { clock, log } = deps
  const updater = deps.updater === 'forbidden' ? null : deps.updater
  const closing = new AbortController()
  let state: UpdateState = { kind: 'none', checkedAt: null, held: null }
  let checkedAt: string | null = null
  let foundUpdate: { version: string; channel: UpdateChannel } | null = null
  let downloadController: AbortController | null = null
  let checking: Promise<void> | null = null
  let installing = false

  const heldReason = () => {
    if (deps.updater === 'forbidden') return 'policy'
    if (!updater) return 'build'
    if (deps.isDemo()) return 'demo'
    if (deps.isOffline()) return 'offline'
    return deps.channel() === 'off' ? 'off' : null
  }
  const currentState = (): UpdateState =>
    state.kind === 'none' ? { kind: 'none', checkedAt, held: heldReason() } : state
  const setState = (next: UpdateState): void => {
    state = next
    deps.onChange(currentState())
  }
  const resetState = (): void => {
    foundUpdate = null
    setState({ kind: 'none', checkedAt, held: null })
  }
  const fail = (what: Message, error: unknown): void => {
    const code = codeOf(error)
    log.write('warn', 'an update failed', { what: toEnglish(what), code: code ?? 'unknown cause' })
    setState({
      kind: 'failed',
      message: message('app.pathclockStaysTriesAgain', { what, code: code ?? message('app.unknownCause') }),
    })
  }

  const withDeadline = async <T>(
    timeoutMs: number,
    signal: AbortSignal,
    work: (deadlineSignal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const reason = Object.assign(new Error('The release server took too long.'), { code: 'ETIMEDOUT' })
    const deadline = startDeadline(clock, timeoutMs, { signal, reason })
    try {
      return await deadline.race(work(deadline.signal))
    } finally {
      deadline.dispose()
    }
  }
  const downloadUpdate = async (source: Updater, version: string): Promise<void> => {
    downloadController = new AbortController()
    const { signal } = downloadController
    let shown = -1
    const showProgress = (percent: number): void => {
      const wholePercent = Math.floor(percent)
      if (wholePercent === shown || signal.aborted) return
      shown = wholePercent
      setState({ kind: 'downloading', version, percent: wholePercent })
    }
    await withDeadline(downloadTimeoutMs, signal, (deadlineSignal) =>
      source.download(showProgress, deadlineSignal),
    )
    if (!signal.aborted) setState({ kind: 'ready', version })
  }

  const checkAndDownload = async (source: Updater): Promise<void> => {
    const [channel, proxyKey] = [deps.channel(), deps.proxyKey()]
    try {
      const newRelease = await deps.runIfOnline(() =>
        withDeadline(checkTimeoutMs, closing.signal, () => source.check(channel)),
      )
      checkedAt = new Date(clock.now()).toISOString()
      if (!newRelease || channel !== deps.channel()) return resetState()
      foundUpdate = { version: newRelease.version, channel }
      setState({ kind: 'available', version: newRelease.version })
      await deps.runIfOnline(() => downloadUpdate(source, newRelease.version))
    } catch (error) {
      if (heldReason() !== null || downloadController?.signal.aborted || closing.signal.aborted) resetState()
      // The check used a proxy that is no longer set. The current one may work.
      else if (proxyKey !== deps.proxyKey() && !closing.signal.aborted) return checkAndDownload(source)
      else fail(message('app.pathclockCouldNotDownload'), error)
    } finally {
      downloadController = null
    }
  }
  const check = async (): Promise<UpdateState> => {
    const idle = state.kind === 'none' || state.kind === 'failed'
    if (updater && idle && heldReason() === null)
      checking ??= checkAndDownload(updater).finally(() => {
        checking = null
      })
    await checking
    return currentState()
  }
  const checkPeriodically = async (): Promise<void> => {
    for (let waitMs = firstCheckDelayMs; ; waitMs = checkIntervalMs) {
      await clock.sleep(waitMs, closing.signal)
      await check()
    }
  }
  if (updater)
    checkPeriodically().catch(
      (error: unknown) =>
        closing.signal.aborted || fail(message('app.pathclockStoppedCheckingUpdates'), error),
    )

  /** Quits the app and installs the update, once no job is running and the journal is backed up. */
  const installWhenIdle = async (): Promise<void> => {
    // A quit ends jobs too.
    if (!updater || !foundUpdate || installing || state.kind !== 'waiting' || closing.signal.aborted) return
    const { version } = foundUpdate
    if (deps.runningJobs() > 0) return setState({ kind: 'waiting', version, jobs: deps.runningJobs() })
    installing = true
    try {
      await deps.backUpJournal()
      // Jobs that started meanwhile are awaited, and the user may have changed the decision.
      if (deps.runningJobs() === 0 && isWaiting() && !closing.signal.aborted) updater.installNow()
    } catch (error) {
      fail(message('app.pathclockNotInstallUpdate'), error)
    } finally {
      installing = false
    }
  }
  const isWaiting = (): boolean => state.kind === 'waiting'

  const install: Handlers['updates.install'] = async ({ when }) => {
    if (!foundUpdate || (state.kind !== 'ready' && state.kind !== 'waiting'))
      throw rejected(message('app.noUpdateInstallCheck'), [
        { field: 'when', message: message('app.noUpdateFetched') },
      ])
    const { version } = foundUpdate
    if (when === 'later') setState({ kind: 'ready', version })
    else {
      setState({ kind: 'waiting', version, jobs: deps.runningJobs() })
      await installWhenIdle()
    }
    return currentState()
  }

  return {
    status: currentState,
    check,
    install,
    onJobEnded: () => void installWhenIdle(),
    /** Call when the settings or the open profile may have changed: cancels updates that are no longer wanted. */
    onSettingsChanged(): void {
      const isUnwanted = foundUpdate !== null && foundUpdate.channel !== deps.channel()
      const isStopped = downloadController !== null && heldReason() !== null
      if (!isUnwanted && !isStopped) return
      downloadController?.abort()
      resetState()
    },
    /** Call before the services close: an update that the user postponed is installed after the app has ended. */
    async close(): Promise<void> {
      closing.abort()
      downloadController?.abort()
      if (!updater || state.kind !== 'ready' || deps.runningJobs() > 0) return
      try {
        await deps.backUpJournal()
        updater.installAtQuit()
      } catch (error) {
        fail(message('app.pathclockNotInstallUpdate'), error)
      }
    },
  }
}

/** Returns an error code without addresses, headers or server responses. */
function codeOf(error: unknown): string | null {
  const text = error instanceof Error ? `${String(Reflect.get(error, 'code') ?? '')} ${error.message}` : ''
  return /\b(?:net::)?E[A-Z]{2,}[A-Z_]*\b/.exec(text)?.[0] ?? null
}
