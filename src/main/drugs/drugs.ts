import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { Services } from '../../shared/contract/contract.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import type { RequestLimit } from '../../shared/domain/requests/requestTime.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import { launchWorker, waitingThreadLimits } from '../concurrency/launchWorker.ts'
import { createSerialQueue } from '../concurrency/serialQueue.ts'
import type { LeaseOwners, Paths, RemoteService } from '../ports.ts'
import { createDrugThreads, type DrugThreads } from './cache/drugThreads.ts'
import { createCatalogue } from './catalogue.ts'
import { createDrugLinks } from './links.ts'
import { createDrugPages } from './lists/drugPages.ts'
import { createDrugLists, type DrugLists } from './lists/lists.ts'
import { createSavedSearches } from './lists/savedSearches.ts'
import { createOfflineSync } from './offlineSync/offlineSync.ts'
import { createPathways } from './pathways/pathways.ts'
import type { DrugDeps } from './rows/drugStore.ts'

type DrugsOptions = Omit<DrugDeps, 'store'> & {
  threads: DrugThreads
  remote: RemoteService
  jobs: Jobs
  /** Returns the current rate limit. */
  requestLimit: () => RequestLimit
  leaseOwners: LeaseOwners
  notice(text: Message): void
  /** True if unfinished offline sync plans resume automatically and wait for a better network. */
  resumesWork: boolean
}

type DrugServices = Pick<Services, 'drugLists' | 'searches' | 'pathways' | 'offlineSync'> & {
  drugs: Omit<Services['drugs'], 'match'>
}

const dayMs = 24 * 60 * 60_000

type DrugThreadDeps = {
  /** The profile's folder. */
  folder: string
  paths: Paths
  notice(text: Message): void
  /** Returns the worker that was started with the process, null once it is taken. */
  takeDrugsWorker(): Worker | null
}

/** Starts the threads of a profile's drugs. The worker that already runs opens them while the rest is created. */
export function startDrugThreads({ folder, paths, notice, takeDrugsWorker }: DrugThreadDeps): DrugThreads {
  let earlyWorker = takeDrugsWorker()
  const threads = createDrugThreads({
    launch: (role) => {
      const started = role === 'reads' ? earlyWorker : null
      if (started) earlyWorker = null
      const limits = role === 'reads' ? waitingThreadLimits : undefined
      return started ?? launchWorker(paths.worker('drugsWorker'), limits)
    },
    file: join(folder, 'drugs.db'),
    notice,
  })
  if (earlyWorker) threads.open()
  return threads
}

export type { DrugThreads }

export type Drugs = ReturnType<typeof createDrugs>

/** Creates everything about drugs, on a database that only its own threads open. */
export function createDrugs(deps: DrugsOptions) {
  const { threads, journal, answers, cache, remote, jobs, clock, random, emit, resumesWork } = deps
  const { store, syncStore } = threads
  const pathways = createPathways({ journal, answers, store, clock, emit })
  const lists = createDrugLists({ journal, store, clock, random, emit })
  const offlineSync = createOfflineSync({
    ...deps,
    store,
    syncStore,
    findDrugList: (listId) => findDrugList(lists, listId),
    retriesIndefinitely: resumesWork,
  })
  const links = createDrugLinks({ journal, answers, cache, store, extremeSamples: pathways.extremeSamples })
  const services: DrugServices = {
    drugs: {
      ...createCatalogue({ store, remote, pathwayGroups: () => pathways.groups(), clock, emit }),
      links: links.links,
      marks: lists.marks,
      mark: lists.mark,
    },
    drugLists: lists,
    searches: createSavedSearches({ journal, clock, random, emit }),
    pathways,
    offlineSync,
  }
  const resuming = createSerialQueue()
  const indexing = createSerialQueue()
  const notifySyncFailed = (error: unknown) =>
    deps.notice(
      isFailure(error)
        ? message('app.makingDrugsAvailableOffline', { reason: error.userMessage })
        : message('app.makingDrugsAvailableOfflineCould'),
    )
  const resume = (): void => {
    if (resumesWork) void resuming.run(offlineSync.resumeAll).catch(notifySyncFailed)
  }
  // Refreshes data that gets old while Pathclock stays open for weeks.
  const resumeTimer = setInterval(resume, dayMs).unref()
  return {
    services,
    /** For other readers of cached drugs. */
    store,
    membersOf: (listId: string) => lists.membersOf(listId),
    /** Reads the alias table of pathway names. */
    pathwayGroups: pathways.groups,
    /** For the export. */
    pages: createDrugPages({ store, lists, groups: pathways.groups }),
    /** Runs in the background: a problem with the cached drugs must not block the results. */
    resume,
    /** Ignores errors, because opening a drug's links reads the screenings again and reports failures. */
    updateScreeningIndex(): void {
      void indexing.run(links.updateScreeningIndex).catch(() => undefined)
    },
    /** Call it before the file of the cached drugs is removed. */
    stopOfflineSync: () => offlineSync.forgetAll(),
    async close(): Promise<void> {
      clearInterval(resumeTimer)
      await resuming.ended()
      await jobs.close()
      await indexing.ended()
      await threads.close()
    },
  }
}

/** Returns null if the list no longer exists. */
async function findDrugList(lists: DrugLists, listId: string) {
  const drugList = (await lists.list({})).find((each) => each.listId === listId)
  if (!drugList) return null
  try {
    const members = await lists.membersOf(listId)
    return { name: drugList.name, drugIds: members.map(({ drugId }) => drugId) }
  } catch (error) {
    if (isFailure(error, 'notFound')) return null
    throw error
  }
}
