import { join } from 'node:path'
import { readOnlyFailure } from '../../shared/contract/failures.ts'
import { dialectOf } from '../../shared/domain/app/dialect.ts'
import { isCapsule, isDemo } from '../../shared/domain/app/profile.ts'
import { accountName } from '../adapters/system.ts'
import { runUntilClosed } from '../concurrency/untilClosed.ts'
import { startDrugThreads } from '../drugs/drugs.ts'
import type { LiveProfile } from '../session/session.ts'
import { groupsOfCapsule } from './composeCapsule.ts'
import { createClient, createProfileRateLimiter } from './composeClient.ts'
import { createJournalMaintenance } from './composeJournal.ts'
import { verifyResultsInBackground } from './composeResults.ts'
import { type ComposedServices, composeServices, type ServiceDeps } from './composeServices.ts'
import type { Shared } from './composeShared.ts'
import { openStores } from './composeStores.ts'
import { createWorkspaceBackups } from './workspaceBackups.ts'

/** The open workspace: a profile with its data and its service, or a capsule, which contacts no service. */
export type Workspace = Awaited<ReturnType<typeof openWorkspace>>

/** Opens a profile or capsule: its databases, client, quota and services. Resumes the stopped work of a profile. */
export const openWorkspace = (liveProfile: LiveProfile, given: Shared) =>
  withClosers(async (onClose) => {
    const { profile } = liveProfile
    const isReadOnly = isCapsule(profile())
    const shared = isReadOnly ? withoutRequests(given) : given
    const data = await openProfileData({ shared, liveProfile, onClose })
    const { stores, journalMaintenance } = data
    const quota = await createProfileRateLimiter(profile, shared, {
      store: stores.rateLimitStore,
      changed: (status) => {
        if (!isReadOnly) shared.emit('quota.changed', status)
      },
    })
    const composed = composeServices({
      ...data,
      shared,
      liveProfile,
      remote: createClient(liveProfile, quota, shared),
      quota,
      ...(isReadOnly ? { pathwayGroups: () => groupsOfCapsule(data.folder) } : {}),
      onClose,
    })
    const stateWordsChanged = async (): Promise<void> => {
      await composed.samples.samples.stateWordsChanged()
      await composed.screening.stateWordsChanged()
    }
    // Another process may have set them in the meantime.
    if (dialectOf(profile()).state_words) await stateWordsChanged()
    if (shared.resumesWork) {
      await resumeWork(composed, onClose)
      countStudiesEarly(composed, shared, onClose)
    }
    return {
      profileId: profile().id,
      /** The contract's policy then refuses calls that change the workspace or ask a service. */
      isCapsule: isReadOnly,
      services: composed.services,
      requireCertain: journalMaintenance.requireCertain,
      /** Returns the reason why paid calls are refused in this process, or null. */
      uncertainty: () => stores.orderLog?.uncertainty() ?? null,
      /** Null if no service is contacted. */
      quota: isReadOnly ? null : quota,
      /** Called after a sign-in. Resumes work that stopped because the user was signed out. */
      onSignedIn() {
        composed.userChanged()
        composed.resume()
      },
      /** Called when the user changed settings of the service. */
      dialectChanged: stateWordsChanged,
      /** Makes a backup of the journal. Rejects if it fails. */
      backUpJournal: journalMaintenance.backUp,
      /** Stops the offline sync plans, because their drugs are about to be removed. */
      stopOfflineSync: composed.drugs.stopOfflineSync,
    }
  })

/** Returns the shared parts for a capsule: work is not resumed, and the transport refuses every call. */
const withoutRequests = (shared: Shared): Shared => ({
  ...shared,
  resumesWork: false,
  transport: () => Promise.reject(readOnlyFailure()),
})

type OnClose = ServiceDeps['onClose']

/** Adds a `close` that closes all parts, last one first. If opening fails, closes the parts that were opened. */
async function withClosers<T>(
  open: (onClose: OnClose) => Promise<T>,
): Promise<T & { close(): Promise<void> }> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await open((closer) => closers.push(closer))), close }
  } catch (error) {
    // Reports the first error, and closes the other parts even if one of them fails.
    for (const closer of closers.reverse()) await closer().catch(() => undefined)
    throw error
  }
}

async function openProfileData({
  shared,
  liveProfile,
  onClose,
}: Pick<ServiceDeps, 'shared' | 'liveProfile' | 'onClose'>) {
  const { clock, notice, paths, resumesWork } = shared
  const profile = liveProfile.profile()
  const folder = join(paths.data, 'profiles', profile.id)
  const workerFile = paths.worker('journalWorker')
  const threads = startDrugThreads({ ...shared, folder })
  onClose(threads.close)
  const stores = await openStores({ folder, profile, notice, clock, workerFile })
  onClose(stores.close)
  const journalMaintenance = await createJournalMaintenance({
    ...shared,
    ...stores,
    folder,
    profileId: profile.id,
    workerFile,
    who: () => accountName() ?? profile.name,
    isDisposable: isDemo(profile) || isCapsule(profile),
    isLongLived: resumesWork,
  })
  onClose(journalMaintenance.close)
  const backups = createWorkspaceBackups({
    ...shared,
    folder,
    profile: liveProfile.profile,
    workerFile,
    isLongLived: resumesWork && profile.signIn !== 'capsule',
  })
  onClose(backups.close)
  if (resumesWork) onClose(verifyResultsInBackground({ ...shared, folder }, workerFile))
  return { folder, threads, stores, journalMaintenance, backups }
}

/** By then the start and a command's first calls have ended, and no browser has opened the page yet. */
const countAfterMs = 300

/** Reads the counts that Home requests first, so that they are cached when a page opens. */
function countStudiesEarly({ services }: ComposedServices, { clock }: Shared, onClose: OnClose): void {
  // A caller that requests the list gets the error.
  onClose(
    runUntilClosed(async (signal) => {
      await clock.sleep(countAfterMs, signal)
      await services.studies.list({ archived: false })
    }),
  )
}

async function resumeWork({ samples, screening, resume }: ComposedServices, onClose: OnClose): Promise<void> {
  // If it is aborted, the next request for the batches settles abandoned ones.
  onClose(runUntilClosed(samples.batches.watchAbandoned))
  await screening.resume()
  resume()
}
