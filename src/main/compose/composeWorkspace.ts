import { join } from 'node:path'
import type { Services, WorkspaceServices } from '../../shared/contract/contract.ts'
import { assumed } from '../../shared/domain/app/convention.ts'
import { type Profile, standardRate } from '../../shared/domain/app/profile.ts'
import { lazy } from '../../shared/lazy.ts'
import { accountName } from '../adapters/system.ts'
import { createConnectionCheck } from '../api/connectionCheck/connectionCheck.ts'
import { createRateLimiter, type RateLimiter } from '../api/rateLimit/rateLimiter.ts'
import { createExportLog, createExportNotes } from '../export/exportLog.ts'
import { createExportPresets } from '../export/exportPresets.ts'
import { createExports } from '../export/exports.ts'
import type { Sources } from '../export/tables/contents.ts'
import { createTables } from '../export/tables/tables.ts'
import { createAnalyses } from '../results/analyses.ts'
import { createSampleChooser } from '../results/chooseSamples.ts'
import { createDrugMatch } from '../results/match/match.ts'
import { createSampleReports } from '../results/sampleReports.ts'
import { createHits } from '../results/screening/hits.ts'
import { createScreening } from '../results/screening/screening.ts'
import { createSamples } from '../samples/samples.ts'
import { createServiceUser } from '../session/serviceUser.ts'
import { groupsOfCapsule, isOfCapsule, refuseCalls, withoutRequests } from './composeCapsule.ts'
import {
  createClient,
  type LiveProfile,
  rateLimitWindowMs,
  type Shared,
  settingsOf,
} from './composeClient.ts'
import { createConnection } from './composeConnection.ts'
import { composeDrugs, startDrugThreads } from './composeDrugs.ts'
import { createJournalMaintenance } from './composeJournal.ts'
import { composeCohort, verifyInBackground } from './composeResults.ts'
import {
  openSnapshotStores,
  openStores,
  readAnalysedSampleIds,
  readStatuses,
  sampleCandidates,
} from './composeStores.ts'

/** What is open: a profile's data and service, or a capsule. */
export type Workspace = {
  profileId: string
  isCapsule: boolean
  services: WorkspaceServices
  quota: RateLimiter
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

/**
 * Opens one profile: its databases, its client and quota, and every service that works on them. Nothing is left open
 * where that fails.
 */
export async function openWorkspace(
  liveProfile: LiveProfile,
  sharedDeps: Shared,
  restoreJournal: Services['journal']['restore'],
): Promise<Workspace> {
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer()
  }
  try {
    return { ...(await openServices(liveProfile, sharedDeps, restoreJournal, closers)), close }
  } catch (error) {
    // What failed first is told, and nothing that fails behind it keeps the rest open.
    for (const closer of closers.reverse()) await closer().catch(() => undefined)
    throw error
  }
}

/** `closers`: is given what ends each part, in the order in which they are opened. */
async function openServices(
  liveProfile: LiveProfile,
  sharedDeps: Shared,
  restoreJournal: Services['journal']['restore'],
  closers: (() => Promise<void>)[],
): Promise<Omit<Workspace, 'close'>> {
  const isCapsule = isOfCapsule(liveProfile.profile())
  const shared = isCapsule ? withoutRequests(sharedDeps) : sharedDeps
  const { clock, random, emit, files, jobs } = shared
  const { profile } = liveProfile
  const { id: profileId, serviceUrl } = profile()
  const folder = join(shared.paths.data, 'profiles', profileId)
  const threads = startDrugThreads({ ...shared, folder })
  closers.push(threads.close)
  const stores = await openStores(
    folder,
    profile(),
    shared.notice,
    clock,
    shared.paths.worker('journalWorker'),
    shared.resumesWork,
  )
  closers.push(stores.close)
  const { journal, answers, cache, rateLimitStore } = stores
  const journalMaintenance = await createJournalMaintenance({
    journal,
    verified: stores.verified,
    writable: stores.writable,
    folder,
    workerFile: shared.paths.worker('journalWorker'),
    clock,
    files,
    disposable: isCapsule || profile().signIn === 'demo',
    backsUpPeriodically: shared.resumesWork,
    notice: shared.notice,
  })
  closers.push(journalMaintenance.close)
  if (!stores.answersVerified)
    closers.push(verifyInBackground({ ...shared, folder }, shared.paths.worker('journalWorker')).close)
  const quota = await createRateLimiter({
    limit: () => profile().requestsPerMinute,
    limitIsSet: () => profile().requestsPerMinute !== standardRate,
    share: shared.quotaShare,
    windowMs: rateLimitWindowMs,
    clock,
    store: rateLimitStore,
    changed: (status) => emit('quota.changed', status),
  })
  const client = createClient(liveProfile, quota, shared)
  const remote = isCapsule ? refuseCalls(client) : client
  const user = createServiceUser({ remote })
  const samples = createSamples({
    journal,
    remote,
    files,
    jobs,
    clock,
    random,
    emit,
    readerWorker: shared.paths.worker('csvWorker'),
    profileId,
    service: serviceUrl,
    requestsPerMinute: () => profile().requestsPerMinute,
    idempotency: () => settingsOf(profile()).idempotency,
    orderAddress: () => orderAddress(profile()),
    stateWords: () => settingsOf(profile()).state_words,
    waitsForUnknownStates: shared.resumesWork,
    orderNames: () => settingsOf(profile()).order_fields ?? {},
    analysedAt: (sampleIds) => analyses.analysedAt(sampleIds),
    analysedIds: () => readAnalysedSampleIds(answers),
    who: () => ({ profile: profile().name, user: user.name(), account: accountName() }),
  })
  // They may have been set by another process since.
  if (!isCapsule && settingsOf(profile()).state_words) await samples.stateWordsChanged()
  const chooseSamples = createSampleChooser({ journal, findSamples: samples.findSamples })
  const analyses = createAnalyses({
    journal,
    answers,
    remote,
    jobs,
    clock,
    random,
    emit,
    chooseSamples,
    waitUntilFinal: samples.waitUntilFinal,
  })
  const drugs = composeDrugs({ ...shared, threads, journal, answers, cache, remote })
  closers.push(drugs.close)
  const pathwayGroups = isCapsule ? () => groupsOfCapsule(folder) : drugs.pathwayGroups
  const cohort = composeCohort({
    folder,
    paths: shared.paths,
    chooseSamples,
    pathwayGroups,
  })
  closers.push(cohort.close)
  const match = createDrugMatch({
    ...cohort.services,
    pathwayGroups,
    findOpposing: (params) => drugs.store.findReversalMatches(params),
  })
  const screening = createScreening({
    journal,
    answers,
    remote,
    service: serviceUrl,
    jobs,
    clock,
    random,
    emit,
    lookUpDrugNames: (params) => drugs.store.names(params),
    onHitsStored: drugs.updateScreeningIndex,
    waitsForUnknownStates: shared.resumesWork,
    stateWords: () => settingsOf(profile()).state_words,
  })
  const sources = {
    journal: journal.query,
    answers: answers.query,
    chooseSamples,
    values: cohort.services.values,
    compare: cohort.services.compare,
    pathwayGroups,
    openSnapshot: () => openSnapshotStores(folder),
    hitsOf: (query, taskId) => createHits({ query }, (params) => drugs.store.names(params)).get(taskId),
    drugs: { pages: drugs.pages, origin: () => ({ service: serviceUrl }) },
    units: () => settingsOf(profile()),
    profileName: () => profile().name,
  } satisfies Sources
  const tableOf = createTables({ sources, version: shared.version, clock })
  const exportNotes = createExportNotes(createExportLog(journal))
  // Reports, methods and capsules are a good part of the app, and no start needs them.
  const studies = lazy(async () =>
    (await import('./composeStudies.ts')).composeStudies({
      ...shared,
      sources: { ...sources, ...cohort.services, sample: analyses.sample, history: analyses.history },
      tableOf,
      notes: exportNotes,
    }),
  )
  const closing = new AbortController()
  const abandonedWatch = shared.resumesWork ? samples.watchAbandoned(closing.signal) : Promise.resolve()
  // What it was about to settle, whoever asks for the batches settles too.
  const abandonedWatchEnd = abandonedWatch.catch(() => undefined)
  closers.push(() => {
    closing.abort()
    return abandonedWatchEnd
  })
  if (!isCapsule && settingsOf(profile()).state_words) await screening.stateWordsChanged()
  if (shared.resumesWork) await screening.resume()
  drugs.resume()
  const connectionCheck = createConnectionCheck({
    ...liveProfile,
    exchange: remote.exchange,
    locate: remote.locate,
    service: remote.service,
    settings: () => settingsOf(profile()),
    clock,
    samples: () => sampleCandidates(journal),
    statusWords: () => readStatuses(journal),
    quota: () => quota.status(),
  })
  return {
    profileId,
    isCapsule,
    services: {
      imports: samples.imports,
      mappings: samples.mappings,
      orderForm: samples.orderForm,
      batches: samples.batches,
      samples: { ...samples.samples, ...createSampleReports({ cache, remote, files }) },
      analyses,
      results: { ...analyses, ...cohort.services },
      screening,
      ...drugs.services,
      drugs: { ...drugs.services.drugs, ...match },
      exports: createExports({
        tableOf,
        notes: exportNotes,
        files,
        jobs,
        clock,
        workerFile: shared.paths.worker('exportWorker'),
      }),
      recipes: createExportPresets({ journal, clock, random }),
      studies: {
        write: async (settings) => (await studies()).write(settings),
        methods: async (settings) => (await studies()).methods(settings),
      },
      connection: createConnection({
        folder,
        run: connectionCheck.run,
        saveFoundConventions: liveProfile.saveFoundConventions,
        files,
      }),
      session: user,
      journal: { ...journalMaintenance, restore: restoreJournal },
    },
    backUpJournal: journalMaintenance.backUp,
    quota,
    onSignedIn: drugs.resume,
    async conventionsChanged() {
      await samples.stateWordsChanged()
      await screening.stateWordsChanged()
    },
    stopOfflineSync: drugs.stopOfflineSync,
  }
}

/** The path is that of the convention as long as nobody has found or set another. */
function orderAddress(profile: Profile): { service: string; path: string } {
  const { base_path = assumed.base_path } = settingsOf(profile)
  return { service: new URL(profile.serviceUrl).origin, path: `${base_path}/samples` }
}
