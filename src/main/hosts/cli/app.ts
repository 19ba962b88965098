import { resolve } from 'node:path'
import type { Call } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { AppStatus, Job, QuotaStatus } from '../../../shared/contract/state.ts'
import { formatUncertain } from '../../../shared/domain/app/appData.ts'
import { isSameService, type Profile } from '../../../shared/domain/app/profile.ts'
import { message, toEnglish } from '../../../shared/words/message.ts'
import { type AppOptions, type Dialogs } from '../../ports.ts'
import { openInBrowser } from '../openInBrowser.ts'
import type { CommandSpec, OpenedApp, Run } from './program/command.ts'
import { CommandFailed, exitCodeOfJob, Interrupted, jobOf, UsageError } from './program/exitCodes.ts'

type Settings = {
  /** Replaces `--data`. */
  dataFolder?: string
  /** True if the command creates or chooses its profile itself (`demo`, `login`). */
  ownProfile?: boolean
  /** True to continue waiting for unfinished screenings. */
  resumesWork?: boolean
}

type Work = (app: OpenedApp) => Promise<number | void>

/** Returns the `run` of a command that works in the app. */
export const inApp =
  (work: Work): CommandSpec['run'] =>
  (run) =>
    withApp(run, work)

/** Returns the `run` of a command that needs no profile. */
export const withoutProfile =
  (work: Work): CommandSpec['run'] =>
  (run) =>
    withApp(run, work, { ownProfile: true })

/** Composes the app, opens the requested profile, runs the work, and always closes the app. */
export async function withApp(
  run: Run,
  work: Work,
  { dataFolder, ownProfile = false, resumesWork = false }: Settings = {},
): Promise<number | void> {
  const composed = await run.deps.compose({
    ...composeOptions(run, createDialogs(run), dataFolder),
    ...(ownProfile ? {} : profileOptions(run)),
    resumesWork,
  })
  try {
    const app: OpenedApp = {
      callAnyway: composed.call,
      call: untilStopped(composed.call, run.signal),
      listen: (listener) => composed.listen(listener),
      endJobs: () => composed.endJobs(),
      saveAt: (path) => composed.files.reserve(path),
      run,
      output: run.output,
    }
    if (!ownProfile) await openRequestedProfile(app)
    const { profile, notices, uncertain } = await app.call('app.status', {})
    run.profile = profile
    let isUncertain = false
    const showUncertain = (now: AppStatus['uncertain']) => {
      if (now && !isUncertain) run.output.warn(formatUncertain(now))
      isUncertain = Boolean(now)
    }
    let shownNotices = 0
    const show = (all: AppStatus['notices']) => {
      for (const notice of all.slice(shownNotices)) run.output.warn(notice)
      shownNotices = all.length
    }
    composed.listen(({ name, payload }) => {
      if (name !== 'status.changed') return
      show(payload.notices)
      showUncertain(payload.uncertain)
    })
    run.output.extendSummaries(() => ({ journal_uncertain: isUncertain }))
    show(notices)
    showUncertain(uncertain)
    return await work(app)
  } finally {
    await composed.close()
  }
}

/** Returns the options common to every composition of this run. */
export function composeOptions(
  { deps, globals, env }: Run,
  dialogs: Dialogs,
  dataFolder = deps.chooseDataFolder(globals.data, env),
): AppOptions {
  const { version, entry } = deps
  return { host: 'cli', version, dataFolder, entry, dialogs, offline: globals.offline }
}

/** Returns the profile requested by `--profile`, or by a key in the environment together with `--service`. */
export function profileOptions({ globals, env }: Run): Partial<AppOptions> {
  const apiKey = env['PATHCLOCK_API_KEY']
  const serviceUrl = globals.service
  if (apiKey && serviceUrl) return { environmentKey: { serviceUrl, apiKey } }
  return globals.profile === undefined ? {} : { profileName: globals.profile }
}

/** Creates the dialogs. Files come from the command line, so only the browser for signing in is used. */
function createDialogs({ output }: Run): Dialogs {
  return {
    chooseOpen: async () => null,
    chooseSave: async () => null,
    reveal: async () => {},
    openExternal: async (url) => {
      output.warn(`Sign in in your browser. If it does not open, go to:\n${url}`)
      await openInBrowser(url)
    },
  }
}

/**
 * Wraps a call so that it throws `Interrupted` if the run is stopped before the response. `late`: waits this long for
 * the response of a stopped run, and ends with this message.
 */
export const untilStopped =
  (call: Call, signal: AbortSignal, late?: { graceMs: number; message: string }): Call =>
  async (name, input) => {
    if (signal.aborted) throw new Interrupted()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    let grace: NodeJS.Timeout | undefined
    const stop = () => {
      if (late) grace = setTimeout(() => reject(new Interrupted(null, late.message)), late.graceMs)
      else reject(new Interrupted())
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([call(name, input), stopped])
    } finally {
      clearTimeout(grace)
      signal.removeEventListener('abort', stop)
    }
  }

/** Opens the profile of `--service`, or the only one. With an API key in the environment it is already open. */
async function openRequestedProfile({ call, run }: OpenedApp): Promise<void> {
  const { globals, env } = run
  const status = await call('app.status', {})
  if (env['PATHCLOCK_API_KEY'] && globals.service) return refuseOther(globals, status.profile?.name)
  if (globals.service !== undefined) {
    const profileId = profileOf(status, globals.service)
    refuseOther(globals, status.profiles.find(({ id }) => id === profileId)?.name)
    if (profileId !== status.profile?.id) await call('profiles.select', { profileId, remember: false })
    return
  }
  if (status.profile || globals.profile !== undefined) return
  const [only, ...others] = status.profiles
  if (others.length > 0)
    throw new UsageError(
      `There are several profiles: ${status.profiles.map(({ name }) => name).join(', ')}. Choose one with --profile.`,
    )
  if (only) await call('profiles.select', { profileId: only.id, remember: false })
}

/** Throws if `--profile` and `--service` do not match. Silently preferring one would mean another lab's orders. */
function refuseOther({ profile, service }: Run['globals'], found: string | undefined): void {
  if (profile !== undefined && profile !== found)
    throw new UsageError(`The profile "${profile}" does not belong to ${service}. Give only one of the two.`)
}

function profileOf({ profile, profiles }: AppStatus, service: string): string {
  const requestedUrl = plainAddress(service)
  const own = [profile, ...profiles].filter((one): one is Profile => one !== null && one.signIn !== 'capsule')
  const exact = own.find(({ serviceUrl }) => plainAddress(serviceUrl) === requestedUrl)
  const same = URL.canParse(requestedUrl) ? profiles.filter((one) => isOwnOf(one, requestedUrl)) : []
  const found = exact ?? (same.length === 1 ? same[0] : undefined)
  if (found) return found.id
  throw new Failure('notSignedIn', message('cli.dataFolderNoSign', { service }), {})
}

const isOwnOf = (profile: Profile, serviceUrl: string): boolean =>
  profile.signIn !== 'capsule' && isSameService(profile, { serviceUrl })

/** Normalizes an address for comparison: with a scheme, without a trailing slash, in lowercase. */
export const plainAddress = (address: string): string =>
  (address.includes('://') ? address : `https://${address}`).replace(/\/+$/, '').toLowerCase()

/** Follows a job to its end. Cancels it if the run is stopped. Throws `Interrupted` or `CommandFailed`. */
export async function followJob(app: OpenedApp, start: () => Promise<{ jobId: string }>): Promise<Job> {
  const { output, signal } = app.run
  const ended = new Map<string, Job>()
  const { promise, resolve } = Promise.withResolvers<Job>()
  let followed: string | null = null
  const check = () => {
    const job = followed === null ? undefined : ended.get(followed)
    if (job) resolve(job)
  }
  const toPause = createPauseReader()
  const unlisten = app.listen(({ name, payload }) => {
    if (name === 'job.progressed' && payload.jobId === followed) output.progress(payload)
    if (name === 'quota.changed') {
      const untilMs = toPause(payload, Date.now())
      if (untilMs !== null) output.waiting(untilMs)
    }
    if (name === 'job.ended') ended.set(payload.jobId, payload)
    check()
  })
  const cancel = () => {
    if (followed === null) return
    // The user stops it, so the batch is not marked as interrupted.
    void app.callAnyway('jobs.cancel', { jobId: followed }).then(app.endJobs, app.endJobs)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    followed = (await start()).jobId
    check()
    // It may have ended before its id was known here and the listener could match it.
    const known = (await app.callAnyway('jobs.list', {})).find(({ jobId }) => jobId === followed)
    if (known && known.state !== 'running') resolve(known)
    if (signal.aborted) cancel()
    const job = await promise
    if (job.state !== 'failed') output.progress(job)
    return settle(job)
  } finally {
    output.progressEnded()
    signal.removeEventListener('abort', cancel)
    unlisten()
  }
}

/** Follows a job to its end and reports it. Throws the error of a job that failed or was stopped. */
export async function followAndReport<T>(
  app: OpenedApp,
  start: () => Promise<{ jobId: string }>,
  report: (job: Job) => T | Promise<T>,
): Promise<T> {
  try {
    return await report(await followJob(app, start))
  } catch (error) {
    const job = jobOf(error)
    if (job) await report(job)
    throw error
  }
}

/** Opens a file for a service; by default the one that the command names. */
export async function openFile(
  { call, run }: OpenedApp,
  path = run.operands[0] ?? '',
): Promise<{ fileId: string }> {
  const { fileId } = await call('files.adopt', { path: resolve(path) })
  return { fileId }
}

/** The shortest pause to report. A shorter one is barely noticeable. */
const longPauseMs = 5000

/** Creates a reader of the quota. It returns the end of a long pause once, and otherwise null. */
function createPauseReader(): (quota: QuotaStatus, nowMs: number) => number | null {
  let knownMs = 0
  return ({ paused, queued, waitMs }, nowMs) => {
    const untilMs = nowMs + waitMs
    if (!paused || queued === 0 || waitMs < longPauseMs || untilMs < knownMs + longPauseMs) return null
    knownMs = untilMs
    return untilMs
  }
}

function settle(job: Job): Job {
  if (job.state === 'done') return job
  if (job.state === 'cancelled') throw new Interrupted(job)
  throw new CommandFailed(
    toEnglish(job.message ?? message('cli.failed', { title: toEnglish(job.title) })),
    exitCodeOfJob(job),
    job,
  )
}
