import { join } from 'node:path'
import type { WorkspaceServices } from '../../shared/contract/contract.ts'
import type { JournalUncertainty } from '../../shared/domain/app/appData.ts'
import { isDemo } from '../../shared/domain/app/profile.ts'
import { accountName } from '../adapters/system.ts'
import type { RateLimiter } from '../api/rateLimit/rateLimiter.ts'
import { startDrugThreads } from '../drugs/drugs.ts'
import {
  createClient,
  createProfileRateLimiter,
  type LiveProfile,
  type Shared,
  settingsOf,
} from './composeClient.ts'
import { createJournalMaintenance } from './composeJournal.ts'
import { verifyResultsInBackground } from './composeResults.ts'
import { type ComposedServices, composeServices, type ServiceDeps } from './composeServices.ts'
import { openStores } from './composeStores.ts'
import { createWorkspaceBackups } from './workspaceBackups.ts'

/** What is open: a profile with its data and its service, or a capsule, which asks no service. */
export type Workspace = {
  profileId: string
  /** What would change it, or ask a service, is refused by the policy of the contract. */
  isCapsule: boolean
  services: WorkspaceServices
  /** Throws `journalUncertain` if orders may be missing after damage, so that nothing may be paid for. */
  requireCertain(): Promise<void>
  /** The reason why paid calls are refused in this process; null if they are not. */
  uncertainty(): JournalUncertainty | null
  /** Null where no service is queried. */
  quota: RateLimiter | null
  /** Somebody has signed in: what stood still for that goes on. */
  onSignedIn(): void
  /** What a person set of the service was changed. */
  conventionsChanged(): Promise<void>
  /** Adds to the journal's own backups; rejects where it cannot. */
  backUpJournal(): Promise<void>
  /** Stops the offline plans, whose drugs are about to be removed. */
  stopOfflineSync(): Promise<void>
  close(): Promise<void>
}

/** Opens a profile: its databases, its client and quota, and every service that works on them; what stood still goes on. */
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
      await composed.samples.stateWordsChanged()
      await composed.screening.stateWordsChanged()
    }
    // They may have been set by another process since.
    if (settingsOf(profile()).state_words) await stateWordsChanged()
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
      conventionsChanged: stateWordsChanged,
      backUpJournal: data.journalMaintenance.backUp,
      stopOfflineSync: composed.drugs.stopOfflineSync,
    }
  })

type OnClose = ServiceDeps['onClose']

/** Adds the closing of all that was opened, the last first. Nothing is left open where the opening fails. */
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
    // What failed first is reported, and nothing that fails behind it keeps the rest open.
    for (const closer of closers.reverse()) await closer().catch(() => undefined)
    throw error
  }
}

type ProfileDataDeps = Pick<ServiceDeps, 'shared' | 'liveProfile' | 'onClose'> & {
  /** No backups are stored of it. */
  isDisposable: boolean
}

/** Opens what a profile has on this disk. */
export async function openProfileData({ shared, liveProfile, isDisposable, onClose }: ProfileDataDeps) {
  const { clock, files, notice, paths, resumesWork } = shared
  const profile = liveProfile.profile()
  const folder = join(paths.data, 'profiles', profile.id)
  const workerFile = paths.worker('journalWorker')
  const threads = startDrugThreads({ ...shared, folder })
  onClose(threads.close)
  const stores = await openStores({ folder, profile, notice, clock, workerFile })
  onClose(stores.close)
  const journalMaintenance = await createJournalMaintenance({
    ...stores,
    folder,
    profileId: profile.id,
    workerFile,
    clock,
    files,
    emit: shared.emit,
    statusChanged: shared.statusChanged,
    who: () => accountName() ?? profile.name,
    isDisposable,
    isLongLived: resumesWork,
    notice,
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

/** By then the start and the first calls of a command are over, and no browser has opened the page yet. */
const countAfterMs = 300

/** Reads what Home asks first, so that it is known when a page asks. */
function countStudiesEarly({ services }: ComposedServices, { clock }: Shared, onClose: OnClose): void {
  const closing = new AbortController()
  const counted = clock
    .sleep(countAfterMs, closing.signal)
    .then(() => services.studies.list({ archived: false }))
    // Whoever asks for it hears of a failure.
    .catch(() => undefined)
  onClose(async () => {
    closing.abort()
    await counted
  })
}

/** Work of an earlier run that had not ended. */
async function resumeWork(
  { samples, screening, drugs, analyzeReady }: ComposedServices,
  { resumesWork }: Shared,
  onClose: OnClose,
): Promise<void> {
  if (resumesWork) {
    const closing = new AbortController()
    // What it was about to settle, whoever asks for the batches settles too.
    const watchEnd = samples.watchAbandoned(closing.signal).catch(() => undefined)
    onClose(() => {
      closing.abort()
      return watchEnd
    })
    await screening.resume()
  }
  analyzeReady()
  drugs.resume()
}
