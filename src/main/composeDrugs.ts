import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { isFailure } from '../shared/contract/failures.ts'
import { createCatalogue } from './catalogue/catalogue.ts'
import { createDrugLinks } from './catalogue/links.ts'
import { createDrugPages } from './catalogue/lists/drugPages.ts'
import { createDrugLists, type DrugLists } from './catalogue/lists/lists.ts'
import { createSavedSearches } from './catalogue/lists/savedSearches.ts'
import { createPathways } from './catalogue/pathways/pathways.ts'
import { createPrefetch } from './catalogue/prefetch/prefetch.ts'
import { createDrugThreads, type DrugThreads } from './catalogue/threads/drugThreads.ts'
import type { Workspace } from './handlers.ts'
import type { Jobs } from './jobs/jobs.ts'
import { ownEnvironment } from './ownEnvironment.ts'
import type { Clock, Database, Emit, Paths, Random, RemoteService } from './ports.ts'
import type { AnswersSchema } from './store/answers.ts'
import type { CacheSchema } from './store/cache.ts'
import type { JournalSchema } from './store/journal.ts'

type Parts = {
  threads: DrugThreads
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  cache: Database<CacheSchema>
  remote: RemoteService
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  notice(text: string): void
  /** Whether offline plans of an earlier run go on by themselves, and wait for a better network. */
  resumesWork: boolean
}

type DrugServices = Pick<Workspace, 'catalogue' | 'links' | 'lists' | 'searches' | 'pathways' | 'prefetch'>

const dayMs = 24 * 60 * 60_000

type Beginning = {
  /** The profile's folder. */
  folder: string
  paths: Paths
  notice(text: string): void
  /** As in composeClient.ts. */
  takeDrugsThread(): Worker | null
}

/** The threads of a profile's drugs; a thread that was begun already opens them while the rest is made. */
export function beginDrugThreads({ folder, paths, notice, takeDrugsThread }: Beginning): DrugThreads {
  let early = takeDrugsThread()
  const threads = createDrugThreads({
    launch: (task) => {
      const begun = task.role === 'reads' ? early : null
      if (!begun) return new Worker(paths.worker('drugsWorker'), { workerData: task, env: ownEnvironment() })
      early = null
      begun.postMessage(task)
      return begun
    },
    file: join(folder, 'drugs.db'),
    notice,
  })
  if (early) threads.open()
  return threads
}

/** Everything about drugs, on a database of their own that only its threads open. */
export function composeDrugs(parts: Parts) {
  const { threads, journal, answers, cache, remote, jobs, clock, random, emit, resumesWork } = parts
  const { store, book } = threads
  const pathways = createPathways({ journal, answers, store, clock, emit })
  const lists = createDrugLists({ journal, store, clock, random, emit })
  const prefetch = createPrefetch({
    journal,
    store,
    book,
    remote,
    jobs,
    clock,
    random,
    emit,
    setMembers: (setId) => setMembers(lists, setId),
    patient: resumesWork,
  })
  const links = createDrugLinks({ journal, answers, cache, store, standingOut: pathways.standingOut })
  const services: DrugServices = {
    catalogue: createCatalogue({ store, remote, pathwayGroups: () => pathways.groups(), emit }),
    links,
    lists,
    searches: createSavedSearches({ journal, clock, random, emit }),
    pathways,
    prefetch,
  }
  let resuming: Promise<void> = Promise.resolve()
  let reading: Promise<void> = Promise.resolve()
  const tellWhy = (error: unknown) =>
    parts.notice(
      `Making drugs available offline could not go on: ${isFailure(error) ? error.message : 'something went wrong inside the app'}`,
    )
  const resume = (): void => {
    if (resumesWork) resuming = resuming.then(() => prefetch.resumeAll()).catch(tellWhy)
  }
  // What has become old while Pathclock stays open for weeks.
  const daily = setInterval(resume, dayMs).unref()
  return {
    services,
    /** For what reads kept drugs besides these services. */
    store,
    membersOf: (setId: string) => lists.membersOf(setId),
    /** The alias table of the pathways' names. */
    pathwayGroups: pathways.groups,
    /** For the export. */
    pages: createDrugPages({ store, lists, groups: pathways.groups }),
    /** In the background: what is wrong with the kept drugs must keep nobody from their results. */
    resume,
    /** What cannot be read now is read, and told, when the links of a drug are asked for. */
    screeningKept(): void {
      reading = reading.then(links.screeningKept).catch(() => undefined)
    },
    /** Before the file of the kept drugs is removed. */
    forgetPlans: () => prefetch.forgetAll(),
    async close(): Promise<void> {
      clearInterval(daily)
      await resuming
      await jobs.close()
      await reading
      await threads.close()
    },
  }
}

/** Null where the list is gone. */
async function setMembers(lists: DrugLists, setId: string) {
  const set = (await lists.list({})).find((each) => each.setId === setId)
  if (!set) return null
  try {
    const members = await lists.membersOf(setId)
    return { name: set.name, drugIds: members.map(({ drugId }) => drugId) }
  } catch (error) {
    if (isFailure(error, 'notFound')) return null
    throw error
  }
}
