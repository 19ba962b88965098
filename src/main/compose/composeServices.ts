import type { Services, WorkspaceServices } from '../../shared/contract/contract.ts'
import { assumed } from '../../shared/domain/app/convention.ts'
import type { Profile } from '../../shared/domain/app/profile.ts'
import { lazy } from '../../shared/lazy.ts'
import { accountName } from '../adapters/system.ts'
import { createConnectionCheck } from '../api/connectionCheck/connectionCheck.ts'
import type { RateLimiter } from '../api/rateLimit/rateLimiter.ts'
import type { Client } from '../api/remoteService.ts'
import type { DrugThreads } from '../drugs/cache/drugThreads.ts'
import { createExportLog, createExportNotes } from '../export/exportLog.ts'
import { createExportPresets } from '../export/exportPresets.ts'
import { createExports } from '../export/exports.ts'
import type { Sources } from '../export/tables/contents.ts'
import { createTables } from '../export/tables/tables.ts'
import { type Analyses, createAnalyses } from '../results/analyses.ts'
import { createSampleChooser } from '../results/chooseSamples.ts'
import { createDrugMatch } from '../results/match/match.ts'
import { createSampleReports } from '../results/sampleReports.ts'
import { createSampleResults } from '../results/sampleResults.ts'
import { createHits } from '../results/screening/hits.ts'
import { createScreening, type Screening } from '../results/screening/screening.ts'
import { createSamples, type Samples } from '../samples/samples.ts'
import { createServiceUser } from '../session/serviceUser.ts'
import { type LiveProfile, type Shared, settingsOf } from './composeClient.ts'
import { createConnection } from './composeConnection.ts'
import { composeDrugs } from './composeDrugs.ts'
import type { JournalMaintenance } from './composeJournal.ts'
import { composeCohort } from './composeResults.ts'
import {
  openSnapshotStores,
  type ProfileStores,
  readAnalysedSampleIds,
  readStatuses,
  sampleCandidates,
} from './composeStores.ts'

/** What the services of a workspace are made of. */
export type ServiceDeps = {
  shared: Shared
  liveProfile: LiveProfile
  folder: string
  threads: DrugThreads
  stores: ProfileStores
  journalMaintenance: JournalMaintenance
  remote: Client
  quota: RateLimiter
  /** The alias table of the pathways' names, where it is not that of the drugs. */
  pathwayGroups?: () => Promise<readonly { names: readonly string[] }[]>
  /** Is given what ends each part, in the order in which they are made. */
  onClose(close: () => Promise<void>): void
}

export type ComposedServices = {
  services: WorkspaceServices
  samples: Samples
  screening: Screening
  drugs: ReturnType<typeof composeDrugs>
}

/** Wires the services of a workspace; nothing is asked of the service, and no work begins. */
export function composeServices(deps: ServiceDeps): ComposedServices {
  const { shared, liveProfile, stores, remote, onClose } = deps
  const { journal, answers, cache } = stores
  const user = createServiceUser({ remote })
  const samples = composeSamples(deps, user.name)
  const chooseSamples = createSampleChooser({ journal, findSamples: samples.findSamples })
  const { waitUntilFinal } = samples
  const analyses = createAnalyses({ ...shared, journal, answers, remote, chooseSamples, waitUntilFinal })
  const drugs = composeDrugs({ ...shared, threads: deps.threads, journal, answers, cache, remote })
  onClose(drugs.close)
  const pathwayGroups = deps.pathwayGroups ?? drugs.pathwayGroups
  const cohort = composeCohort({ folder: deps.folder, paths: shared.paths, chooseSamples, pathwayGroups })
  onClose(cohort.close)
  const results = { ...analyses, ...cohort.services }
  const match = createDrugMatch({
    ...cohort.services,
    pathwayGroups,
    findOpposing: (params) => drugs.store.findReversalMatches(params),
  })
  const screening = createScreening({
    ...shared,
    journal,
    answers,
    remote,
    service: liveProfile.profile().serviceUrl,
    lookUpDrugNames: (params) => drugs.store.names(params),
    onHitsStored: drugs.updateScreeningIndex,
    waitsForUnknownStates: shared.resumesWork,
    stateWords: () => settingsOf(liveProfile.profile()).state_words,
  })
  const services: WorkspaceServices = {
    ...drugs.services,
    ...composeExports(deps, { chooseSamples, pathwayGroups, results, drugs }),
    drugs: { ...drugs.services.drugs, ...match },
    imports: samples.imports,
    mappings: samples.mappings,
    orderForm: samples.orderForm,
    batches: samples.batches,
    samples: { ...samples.samples, ...createSampleReports({ cache, remote, files: shared.files }) },
    analyses,
    results,
    screening,
    connection: composeConnection(deps),
    session: user,
    journal: deps.journalMaintenance,
  }
  return { services, samples, screening, drugs }
}

function composeSamples(deps: ServiceDeps, userName: () => string | null): Samples {
  const { shared, liveProfile, stores, remote } = deps
  const { profile } = liveProfile
  const { id, serviceUrl } = profile()
  const { journal, answers } = stores
  return createSamples({
    ...shared,
    journal,
    remote,
    readerWorker: shared.paths.worker('csvWorker'),
    profileId: id,
    service: serviceUrl,
    requestsPerMinute: () => profile().requestsPerMinute,
    idempotency: () => settingsOf(profile()).idempotency,
    orderAddress: () => orderAddress(profile()),
    stateWords: () => settingsOf(profile()).state_words,
    waitsForUnknownStates: shared.resumesWork,
    orderNames: () => settingsOf(profile()).order_fields ?? {},
    analysedAt: createSampleResults({ journal, answers }).analysedAt,
    analysedIds: () => readAnalysedSampleIds(answers),
    who: () => ({ profile: profile().name, user: userName(), account: accountName() }),
  })
}

/** The path is that of the convention as long as nobody has found or set another. */
function orderAddress(profile: Profile): { service: string; path: string } {
  const { base_path = assumed.base_path } = settingsOf(profile)
  return { service: new URL(profile.serviceUrl).origin, path: `${base_path}/samples` }
}

type ExportDeps = Pick<Sources, 'chooseSamples' | 'pathwayGroups'> & {
  results: Pick<Analyses, 'sample' | 'history'> & ReturnType<typeof composeCohort>['services']
  drugs: ReturnType<typeof composeDrugs>
}

/** Tables, reports and capsules that leave the app. */
function composeExports(
  { shared, liveProfile, folder, stores }: ServiceDeps,
  { chooseSamples, pathwayGroups, results, drugs }: ExportDeps,
): Pick<Services, 'exports' | 'exportPresets' | 'studies'> {
  const { journal, answers } = stores
  const { profile } = liveProfile
  const sources = {
    ...results,
    journal: journal.query,
    answers: answers.query,
    chooseSamples,
    pathwayGroups,
    openSnapshot: () => openSnapshotStores(folder),
    hitsOf: (query, taskId) => createHits({ query }, (params) => drugs.store.names(params)).get(taskId),
    drugs: { pages: drugs.pages, origin: () => ({ service: profile().serviceUrl }) },
    units: () => settingsOf(profile()),
    profileName: () => profile().name,
  } satisfies Sources
  const tableOf = createTables({ ...shared, sources })
  const notes = createExportNotes(createExportLog(journal))
  // Reports, methods and capsules are a good part of the app, and no start needs them.
  const studies = lazy(async () =>
    (await import('./composeStudies.ts')).composeStudies({ ...shared, sources, tableOf, notes }),
  )
  return {
    exports: createExports({ ...shared, tableOf, notes, workerFile: shared.paths.worker('exportWorker') }),
    exportPresets: createExportPresets({ ...shared, journal }),
    studies: {
      write: async (settings) => (await studies()).write(settings),
      methods: async (settings) => (await studies()).methods(settings),
    },
  }
}

function composeConnection({
  shared,
  liveProfile,
  folder,
  stores,
  remote,
  quota,
}: ServiceDeps): Services['connection'] {
  const { journal } = stores
  const connectionCheck = createConnectionCheck({
    ...liveProfile,
    exchange: remote.exchange,
    locate: remote.locate,
    service: remote.service,
    settings: () => settingsOf(liveProfile.profile()),
    clock: shared.clock,
    samples: () => sampleCandidates(journal),
    statusWords: () => readStatuses(journal),
    quota: () => quota.status(),
  })
  return createConnection({
    folder,
    run: connectionCheck.run,
    saveFoundConventions: liveProfile.saveFoundConventions,
    files: shared.files,
  })
}
