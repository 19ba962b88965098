import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ReferenceService } from '../../demoService/index.ts'
import type { AppServices, WorkspaceServices } from '../../shared/contract/contract.ts'
import { Failure, noProfileFailure, notFound, rejected } from '../../shared/contract/failures.ts'
import { isCapsule, isDemo, type Profile } from '../../shared/domain/app/profile.ts'
import { lazy } from '../../shared/lazy.ts'
import { joinMessages, message } from '../../shared/words/message.ts'
import { renameFileSync } from '../concurrency/renameFile.ts'
import { createSerialQueue } from '../concurrency/serialQueue.ts'
import type { Session } from '../session/session.ts'
import { type Capsules, openCapsule } from './composeCapsule.ts'
import type { LiveProfile, Shared } from './composeClient.ts'
import { openProfile, type Workspace } from './composeWorkspace.ts'
import { runInJournalWorker } from './journalWorkerCall.ts'
import { originOf, readManifest } from './workspaceBackup/backupFile.ts'
import { isSqliteFile, otherServiceFailure } from './workspaceBackup/restoreWorkspace.ts'

/** The open workspace, for parts that are created before it can be opened. */
export type OpenWorkspace = { get(): Workspace | null; set(workspace: Workspace | null): void }

export function createOpenWorkspace(): OpenWorkspace {
  let open: Workspace | null = null
  return {
    get: () => open,
    set: (workspace) => {
      open = workspace
    },
  }
}

type WorkspacesDeps = {
  session: Session
  demo: EmbeddedDemo
  capsules: Capsules
  shared: Shared
  open: OpenWorkspace
}

export type Workspaces = {
  /** Opens the last open profile, or the named one. Throws `notFound` if there is no such profile. */
  openFirst(profileName: string | undefined): Promise<void>
  /** Opens the session's active profile unless it is already open. */
  openActive(): Promise<void>
  startDemo(isRemembered: boolean): Promise<void>
  /** Opens the demo and runs work in its workspace. Rejects if another profile became active in the meantime. */
  runInDemo<T>(work: (services: WorkspaceServices) => Promise<T>): Promise<T>
  /** Removes the profile of a capsule, and returns to the user's previous profile. */
  leaveCapsule(profile: Profile): Promise<void>
  /** Closes the open workspace and removes the data that can be fetched again. */
  clearCache(profileId: string): Promise<void>
  backups: Pick<AppServices['workspace'], 'verify' | 'restore'>
  close(): Promise<void>
}

/** Manages the one open workspace, that of the session's active profile. */
export function createWorkspaces({ session, demo, capsules, shared, open }: WorkspacesDeps): Workspaces {
  /** Runs one opening or closing at a time. */
  const { run: enqueue } = createSerialQueue()
  const folderOf = (profileId: string): string => join(shared.paths.data, 'profiles', profileId)
  const workerFile = shared.paths.worker('journalWorker')
  /** Finds the target of a backup. `into`: the local profile. A copy of a journal names no profile. */
  const findTarget = async (path: string, profileId: string | undefined) => {
    if (!isSqliteFile(path)) {
      const { profile } = await readManifest(path)
      const { profile: into, isOtherService } = session.targetOfBackup(profile, profileId)
      if (into && isCapsule(into)) throw capsuleTargetFailure()
      return { profile, into, isOtherService, isJournal: false }
    }
    const into = profileId === undefined ? session.active() : session.find(profileId)
    if (!into) throw profileId === undefined ? journalAloneFailure(path) : noProfileFailure()
    if (isCapsule(into)) throw capsuleTargetFailure()
    return { profile: into, into, isOtherService: false, isJournal: true }
  }
  const isGone = (profile: Profile): boolean => isCapsule(profile) && !capsules.folderExists(profile)

  const close = async (): Promise<void> => {
    const closing = open.get()
    open.set(null)
    if (!closing) return
    // The work of the jobs so far is stored.
    await shared.jobs.close()
    await closing.close()
  }
  const startDemo = async (isRemembered: boolean): Promise<void> => {
    const service = await demo.start()
    await session.startDemo(service, isRemembered)
  }
  const leaveCapsule = async ({ id }: Profile): Promise<void> => {
    await capsules.forget(id)
    const others = session.profiles().filter((profile) => !isCapsule(profile))
    // After a restart the origin is unknown. If there is only one other profile, it is the previous one.
    const previous =
      session.find(capsules.originOf(id) ?? '') ?? (others.length === 1 ? others[0] : undefined)
    if (previous) await session.select(previous.id)
    if (previous?.signIn === 'demo') await startDemo(true)
  }
  const openActive = async (): Promise<void> => {
    const profile = session.active()
    if (open.get() && open.get()?.profileId === profile?.id) return
    await close()
    if (profile && isGone(profile)) {
      await leaveCapsule(profile)
      shared.notice(capsuleGoneFailure(profile).userMessage)
      return openActive()
    }
    const openKind = profile && isCapsule(profile) ? openCapsule : openProfile
    if (profile) open.set(await openKind(toLiveProfile(session, profile), shared))
    shared.emit('samples.changed', { batchId: null })
    shared.emit('results.changed', {})
  }

  return {
    openFirst: (profileName) =>
      enqueue(async () => {
        if (profileName !== undefined) {
          session.use(requireProfileId(session, profileName))
          const profile = session.active()
          // A user who names a profile does not want another one.
          if (profile && isGone(profile)) throw capsuleGoneFailure(profile)
        }
        if (session.active()?.signIn === 'demo') await startDemo(profileName === undefined)
        await openActive()
      }),
    openActive: () => enqueue(openActive),
    startDemo,
    runInDemo: (work) =>
      enqueue(async () => {
        await startDemo(true)
        await openActive()
        const current = open.get()
        const profile = current && session.find(current.profileId)
        if (!profile || !isDemo(profile))
          throw new Failure('cancelled', message('app.anotherProfileOpenedMeanwhile'), {})
        return work(current.services)
      }),
    leaveCapsule,
    clearCache: (profileId) =>
      enqueue(async () => {
        const current = open.get()
        if (current?.profileId === profileId) await current.stopOfflineSync().catch(() => undefined)
        await close()
        await removeCache(folderOf(profileId))
      }),
    backups: {
      async verify({ fileId, profileId }) {
        const path = shared.files.path(fileId)
        const backup = await runInJournalWorker(workerFile, 'describeBackup', [path])
        const { profile, into, isOtherService } = await findTarget(path, profileId)
        const { name, serviceUrl } = into ?? profile
        return {
          ...backup,
          target: { name, service: originOf(serviceUrl), isNew: into === null, isOtherService },
        }
      },
      restore: ({ fileId, profileId, otherService }) =>
        enqueue(async () => {
          const path = shared.files.path(fileId)
          const { profile, into, isOtherService, isJournal } = await findTarget(path, profileId)
          if (isOtherService && !otherService && into)
            throw otherServiceFailure(basename(path), originOf(profile.serviceUrl), originOf(into.serviceUrl))
          await close()
          try {
            const { id, serviceUrl } = into ?? profile
            const service =
              isJournal && !otherService
                ? { address: serviceUrl, isDemo: into !== null && isDemo(into) }
                : null
            const options = { folder: folderOf(id), backup: path, nowMs: shared.clock.now(), service }
            const restored = await runInJournalWorker(workerFile, 'restoreWorkspace', [options])
            const { name, signIn } = await session.addRestored(profile, into)
            if (signIn === 'demo') await startDemo(true)
            return { ...restored, profile: name }
          } finally {
            await openActive()
          }
        }),
    },
    close: () => enqueue(close),
  }
}

async function removeCache(folder: string): Promise<void> {
  for (const name of ['cache.db', 'drugs.db'])
    for (const suffix of ['', '-wal', '-shm']) await rm(join(folder, `${name}${suffix}`), { force: true })
}

const toLiveProfile = (session: Session, opened: Profile): LiveProfile => ({
  profile: () => session.find(opened.id) ?? opened,
  credential: session.credential(opened),
  saveDetected: (detected) => session.saveDetected(opened.id, detected),
  tokenScopes: () => session.tokenScopes(opened.id),
  signInServer: () => session.signInServer(opened.id),
  scopesHeld: () => session.scopesHeld(opened.id),
})

const capsuleTargetFailure = (): Failure => rejected(message('app.backupCannotRestoredOpened'), 'profile')

const journalAloneFailure = (path: string): Failure =>
  rejected(message('app.copyJournalNotSay', { name: basename(path) }), 'profile')

const capsuleGoneFailure = ({ name }: Profile): Failure =>
  notFound(message('app.workspaceCapsuleGoneOpen', { name }), message('shared.profile'))

function requireProfileId(session: Session, name: string): string {
  const found = session.profiles().find((profile) => profile.name === name)
  if (found) return found.id
  const names = session.profiles().map((profile) => profile.name)
  const known = names.length > 0 ? message('app.profilesHere', { names: names.join(', ') }) : null
  throw notFound(joinMessages([message('app.noProfile', { name }), known]), message('shared.profile'))
}

/** The limit of the embedded service, generous because a demo should not wait for a quota. */
const demoRequestsPerMinute = 6000
/** Orders are processed this many times faster than at the stand-alone reference service. */
const demoSpeed = 30

type EmbeddedDemo = { start(): Promise<ReferenceService>; close(): Promise<void> }

/** Creates the reference service inside this process. Its orders are stored in the data folder across restarts. */
export function createEmbeddedDemo(dataFolder: string): EmbeddedDemo {
  const file = join(dataFolder, 'demo-service.json')
  const launch = async () => {
    const { startReferenceService } = await import('../../demoService/index.ts')
    return startReferenceService({
      // Random, because a fixed key would be known to other accounts of this computer.
      apiKey: `demo-key-${randomBytes(18).toString('base64url')}`,
      rate: { requests: demoRequestsPerMinute, windowS: 60 },
      speed: demoSpeed,
      store: { load: () => readIfExists(file), save: (text) => writeAtomically(file, text) },
    })
  }
  let startOnce = lazy(launch)
  let started: Promise<ReferenceService> | null = null
  return {
    start: () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      started = startOnce()
      return started
    },
    close: async () => {
      const service = await started?.catch(() => null)
      started = null
      startOnce = lazy(launch)
      await service?.close()
    },
  }
}

function readIfExists(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Leaves the old or the new file after a crash. It does not flush, because the orders are only synthetic. */
function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameFileSync(`${file}.new`, file)
}
