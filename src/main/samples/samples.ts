import type { Handlers, Services } from '../../shared/contract/contract.ts'
import { lazy } from '../../shared/lazy.ts'
import { lazyService } from '../concurrency/lazyService.ts'
import type { ImportsDeps, PreviewDeps } from './import/imports.ts'
import type { Reader } from './import/readerMessages.ts'
import { createOrderForm } from './orderForm/orderForm.ts'
import type { SendAs } from './orders/orderBody.ts'
import { createOrders, type OrdersDeps } from './orders/orders.ts'
import { formatPerson } from './register/annotations.ts'
import { createRegister, type RegisterDeps } from './register/register.ts'

export type Samples = ReturnType<typeof createSamples>

/** Everything about samples of one profile: their import, the orders placed for them, and the register. */
export function createSamples(
  deps: Omit<OrdersDeps, 'form' | 'afterBatch'> &
    Omit<RegisterDeps, 'whoText'> &
    Pick<ImportsDeps, 'files' | 'orderAddress' | 'placeBatch' | 'addToStudy'> & {
      loadReader: () => Promise<Reader>
      /** The profile's names for fields of an order. The order form of the service takes precedence. */
      orderNames: () => SendAs
      /** Called when samples of a batch were placed and its sending has ended. */
      onSamplesPlaced(batchId: string): void
    },
) {
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
