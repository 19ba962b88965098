import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppServices, Services } from '../../shared/contract/contract.ts'
import { Failure, noProfileFailure, readOnlyFailure } from '../../shared/contract/failures.ts'
import type { AppStatus, Revocation } from '../../shared/contract/state.ts'
import type { Profile } from '../../shared/domain/app/profile.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import type { Session } from '../session/session.ts'
import { createCapsules, isOfCapsule } from './composeCapsule.ts'
import type { LiveProfile, Shared } from './composeClient.ts'
import { openWorkspace, type Workspace } from './composeWorkspace.ts'
import type { EmbeddedDemo } from './embeddedDemo.ts'
import { restoreJournal } from './restoreJournal.ts'

type WorkspacesDeps = { session: Session; demo: EmbeddedDemo; shared: Shared }

export type Workspaces = {
  current(): Workspace | null
  /** Opens the profile that was open last, or the named one; throws `notFound` when there is no such profile. */
  openFirst(profileName: string | undefined): Promise<void>
  /** Each leaves the active profile's workspace open. */
  services(status: () => AppStatus): Pick<AppServices, 'session' | 'profiles' | 'capsules'>
  close(): Promise<void>
}

/** One open workspace at a time: that of the session's active profile. */
export function createWorkspaces({ session, demo, shared }: WorkspacesDeps): Workspaces {
  let open: Workspace | null = null
  let lastTask: Promise<unknown> = Promise.resolve()
  const capsules = createCapsules({ session, shared })
  /** Where a person was when they opened a capsule, to go back to when they close it. */
  const previousProfileIds = new Map<string, string>()

  /** One opening or closing at a time. */
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const next = lastTask.then(work, work)
    lastTask = next.catch(() => undefined)
    return next
  }

  const close = async () => {
    const closing = open
    open = null
    if (!closing) return
    // What they had done is kept.
    await shared.jobs.close()
    await closing.close()
  }

  const openActiveProfile = async () => {
    const profile = session.active()
    if (open && open.profileId === profile?.id) return
    await close()
    if (profile && isGone(profile)) return leaveGoneCapsule(profile)
    if (profile) open = await openWorkspace(liveProfile(session, profile), shared, restoreOpenJournal)
    shared.emit('samples.changed', { batchId: null })
    shared.emit('results.changed', {})
  }

  const isGone = (profile: Profile): boolean => isOfCapsule(profile) && !capsules.folderExists(profile)

  const leaveGoneCapsule = async (profile: Profile) => {
    await leaveCapsule(profile)
    shared.notice(capsuleGoneFailure(profile).message)
    await openActiveProfile()
  }

  /** Forgets it, and goes back to where a person was before. */
  const leaveCapsule = async ({ id }: Profile) => {
    await capsules.forget(id)
    const others = session.profiles().filter((profile) => !isOfCapsule(profile))
    // After a restart nobody knows where a person came from; one place is none to choose from.
    const previous =
      session.find(previousProfileIds.get(id) ?? '') ?? (others.length === 1 ? others[0] : undefined)
    if (previous) await session.select(previous.id)
    if (previous?.signIn === 'demo') await startDemo(true)
  }

  const closeCapsule = async (profile: Profile) => {
    await leaveCapsule(profile)
    await enqueue(openActiveProfile)
    await capsules.removeFolder(profile.id)
  }

  const openCapsule = async (fileId: string) => {
    const before = session.active()
    await capsules.open({ fileId })
    const now = session.active()
    const origin = before && isOfCapsule(before) ? previousProfileIds.get(before.id) : before?.id
    if (now && origin !== undefined) previousProfileIds.set(now.id, origin)
  }

  /** Signing in may take minutes in the browser: only what opens and closes waits its turn. */
  const runThenOpenActive = async (
    work: () => Promise<unknown>,
    status: () => AppStatus,
  ): Promise<AppStatus> => {
    try {
      await work()
    } finally {
      await enqueue(openActiveProfile)
    }
    shared.emit('status.changed', status())
    return status()
  }

  const startDemo = async (isRemembered: boolean) => {
    const service = await demo.start()
    await session.startDemo(service, isRemembered)
  }

  const clearCache = async (profileId: string) => {
    if (open?.profileId === profileId) await open.stopOfflineSync().catch(() => undefined)
    await close()
    const folder = join(shared.paths.data, 'profiles', profileId)
    for (const name of ['cache.db', 'drugs.db'])
      for (const suffix of ['', '-wal', '-shm']) await rm(join(folder, `${name}${suffix}`), { force: true })
  }

  /** Exchanges the journal of the open profile for a backup of it. */
  const restoreOpenJournal: Services['journal']['restore'] = ({ fileId }) =>
    enqueue(async () => {
      if (!open) throw noProfileFailure()
      // It may have been another one when this was asked for.
      if (open.isCapsule) throw readOnlyFailure()
      const folder = join(shared.paths.data, 'profiles', open.profileId)
      const profile = session.find(open.profileId)
      const owner = profile && { service: profile.serviceUrl, isDemo: profile.signIn === 'demo' }
      const backup = shared.files.path(fileId)
      await close()
      try {
        // Another start that meets the moment without a journal waits for its end.
        return await createLocks(folder, shared.clock).withLock('journal-repair', async () =>
          restoreJournal({ folder, backup, nowMs: shared.clock.now(), ...(owner ? { owner } : {}) }),
        )
      } finally {
        await openActiveProfile()
      }
    })

  return {
    current: () => open,
    openFirst: (profileName) =>
      enqueue(async () => {
        if (profileName !== undefined) {
          session.use(requireProfileId(session, profileName))
          const profile = session.active()
          // Nobody who names a profile means another one.
          if (profile && isGone(profile)) throw capsuleGoneFailure(profile)
        }
        if (session.active()?.signIn === 'demo') await startDemo(profileName === undefined)
        await openActiveProfile()
      }),
    services: (status) => {
      const runThenOpen = (work: () => Promise<unknown>) => runThenOpenActive(work, status)
      /** A profile that is opened for it goes on with its work anyway. */
      const signIn = async (work: () => Promise<unknown>) => {
        const before = open
        const now = await runThenOpen(work)
        if (open === before) open?.onSignedIn()
        return now
      }
      return {
        capsules: {
          verify: capsules.verify,
          open: ({ fileId }) => runThenOpen(() => openCapsule(fileId)),
        },
        session: {
          startDemo: () => runThenOpen(() => startDemo(true)),
          connectApiKey: (input) => signIn(() => session.connectApiKey(input)),
          connectOAuth: (input) => signIn(() => session.connectOAuth(input)),
          cancelOAuth: () => {
            session.cancelOAuth()
            return null
          },
          checkKeychain: async () => {
            const found = await session.checkKeychain()
            shared.emit('status.changed', status())
            return found
          },
          signOut: async ({ clearCache: clear }) => {
            let revocation: Revocation = null
            const now = await runThenOpen(async () => {
              const profile = session.active()
              if (profile && isOfCapsule(profile)) return closeCapsule(profile)
              try {
                revocation = await session.signOut()
              } finally {
                if (clear && profile) await enqueue(() => clearCache(profile.id))
              }
            })
            return { ...now, revocation }
          },
          pasteRedirect: ({ address }) => {
            session.pasteRedirect(address)
            return null
          },
          secrets: () => session.secrets(),
        },
        profiles: {
          change: async (changes) => {
            const now = await runThenOpen(() => session.change(changes))
            if (changes.conventions && open?.profileId === changes.profileId) await open.conventionsChanged()
            return now
          },
          select: ({ profileId, remember: isRemembered }) =>
            runThenOpen(async () => {
              if (isRemembered) await session.select(profileId)
              else session.use(profileId)
              if (session.active()?.signIn === 'demo') await startDemo(isRemembered)
            }),
        },
      }
    },
    close: () => enqueue(close),
  }
}

const liveProfile = (session: Session, opened: Profile): LiveProfile => ({
  profile: () => session.find(opened.id) ?? opened,
  credential: session.credential(opened),
  saveFoundConventions: (found) => session.saveFoundConventions(opened.id, found),
  tokenScopes: () => session.tokenScopes(opened.id),
  signInServer: () => session.signInServer(opened.id),
  scopesHeld: () => session.scopesHeld(opened.id),
})

const capsuleGoneFailure = ({ name }: Profile): Failure =>
  new Failure('notFound', `The workspace of the capsule “${name}” is gone. Open it again from its file.`, {
    what: 'profile',
  })

function requireProfileId(session: Session, name: string): string {
  const found = session.profiles().find((profile) => profile.name === name)
  if (found) return found.id
  const names = session.profiles().map((profile) => profile.name)
  const known = names.length > 0 ? ` Profiles here: ${names.join(', ')}.` : ''
  throw new Failure('notFound', `There is no profile "${name}".${known}`, { what: 'profile' })
}
