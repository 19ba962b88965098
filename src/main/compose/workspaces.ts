import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { ReferenceService } from '../../demoService/index.ts'
import type { AppServices, WorkspaceServices } from '../../shared/contract/contract.ts'
import { Failure, noProfileFailure, notFound, rejected } from '../../shared/contract/failures.ts'
import { isCapsule, isDemo, type Profile } from '../../shared/domain/app/profile.ts'
import { joinMessages, message } from '../../shared/words/message.ts'
import { removeDatabase } from '../adapters/sqlite/quarantine.ts'
import { renameFileSync } from '../concurrency/renameFile.ts'
import { createSerialQueue } from '../concurrency/serialQueue.ts'
import type { Session } from '../session/session.ts'
import type { Capsules } from './composeCapsule.ts'
import type { Shared } from './composeShared.ts'
import { openWorkspace, type Workspace } from './composeWorkspace.ts'
import { runInJournalWorker } from './journalWorkerCall.ts'
import { originOf, readManifest } from './workspaceBackup/backupFile.ts'
import { isSqliteFile, otherServiceFailure } from './workspaceBackup/restoreWorkspace.ts'

/** The open workspace, for parts that are created before it can be opened. */
export type OpenWorkspace = { current: Workspace | null }

type WorkspacesDeps = {
  session: Session
  demo: EmbeddedDemo
  capsules: Capsules
  shared: Shared
  open: OpenWorkspace
}

export type Workspaces = ReturnType<typeof createWorkspaces>

/** Manages the one open workspace, that of the session's active profile. */
export function createWorkspaces({ session, demo, capsules, shared, open }: WorkspacesDeps) {
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
    const closing = open.current
    open.current = null
    if (!closing) return
    // The work of the jobs so far is stored.
    await shared.jobs.close()
    await closing.close()
  }
  const startDemo = async (isRemembered: boolean): Promise<void> => {
    const service = await demo.start()
    await session.startDemo(service, isRemembered)
  }
  /** Removes the profile of a capsule, and returns to the user's previous profile. */
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
    if (open.current && open.current.profileId === profile?.id) return
    await close()
    if (profile && isGone(profile)) {
      await leaveCapsule(profile)
      shared.notice(capsuleGoneFailure(profile).userMessage)
      return openActive()
    }
    if (profile) open.current = await openWorkspace(session.live(profile), shared)
    shared.emit('samples.changed', { batchId: null })
    shared.emit('results.changed', {})
  }

  return {
    /** Opens the last open profile, or the named one. Throws `notFound` if there is no such profile. */
    openFirst: (profileName: string | undefined): Promise<void> =>
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
    /** Opens the session's active profile unless it is already open. */
    openActive: () => enqueue(openActive),
    startDemo,
    /** Opens the demo and runs work in its workspace. Rejects if another profile became active in the meantime. */
    runInDemo: <T>(work: (services: WorkspaceServices) => Promise<T>): Promise<T> =>
      enqueue(async () => {
        await startDemo(true)
        await openActive()
        const { current } = open
        const profile = current && session.find(current.profileId)
        if (!profile || !isDemo(profile))
          throw new Failure('cancelled', message('app.anotherProfileOpenedMeanwhile'), {})
        return work(current.services)
      }),
    leaveCapsule,
    /** Closes the open workspace and removes the data that can be fetched again. */
    clearCache: (profileId: string): Promise<void> =>
      enqueue(async () => {
        const { current } = open
        if (current?.profileId === profileId) await current.stopOfflineSync().catch(() => undefined)
        await close()
        for (const name of ['cache.db', 'drugs.db']) removeDatabase(join(folderOf(profileId), name))
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
    } satisfies Pick<AppServices['workspace'], 'verify' | 'restore'>,
    close: () => enqueue(close),
  }
}

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

type EmbeddedDemo = ReturnType<typeof createEmbeddedDemo>

/** Creates the reference service inside this process. Its orders are stored in the data folder across restarts. */
export function createEmbeddedDemo(dataFolder: string) {
  const file = join(dataFolder, 'demo-service.json')
  const launch = async () => {
    const { startReferenceService } = await import('../../demoService/index.ts')
    return startReferenceService({
      // Random, because a fixed key would be known to other accounts of this computer.
      apiKey: `demo-key-${randomBytes(18).toString('base64url')}`,
      rate: { requests: demoRequestsPerMinute, windowS: 60 },
      speed: demoSpeed,
      store: {
        load: () => (existsSync(file) ? readFileSync(file, 'utf8') : null),
        save: (text) => writeAtomically(file, text),
      },
    })
  }
  let started: Promise<ReferenceService> | null = null
  return {
    start(): Promise<ReferenceService> {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      started ??= launch().catch((error: unknown) => {
        started = null
        throw error
      })
      return started
    },
    async close(): Promise<void> {
      const service = await started?.catch(() => null)
      started = null
      await service?.close()
    },
  }
}

/** Leaves the old or the new file after a crash. It does not flush, because the orders are only synthetic. */
function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameFileSync(`${file}.new`, file)
}
