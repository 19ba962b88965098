import { join } from 'node:path'
import type { WorkspaceServices } from '../../shared/contract/contract.ts'
import { connectionReportSchema } from '../../shared/domain/app/connectionReport.ts'
import { defaultBasePath, dialectOf } from '../../shared/domain/app/dialect.ts'
import { isCapsule, isDemo, type Profile } from '../../shared/domain/app/profile.ts'
import type { CostContext, PaidCallDestination } from '../../shared/domain/requests/paidCall.ts'
import type { RequestLimit } from '../../shared/domain/requests/requestTime.ts'
import { lazy } from '../../shared/lazy.ts'
import { createJsonFile } from '../adapters/files/jsonFile.ts'
import { accountName } from '../adapters/system.ts'
import type { Client } from '../api/api.ts'
import type { RateLimiter } from '../api/rateLimit/rateLimiter.ts'
import { createSearchEverything } from '../app/searchEverything.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import { lazyService } from '../concurrency/lazyService.ts'
import { createDrugs, type Drugs, type DrugThreads } from '../drugs/drugs.ts'
import { createAnalysedSamples, createResults, type Results } from '../results/results.ts'
import { createReaderLoader, createSamples, type Samples } from '../samples/samples.ts'
import { createServiceUser, type LiveProfile } from '../session/session.ts'
import {
  addToStudy,
  createAnalyzeWhenReady,
  createStudies,
  placeBatch,
  recordQuestions,
  type Studies,
} from '../studies/studies.ts'
import type { JournalMaintenance } from './composeJournal.ts'
import type { Shared } from './composeShared.ts'
import { openSnapshotStores, type ProfileStores, readStatuses, sampleCandidates } from './composeStores.ts'
import { journalFile, resultsFile } from './dataFiles.ts'

/** The dependencies of a workspace's services. */
export type ServiceDeps = {
  shared: Shared
  liveProfile: LiveProfile
  folder: string
  threads: DrugThreads
  stores: ProfileStores
  journalMaintenance: JournalMaintenance
  backups: WorkspaceServices['workspace']
  remote: Client
  quota: RateLimiter
  /** Returns the alias table of pathway names, if it is not that of the drugs. */
  pathwayGroups?: () => Promise<readonly { names: readonly string[] }[]>
  /** Registers the function that closes a part, in the order of creation. */
  onClose(close: () => Promise<void>): void
}

export type ComposedServices = ReturnType<typeof composeServices>

/** Wires the services of a workspace. Sends no request and starts no work. */
export function composeServices(given: ServiceDeps) {
  const { jobs } = given.shared
  // Gives each job the rate limit of its requests.
  const start: Jobs['start'] = (spec, work) =>
    jobs.start({ limit: () => given.quota.status(), ...spec }, work)
  const deps: ServiceDeps = { ...given, shared: { ...given.shared, jobs: { ...jobs, start } } }
  const { shared, remote, onClose } = deps
  const user = createServiceUser({ remote, clock: shared.clock })
  // Set later, because analyses need the samples, and placed samples may need analyses.
  let onSamplesPlaced = (_batchId: string): void => undefined
  const analysed = createAnalysedSamples(deps.stores.answers)
  const samples = composeSamples(deps, user.name, analysed, (batchId) => onSamplesPlaced(batchId))
  const drugs = createDrugs({
    ...shared,
    ...deps.stores,
    threads: deps.threads,
    remote,
    requestLimit: () => currentLimit(deps),
  })
  onClose(drugs.close)
  const pathwayGroups = deps.pathwayGroups ?? drugs.pathwayGroups
  const results = composeResults(deps, { samples, drugs, pathwayGroups })
  onClose(results.close)
  const { journal } = deps.stores
  const analyzeWhenReady = createAnalyzeWhenReady({
    ...shared,
    ...results.automatic,
    journal,
    userName: async () => (await user.user()).name || null,
    isDemo: isDemo(deps.liveProfile.profile()),
  })
  onClose(analyzeWhenReady.close)
  // A command exits when its own work ends, which would interrupt work that starts here and charge for it again.
  if (shared.resumesWork) onSamplesPlaced = (batchId) => void analyzeWhenReady.samplesPlaced(batchId)
  const studies = createStudies({
    ...shared,
    journal,
    chooseSamples: results.chooseSamples,
    covariates: results.results.covariates,
    values: results.results.values,
    isAnalyzing: analyzeWhenReady.isAnalyzing,
    ...results.automatic,
    results: { ...results.results, quality: results.quality, ...results.match },
    analyzedIds: analysed.analysedIds,
  })
  // The questions of a capsule are those of its authors.
  const recorded = (isQuestion?: Parameters<typeof recordQuestions>[2]) =>
    isCapsule(deps.liveProfile.profile()) || !deps.stores.isWritable
      ? results.results
      : { ...results.results, ...recordQuestions({ ...shared, journal }, results.results, isQuestion) }
  const services: WorkspaceServices = {
    ...drugs.services,
    ...composeExport(deps, {
      // Documents and capsules list the ids of their samples; other tables are made of the user's choice.
      results: { ...results, results: recorded((of) => 'filter' in of) },
      drugs,
      studies,
      pathwayGroups,
    }),
    drugs: { ...drugs.services.drugs, ...results.match },
    imports: {
      ...samples.imports,
      async send(draft) {
        // The user is stored with the orders, because analyses that start automatically are charged to this user.
        if (draft.analyzeWhenReady) await user.identify()
        const sent = await samples.imports.send(draft)
        if (draft.analyzeWhenReady) analyzeWhenReady.confirmed(sent.batchId)
        return sent
      },
    },
    mappings: samples.mappings,
    orderForm: samples.orderForm,
    batches: samples.batches,
    samples: { ...samples.samples, ...results.reports },
    analyses: results.analyses,
    results: recorded(),
    screening: results.screening,
    studies,
    connection: composeConnection(deps),
    search: {
      everything: createSearchEverything({
        studies: async () => (await studies.names({})).filter(({ archivedAt }) => archivedAt === null),
        samples: samples.samples.named,
        pathways: drugs.pathwayGroups,
        drugs: async (text, limit) =>
          (await drugs.store.search({ text, page: 1, limit })).hits.map(({ drugId, name, category }) => ({
            drugId,
            name,
            category: category ?? null,
          })),
      }),
    },
    session: user,
    journal: deps.journalMaintenance,
    workspace: deps.backups,
  }
  return {
    services,
    samples,
    screening: results.screening,
    drugs,
    /** Resumes the offline sync, and fetches the results of batches left by an earlier run. */
    resume(): void {
      if (shared.resumesWork) void analyzeWhenReady.resume()
      drugs.resume()
    },
    /** Called after a sign-in, because the cached name of the user is outdated. */
    userChanged(): void {
      user.signedIn()
      analyzeWhenReady.userChanged()
    },
  }
}

function composeSamples(
  deps: ServiceDeps,
  userName: () => string | null,
  analysed: ReturnType<typeof createAnalysedSamples>,
  onSamplesPlaced: (batchId: string) => void,
): Samples {
  const { shared, liveProfile, stores, remote } = deps
  const { profile } = liveProfile
  const { id, serviceUrl } = profile()
  return createSamples({
    ...shared,
    ...analysed,
    journal: stores.journal,
    appendToLog: (entry) => stores.orderLog?.append([entry]),
    reconcile: deps.journalMaintenance.reconcile,
    remote,
    loadReader: createReaderLoader(shared.paths.worker('csvWorker')),
    profileId: id,
    service: serviceUrl,
    follows: shared.resumesWork,
    idempotency: () => dialectOf(profile()).idempotency,
    orderAddress: () => orderAddress(profile()),
    costContext: () => readCostContext(deps),
    stateWords: () => dialectOf(profile()).state_words,
    waitsForUnknownStates: shared.resumesWork,
    orderNames: () => dialectOf(profile()).order_fields ?? {},
    who: () => ({ profile: profile().name, user: userName(), account: accountName() }),
    placeBatch: (query, batch, nowIso) => placeBatch(query, { ...batch, newId: shared.random.id() }, nowIso),
    addToStudy: (study, sampleIds) => {
      const nowIso = new Date(shared.clock.now()).toISOString()
      const added = { study, sampleIds, newId: shared.random.id() }
      return stores.journal.transaction((query) => addToStudy(query, added, nowIso))
    },
    onSamplesPlaced,
  })
}

/** Returns the address of the orders. The path is the default until another one is detected or set. */
function orderAddress(profile: Profile): { service: string; path: string } {
  const { base_path = defaultBasePath } = dialectOf(profile)
  return { service: new URL(profile.serviceUrl).origin, path: `${base_path}/samples` }
}

/** Returns the destination of requests, and the current rate limit shared by all processes. */
async function readCostContext(deps: ServiceDeps): Promise<CostContext> {
  await deps.quota.refresh()
  return { destination: destinationOf(deps.liveProfile.profile()), limit: currentLimit(deps) }
}

/** Returns the rate limit, with the requests that running jobs still have to send. */
function currentLimit({ quota, shared }: ServiceDeps): RequestLimit {
  const { limit, windowMs, left, waitMs, resetMs, gapMs, queued } = quota.status()
  const sharing = Math.max(queued, shared.jobs.requestsLeft())
  return { limit, windowMs, left, waitMs, resetMs, ...(gapMs === undefined ? {} : { gapMs }), sharing }
}

const destinationOf = (profile: Profile): PaidCallDestination => ({
  profile: profile.name,
  host: new URL(profile.serviceUrl).host,
  isDemo: isDemo(profile),
})

type PathwayGroups = Required<ServiceDeps>['pathwayGroups']

function composeResults(
  deps: ServiceDeps,
  { samples, drugs, pathwayGroups }: { samples: Samples; drugs: Drugs; pathwayGroups: PathwayGroups },
): Results {
  const { shared, liveProfile, folder, stores, remote } = deps
  const { profile } = liveProfile
  return createResults({
    ...shared,
    ...stores,
    remote,
    service: profile().serviceUrl,
    costContext: () => readCostContext(deps),
    follows: shared.resumesWork,
    findSamples: samples.samples.find,
    waitUntilFinal: samples.samples.waitUntilFinal,
    cohortWorker: {
      file: shared.paths.worker('analysesWorker'),
      task: { journal: journalFile(folder), answers: resultsFile(folder) },
    },
    pathwayGroups,
    matchCachedDrugs: (params) => drugs.store.matchCachedDrugs(params),
    lookUpDrugNames: (params) => drugs.store.names(params),
    onHitsStored: drugs.updateScreeningIndex,
    stateWords: () => dialectOf(profile()).state_words,
    waitsForUnknownStates: shared.resumesWork,
  })
}

function composeExport(
  { shared, liveProfile, folder, stores }: ServiceDeps,
  {
    results,
    drugs,
    studies,
    pathwayGroups,
  }: { results: Results; drugs: Drugs; studies: Studies; pathwayGroups: PathwayGroups },
) {
  const { journal, answers } = stores
  const { profile } = liveProfile
  const load = lazy(async () =>
    (await import('../export/export.ts')).createExport({
      ...shared,
      journal,
      sources: {
        ...results.results,
        ...results.match,
        journal: journal.query,
        answers: answers.query,
        chooseSamples: results.chooseSamples,
        hitsOf: results.hitsOf,
        studies,
        pathwayGroups,
        openSnapshot: () => openSnapshotStores(folder),
        drugs: { pages: drugs.pages, origin: () => ({ service: profile().serviceUrl }) },
        units: () => dialectOf(profile()),
        profileName: () => profile().name,
      },
    }),
  )
  return {
    exports: lazyService('exports', async () => (await load()).exports),
    exportPresets: lazyService('exportPresets', async () => (await load()).exportPresets),
    documents: lazyService('documents', async () => (await load()).documents),
  }
}

const composeConnection = ({ shared, liveProfile, folder, stores, remote, quota }: ServiceDeps) =>
  lazyService('connection', async () =>
    (await import('../api/connectionCheck/connectionCheck.ts')).createConnection({
      ...liveProfile,
      exchange: remote.exchange,
      locate: remote.locate,
      dialect: () => dialectOf(liveProfile.profile()),
      service: remote.service,
      clock: shared.clock,
      samples: () => sampleCandidates(stores.journal),
      statusWords: () => readStatuses(stores.journal),
      quota: () => quota.status(),
      reportFile: createJsonFile(join(folder, 'connection.json'), connectionReportSchema.nullable(), null),
      files: shared.files,
    }),
  )
