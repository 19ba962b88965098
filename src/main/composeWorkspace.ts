import { join } from 'node:path'
import { assumed } from '../shared/domain/convention.ts'
import { type Profile, standardRate } from '../shared/domain/profile.ts'
import type { User } from '../shared/domain/user.ts'
import { lazily } from '../shared/lazily.ts'
import { accountName } from './adapters/accountName.ts'
import { createAnalyses } from './analyses/analyses.ts'
import { createChooser } from './analyses/chosenSamples.ts'
import { createDrugMatch } from './analyses/match/match.ts'
import { createReports } from './analyses/reports.ts'
import { readThrough } from './composeAnswers.ts'
import { groupsOfCapsule, isOfCapsule, refusing, withoutService } from './composeCapsule.ts'
import { createClient, type LiveProfile, type Shared, settingsOf, windowMs } from './composeClient.ts'
import { composeCohort } from './composeCohort.ts'
import { createConnection } from './composeConnection.ts'
import { beginDrugThreads, composeDrugs } from './composeDrugs.ts'
import { createJournalKeeper } from './composeJournal.ts'
import { analysedSamples, openMomentOf, openStores, someSamples, statusWords } from './composeStores.ts'
import type { Sources } from './export/contents.ts'
import { createExportLog } from './export/exportLog.ts'
import { createExportNotes } from './export/exportNotes.ts'
import { createExports } from './export/exports.ts'
import { createRecipes } from './export/recipes.ts'
import { createTables } from './export/tables.ts'
import type { Workspace } from './handlers.ts'
import { createSamples } from './samples/samples.ts'
import { createHits } from './screening/hits.ts'
import { createScreening } from './screening/screening.ts'
import { createConnectionCheck } from './service/check/connectionCheck.ts'
import { createQuota, type Quota } from './service/quota.ts'

export type OpenWorkspace = Workspace & {
  profileId: string
  /** It was opened from a capsule. */
  readOnly: boolean
  quota: Quota
  /** Somebody has signed in: what stood still for that goes on. */
  signedIn(): void
  /** What a person set of the service was changed. */
  conventionsChanged(): Promise<void>
  /** Adds to the journal's own backups; rejects where it cannot. */
  backUpJournal(): Promise<void>
  /** Stops the offline plans, whose drugs are about to be removed. */
  forgetPlans(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens one profile: its databases, its client and quota, and every service that works on them. Nothing is left open
 * where that fails.
 */
export async function openWorkspace(live: LiveProfile, ofAll: Shared): Promise<OpenWorkspace> {
  const endings: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    return { ...(await openParts(live, ofAll, endings)), close }
  } catch (error) {
    // What failed first is told, and nothing that fails behind it keeps the rest open.
    for (const end of endings.reverse()) await end().catch(() => undefined)
    throw error
  }
}

/** `endings`: is given what ends each part, in the order in which they are opened. */
async function openParts(
  live: LiveProfile,
  ofAll: Shared,
  endings: (() => Promise<void>)[],
): Promise<Omit<OpenWorkspace, 'close'>> {
  const ofCapsule = isOfCapsule(live.profile())
  const shared = ofCapsule ? withoutService(ofAll) : ofAll
  const { clock, random, emit, files, jobs } = shared
  const { profile } = live
  const { id: profileId, serviceUrl } = profile()
  const folder = join(shared.paths.data, 'profiles', profileId)
  const threads = beginDrugThreads({ ...shared, folder })
  endings.push(threads.close)
  const stores = await openStores(
    folder,
    profile(),
    shared.notice,
    clock,
    shared.paths.worker('journalWorker'),
    shared.resumesWork,
  )
  endings.push(stores.close)
  const { journal, answers, cache, book } = stores
  const keeper = await createJournalKeeper({
    journal,
    verified: stores.verified,
    writable: stores.writable,
    folder,
    workerFile: shared.paths.worker('journalWorker'),
    clock,
    files,
    disposable: ofCapsule || profile().signIn === 'demo',
    keepsTime: shared.resumesWork,
    notice: shared.notice,
  })
  endings.push(keeper.close)
  if (!stores.answersVerified)
    endings.push(readThrough({ ...shared, folder }, shared.paths.worker('journalWorker')).close)
  const quota = await createQuota({
    limit: () => profile().requestsPerMinute,
    limitIsSet: () => profile().requestsPerMinute !== standardRate,
    share: shared.quotaShare,
    windowMs,
    clock,
    book,
    changed: (status) => emit('quota.changed', status),
  })
  const client = createClient(live, quota, shared)
  const remote = ofCapsule ? refusing(client) : client
  /** The name of the user at the service, once it was asked for. */
  let userName: string | null = null
  const rememberName = (user: User): User => {
    userName = user.name || null
    return user
  }
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
    patient: shared.resumesWork,
    orderNames: () => settingsOf(profile()).order_fields ?? {},
    analysedAt: (sampleIds) => analyses.analysedAt(sampleIds),
    analysedIds: () => analysedSamples(answers),
    who: () => ({ profile: profile().name, user: userName, account: accountName() }),
  })
  // They may have been set by another process since.
  if (!ofCapsule && settingsOf(profile()).state_words) await samples.stateWordsChanged()
  const chooseSamples = createChooser({ journal, findSamples: samples.findSamples })
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
  endings.push(drugs.close)
  const pathwayGroups = ofCapsule ? () => groupsOfCapsule(folder) : drugs.pathwayGroups
  const cohort = composeCohort({
    folder,
    paths: shared.paths,
    chooseSamples,
    pathwayGroups,
  })
  endings.push(cohort.close)
  const match = createDrugMatch({
    ...cohort.services,
    pathwayGroups,
    findOpposing: (asked) => drugs.store.opposing(asked),
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
    keptNames: (asked) => drugs.store.names(asked),
    hitsKept: drugs.screeningKept,
    patient: shared.resumesWork,
    stateWords: () => settingsOf(profile()).state_words,
  })
  const sources = {
    journal: journal.query,
    answers: answers.query,
    chooseSamples,
    values: cohort.services.values,
    compare: cohort.services.compare,
    pathwayGroups,
    openMoment: () => openMomentOf(folder),
    hitsOf: (query, taskId) => createHits({ query }, (asked) => drugs.store.names(asked)).get(taskId),
    drugs: { pages: drugs.pages, origin: () => ({ service: serviceUrl }) },
    units: () => settingsOf(profile()),
    profileName: () => profile().name,
  } satisfies Sources
  const tableOf = createTables({ sources, version: shared.version, clock })
  const exportNotes = createExportNotes(createExportLog(journal))
  // Reports, methods and capsules are a good part of the app, and no start needs them.
  const studies = lazily(async () =>
    (await import('./composeStudies.ts')).composeStudies({
      ...shared,
      sources: { ...sources, ...cohort.services, sample: analyses.sample, history: analyses.history },
      tableOf,
      notes: exportNotes,
    }),
  )
  const closing = new AbortController()
  const watching = shared.resumesWork ? samples.watchAbandoned(closing.signal) : Promise.resolve()
  // What it was about to settle, whoever asks for the batches settles too.
  const watched = watching.catch(() => undefined)
  endings.push(() => {
    closing.abort()
    return watched
  })
  if (!ofCapsule && settingsOf(profile()).state_words) await screening.stateWordsChanged()
  if (shared.resumesWork) await screening.resume()
  drugs.resume()
  const check = createConnectionCheck({
    ...live,
    exchange: remote.exchange,
    locate: remote.locate,
    service: remote.service,
    settings: () => settingsOf(profile()),
    clock,
    samples: () => someSamples(journal),
    statusWords: () => statusWords(journal),
    quota: () => quota.status(),
  })
  return {
    profileId,
    readOnly: ofCapsule,
    imports: samples.imports,
    mappings: samples.mappings,
    orderForm: samples.orderForm,
    batches: samples.batches,
    samples: samples.samples,
    analyses,
    cohort: { ...cohort.services, ...match },
    screening,
    ...drugs.services,
    reports: createReports({ cache, remote, files }),
    exports: createExports({
      tableOf,
      notes: exportNotes,
      files,
      jobs,
      clock,
      workerFile: shared.paths.worker('exportWorker'),
    }),
    recipes: createRecipes({ journal, clock, random }),
    studies: {
      write: async (wanted) => (await studies()).write(wanted),
      methods: async (wanted) => (await studies()).methods(wanted),
    },
    connection: createConnection({ folder, run: check.run, keepFound: live.keepFound, files }),
    user: {
      get: async () => rememberName((await remote.me()).value),
      update: async (changes) => rememberName((await remote.updateMe(definedOnly(changes))).value),
    },
    journal: keeper,
    backUpJournal: keeper.backUp,
    quota,
    signedIn: drugs.resume,
    async conventionsChanged() {
      await samples.stateWordsChanged()
      await screening.stateWordsChanged()
    },
    forgetPlans: drugs.forgetPlans,
  }
}

/** The path is that of the convention as long as nobody has found or set another. */
function orderAddress(profile: Profile): { service: string; path: string } {
  const { base_path = assumed.base_path } = settingsOf(profile)
  return { service: new URL(profile.serviceUrl).origin, path: `${base_path}/samples` }
}

const definedOnly = (changes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
