import type { Handlers } from '../../../../shared/contract/contract.ts'
import { Failure } from '../../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../../shared/domain/app/convention.ts'
import type { Batch, Person } from '../../../../shared/domain/samples/importing.ts'
import type { Jobs } from '../../../concurrency/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../../../ports.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import {
  type Act,
  getBatch,
  historyOf,
  listBatches,
  listRows,
  nobody,
  recordEvents,
} from '../batches/batches.ts'
import { cancelQueued, requeue } from '../batches/queueRows.ts'
import { settleNotPlaced, settlePlaced } from '../batches/settleOrders.ts'
import { addBatch, knownReferences, type NewBatch, type PlacedOrder, placedOrders } from '../ledger/ledger.ts'
import { resendableLines } from '../ledger/sendLedger.ts'
import { createSenders } from './batchSenders.ts'

export type Submission = {
  /** Writes a batch down whole, all rows queued, and gives its id. Nothing is sent. */
  createBatch(batch: NewBatch): Promise<string>
  /** Starts sending what is queued and gives the job's id; the same one while it is under way. */
  send(batchId: string): Promise<string>
  list: Handlers['batches.list']
  rows: Handlers['batches.rows']
  resume: Handlers['batches.resume']
  pause: Handlers['batches.pause']
  cancel: Handlers['batches.cancel']
  retryFailed: Handlers['batches.retryFailed']
  lookUpUnknown: Handlers['batches.lookUpUnknown']
  settleUnknown: Handlers['batches.settleUnknown']
  history: Handlers['batches.history']
  /**
   * Pauses what an earlier run left behind as soon as it is surely gone, and tells pages. Ends when there is none, or
   * with the signal.
   */
  watchAbandoned(signal: AbortSignal): Promise<void>
  /**
   * Which of the references have an order or may have one. Rows that failed do not count, nor queued rows of a
   * batch that nobody is sending: those a new batch takes over.
   */
  known(references: string[]): Promise<Set<string>>
  /** Where those that are known were ordered. */
  placed(references: string[]): Promise<Map<string, PlacedOrder>>
}

/**
 * Orders in bulk through the import ledger: a row is marked as being sent before its request leaves, and one whose
 * answer was lost is sent again only where the service is known to place it once. A batch has one sender at a time, over
 * all windows and processes.
 */
export function createSubmission(deps: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'createOrder'>
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  profileId: string
  /** Address of the service; each answer carries its own. */
  service: string
  /** What the service is known to do with a repeated order; left out: unknown. */
  idempotency?: () => ConventionSettings['idempotency']
  /** Who works here now. */
  who?: () => Person
  /** Called with the samples that were created when the sending of a batch ends, unless it was stopped. */
  afterBatch(sampleIds: string[]): void
}): Submission {
  const { journal, clock, random, profileId, idempotency = () => 'unknown' as const } = deps
  const { who = () => nobody } = deps
  const senders = createSenders({ ...deps, idempotency })
  const withResumable = async (batch: Batch): Promise<Batch> => {
    if (batch.unknown === 0 || idempotency() !== 'honoured') return batch
    const resendable = await resendableLines(journal.query, batch.batchId, clock.now())
    return { ...batch, resumable: batch.resumable + resendable.length }
  }
  const getBatchWithResumable = async (batchId: string): Promise<Batch> =>
    withResumable(await getBatch(journal.query, batchId))
  const currentAct = (): Act => ({ who: who(), nowIso: new Date(clock.now()).toISOString() })

  return {
    async createBatch(batch) {
      const batchId = random.id()
      await addBatch(journal, batch, { batchId, profileId, nowMs: clock.now(), who: who() })
      return batchId
    },
    send: (batchId) => senders.send(batchId),
    async list() {
      await senders.settleAbandoned()
      return Promise.all((await listBatches(journal.query)).map(withResumable))
    },
    rows: (input) => listRows(journal.query, input),
    async resume({ batchId }) {
      const { state } = await getBatchWithResumable(batchId)
      if (state === 'cancelled')
        await journal.transaction((query) =>
          requeue(query, { batchId, rows: undefined }, 'cancelled', clock.now(), currentAct()),
        )
      const isJoining = senders.now(batchId) !== null
      const jobId = await senders.resume(batchId)
      if (!isJoining)
        await journal.transaction((query) => recordEvents(query, currentAct(), { batchId, what: 'resumed' }))
      return { jobId }
    },
    async pause({ batchId }) {
      await senders.stop(batchId)
      const batch = await getBatchWithResumable(batchId)
      if (batch.state === 'running') throw refused('Another Pathclock is sending this batch. Pause it there.')
      await journal.transaction((query) => recordEvents(query, currentAct(), { batchId, what: 'paused' }))
      deps.emit('samples.changed', { batchId })
      return batch
    },
    async cancel({ batchId }) {
      await senders.stop(batchId)
      await journal.transaction((query) => cancelQueued(query, batchId, clock.now(), currentAct()))
      deps.emit('samples.changed', { batchId })
      const batch = await getBatchWithResumable(batchId)
      return { batch, message: afterCancelling(batch) }
    },
    async retryFailed({ batchId, rows }) {
      const joinedOwner = senders.now(batchId) === 'queued' ? senders.owner : undefined
      const { queued, skipped } = await journal.transaction((query) =>
        requeue(query, { batchId, rows }, 'refused', clock.now(), currentAct(), joinedOwner),
      )
      if (queued.length === 0) throw nothingToRetry(skipped.length)
      return { jobId: await senders.send(batchId, queued), rows: queued.length, skipped }
    },
    async lookUpUnknown({ batchId, rows }) {
      const idempotencyMode = idempotency()
      if (idempotencyMode !== 'honoured' && idempotencyMode !== 'client_reference') throw lookupUnsupported()
      const jobId = await senders.lookUp(batchId, rows)
      await journal.transaction((query) =>
        recordEvents(query, currentAct(), { batchId, what: 'looked-up', detail: idempotencyMode }),
      )
      return { jobId, rows: rows ? new Set(rows).size : (await getBatchWithResumable(batchId)).unknown }
    },
    async settleUnknown({ batchId, rows, as }) {
      await getBatch(journal.query, batchId)
      const chosen = { batchId, rows }
      const settled = await journal.transaction((query) =>
        as.kind === 'notPlaced'
          ? settleNotPlaced(query, chosen, currentAct())
          : settlePlaced(query, chosen, { sampleId: as.sampleId, service: deps.service }, currentAct()),
      )
      if (as.kind === 'notPlaced') senders.joinAll(batchId)
      deps.emit('samples.changed', { batchId })
      if (as.kind === 'placed') deps.afterBatch([as.sampleId])
      return { batch: await getBatchWithResumable(batchId), ...settled }
    },
    async history({ batchId }) {
      const history = await historyOf(journal.query, batchId)
      return { ...history, batch: await withResumable(history.batch) }
    },
    watchAbandoned: (signal) => senders.watchAbandoned(signal),
    known: (references) => knownReferences(journal.query, references, clock.now()),
    placed: (references) => placedOrders(journal.query, references),
  }
}

const refused = (message: string): Failure => new Failure('rejected', message, { problems: [] })

const lookupUnsupported = (): Failure =>
  refused(
    'This service has no way to ask for an order without placing one: it is not known to honour idempotency keys, nor to refuse a reference twice. Look for the samples at the service, then enter what you found.',
  )

const nothingToRetry = (skipped: number): Failure =>
  refused(
    skipped === 0
      ? 'No row of this batch has failed.'
      : `Each of the ${skipped} failed rows was ordered meanwhile by another batch; nothing was sent.`,
  )

function afterCancelling({ created, unknown, cancelled }: Batch): string {
  const doubt = unknown === 0 ? '' : ` ${unknown} of unknown outcome may stand there too.`
  const stay =
    created === 1 ? 'The order that was placed stays' : `The ${created} orders that were placed stay`
  return `${created === 0 ? 'No order was placed.' : `${stay} placed at the service.`} ${cancelled} were not sent.${doubt}`
}
