import { join } from 'node:path'
import type { WorkspaceServices } from '../../shared/contract/contract.ts'
import type { JournalUncertainty } from '../../shared/domain/app/appData.ts'
import { dialectOf } from '../../shared/domain/app/dialect.ts'
import { isDemo } from '../../shared/domain/app/profile.ts'
import { accountName } from '../adapters/system.ts'
import type { RateLimiter } from '../api/rateLimit/rateLimiter.ts'
import { startDrugThreads } from '../drugs/drugs.ts'
import { createClient, createProfileRateLimiter, type LiveProfile, type Shared } from './composeClient.ts'
import { createJournalMaintenance } from './composeJournal.ts'
import { verifyResultsInBackground } from './composeResults.ts'
import { type ComposedServices, composeServices, type ServiceDeps } from './composeServices.ts'
import { openStores } from './composeStores.ts'
import { createWorkspaceBackups } from './workspaceBackups.ts'

/** The open workspace: a profile with its data and its service, or a capsule, which contacts no service. */
export type Workspace = {
  profileId: string
  /** True for a capsule. The contract's policy then refuses calls that change it or ask a service. */
  isCapsule: boolean
  services: WorkspaceServices
  /** Throws `journalUncertain` if orders may be missing after damage, so that nothing is paid for. */
  requireCertain(): Promise<void>
  /** Returns the reason why paid calls are refused in this process, or null. */
  uncertainty(): JournalUncertainty | null
  /** Null if no service is contacted. */
  quota: RateLimiter | null
  /** Called after a sign-in. Resumes work that stopped because the user was signed out. */
  onSignedIn(): void
  /** Called when the user changed settings of the service. */
  dialectChanged(): Promise<void>
  /** Makes a backup of the journal. Rejects if it fails. */
  backUpJournal(): Promise<void>
  /** Stops the offline sync plans, because their drugs are about to be removed. */
  stopOfflineSync(): Promise<void>
  close(): Promise<void>
}

/** Opens a profile: its databases, client, quota and services. Resumes stopped work. */
export const openProfile = (liveProfile: LiveProfile, shared: Shared): Promise<Workspace> =>
  withClosers(async (onClose) => {
    const { profile } = liveProfile
    const isDisposable = isDemo(profile())
    const data = await openProfileData({ shared, liveProfile, isDisposable, onClose })
    const quota = await createProfileRateLimiter(profile, shared, {
      store: data.stores.rateLimitStore,
      changed: (status) => shared.emit('quota.changed', status),
    })
    const remote = createClient(liveProfile, quota, shared)
    const composed = composeServices({ ...data, shared, liveProfile, remote, quota, onClose })
    const stateWordsChanged = async (): Promise<void> => {
      await composed.samples.samples.stateWordsChanged()
      await composed.screening.stateWordsChanged()
    }
    // Another process may have set them in the meantime.
    if (dialectOf(profile()).state_words) await stateWordsChanged()
    await resumeWork(composed, shared, onClose)
    if (shared.resumesWork) countStudiesEarly(composed, shared, onClose)
    return {
      profileId: profile().id,
      isCapsule: false,
      services: composed.services,
      requireCertain: data.journalMaintenance.requireCertain,
      uncertainty: () => data.stores.orderLog?.uncertainty() ?? null,
      quota,
      onSignedIn() {
        composed.userChanged()
        composed.drugs.resume()
        composed.analyzeReady()
      },
      dialectChanged: stateWordsChanged,
      backUpJournal: data.journalMaintenance.backUp,
      stopOfflineSync: composed.drugs.stopOfflineSync,
    }
  })

type OnClose = ServiceDeps['onClose']

/** Adds a `close` that closes all parts, last one first. If opening fails, closes the parts that were opened. */
export async function withClosers<T>(
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

type ProfileDataDeps = Pick<ServiceDeps, 'shared' | 'liveProfile' | 'onClose'> & {
  /** True if no backups are stored. */
  isDisposable: boolean
}

export async function openProfileData({ shared, liveProfile, isDisposable, onClose }: ProfileDataDeps) {
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
    isDisposable,
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
  if (resumesWork) onClose(verifyResultsInBackground({ ...shared, folder }, workerFile).close)
  return { folder, threads, stores, journalMaintenance, backups }
}

/** By then the start and a command's first calls have ended, and no browser has opened the page yet. */
const countAfterMs = 300

/** Reads the counts that Home requests first, so that they are cached when a page opens. */
function countStudiesEarly({ services }: ComposedServices, { clock }: Shared, onClose: OnClose): void {
  const closing = new AbortController()
  const counted = clock
    .sleep(countAfterMs, closing.signal)
    .then(() => services.studies.list({ archived: false }))
    // A caller that requests the list gets the error.
    .catch(() => undefined)
  onClose(async () => {
    closing.abort()
    await counted
  })
}

async function resumeWork(
  { samples, screening, drugs, analyzeReady }: ComposedServices,
  { resumesWork }: Shared,
  onClose: OnClose,
): Promise<void> {
  if (resumesWork) {
    const closing = new AbortController()
    // If it is aborted, the next request for the batches settles abandoned ones.
    const watchEnd = samples.batches.watchAbandoned(closing.signal).catch(() => undefined)
    onClose(() => {
      closing.abort()
      return watchEnd
    })
    await screening.resume()
  }
  analyzeReady()
  drugs.resume()
}
