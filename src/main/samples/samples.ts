import type { Handlers, Services } from '../../shared/contract/contract.ts'
import type { ServiceDialect } from '../../shared/domain/app/dialect.ts'
import type { CostContext } from '../../shared/domain/requests/paidCall.ts'
import type { Person } from '../../shared/domain/samples/importing.ts'
import { lazy } from '../../shared/lazy.ts'
import type { Jobs } from '../concurrency/jobs.ts'
import { lazyService } from '../concurrency/lazyService.ts'
import type { Clock, Database, Emit, Files, LeaseOwners, LogEntry, Random, RemoteService } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { AddToStudy, PlaceBatch, PreviewDeps } from './import/imports.ts'
import type { Reader } from './import/readerMessages.ts'
import { createOrderForm } from './orderForm/orderForm.ts'
import type { SendAs } from './orders/orderBody.ts'
import { createOrders } from './orders/orders.ts'
import { formatPerson } from './register/annotations.ts'
import { createRegister } from './register/register.ts'
import type { AnalysedIds } from './register/search/sampleSearch.ts'

export type Samples = ReturnType<typeof createSamples>

/** Everything about samples of one profile: their import, the orders placed for them, and the register. */
export function createSamples(deps: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'createOrder' | 'sampleStatus'>
  files: Files
  jobs: Jobs
  clock: Clock
  random: Random
  leaseOwners: LeaseOwners
  emit: Emit
  loadReader: () => Promise<Reader>
  profileId: string
  service: string
  appendToLog(entry: LogEntry): void
  reconcile(): Promise<void>
  /** The service's known behavior for a repeated idempotency key. */
  idempotency: () => ServiceDialect['idempotency']
  /** The address that orders go to with the current settings, for the check before they are sent. */
  orderAddress: () => { service: string; path: string }
  costContext: () => Promise<CostContext>
  /** False for a single command, which ends with its own work and does not poll states afterwards. */
  follows: boolean
  /** The profile's names for fields of an order. The order form of the service takes precedence. */
  orderNames: () => SendAs
  /** Returns the time of each sample's last analysis (ISO 8601), without samples that have none. */
  analysedAt: (sampleIds: readonly string[]) => Promise<Map<string, string>>
  /** Finds all analyzed samples. */
  analysedIds: AnalysedIds
  /** The meanings that the user gave to states of the service. */
  stateWords: () => ServiceDialect['state_words']
  /** False for a single command, which cannot ask the user while it waits. */
  waitsForUnknownStates: boolean
  /** Returns the current user. */
  who: () => Person
  placeBatch: PlaceBatch
  addToStudy: AddToStudy
  /** Called when samples of a batch were placed and its sending has ended. */
  onSamplesPlaced(batchId: string): void
}) {
  const { journal, clock, random, who, loadReader } = deps
  const register = createRegister({ ...deps, whoText: () => formatPerson(who()) })
  const refreshInBackground = (sampleIds: string[]): void =>
    void Promise.resolve(register.refresh({ sampleIds })).catch(() => undefined)
  // What a batch has placed is followed to its end; a page that asks for the same joins in.
  const afterBatch = (sampleIds: string[], batchId: string): void => {
    if (deps.follows) refreshInBackground(sampleIds)
    deps.onSamplesPlaced(batchId)
  }
  const orderForm = createOrderForm({ journal, clock, names: deps.orderNames })
  const orders = createOrders({ ...deps, form: orderForm.form, afterBatch })
  const loadMappings = lazy(async () =>
    (await import('./import/draft/savedMappings.ts')).createMappings({ journal, clock, random }),
  )
  const loadImports = async () => {
    const { createImports } = await import('./import/imports.ts')
    const { forForm: templates } = await loadMappings()
    return createImports({ ...deps, reader: await loadReader(), orders, form: orderForm.form, templates })
  }
  const loadAdopt = lazy(async () =>
    (await import('./adoption/adoptSamples.ts')).createAdopt({
      ...deps,
      form: orderForm.form,
      afterAdopting: refreshInBackground,
    }),
  )
  const loadTableJoins = lazy(async () =>
    (await import('./tableJoin/tableJoin.ts')).createTableJoins({
      ...deps,
      reader: await loadReader(),
      form: orderForm.form,
      whoText: () => formatPerson(who()),
      find: register.find,
    }),
  )
  const fromTables: Pick<Services['samples'], 'adopt' | 'joinTable' | 'annotateFromTable'> = {
    adopt: async (input) => (await loadAdopt())(input),
    joinTable: async (input) => (await loadTableJoins()).joinTable(input),
    annotateFromTable: async (input) => (await loadTableJoins()).annotateFromTable(input),
  }
  return {
    imports: lazyService('imports', loadImports),
    mappings: lazyService('mappings', loadMappings),
    orderForm,
    batches: orders,
    samples: { ...register, ...fromTables },
  }
}

/** Returns a function that loads the reader of tables once, since a start needs none. `workerFile`: the entry csvWorker. */
export const createReaderLoader = (workerFile: URL | string): (() => Promise<Reader>) =>
  lazy(async () => (await import('./import/imports.ts')).createReader(workerFile))

/** Shows how a file is read, whether or not a profile is open. */
export function createTablePreview(deps: PreviewDeps): Handlers['files.preview'] {
  const load = lazy(async () => (await import('./import/imports.ts')).createTablePreview(deps))
  return async (input) => (await load())(input)
}
