import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { createAnnouncer } from './announcer.ts'
import { countRows, endBatch, listBatches, pageOfRows, settleAbandoned } from './batches.ts'
import { takeLease } from './lease.ts'
import { addBatch, knownReferences, type NewBatch } from './ledger.ts'
import { sendBatch } from './sendBatch.ts'
import { giveUpSending } from './sending.ts'

export type Submission = {
  /** Writes a batch down whole, all rows queued, and gives its id. Nothing is sent. */
  createBatch(batch: NewBatch): Promise<string>
  /** Starts sending what is queued and gives the job's id; the same one while it is under way. */
  send(batchId: string): Promise<string>
  list: Handlers['batches.list']
  rows: Handlers['batches.rows']
  resume: Handlers['batches.resume']
  /**
   * Which of the references have an order or may have one. Rows that failed do not count, nor queued rows of a
   * batch that nobody is sending: those a new batch takes over.
   */
  known(references: string[]): Promise<Set<string>>
}

/**
 * Orders in bulk through the import ledger: a row is marked as being sent before its request leaves, and one whose
 * answer was lost is never sent again by itself. A batch has one sender at a time, over all windows and processes.
 */
export function createSubmission(options: {
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
  /** Called with the samples that were created when the sending of a batch ends, unless it was cancelled. */
  afterBatch(sampleIds: string[]): void
}): Submission {
  const { journal, jobs, clock, random, profileId, idempotency = () => 'unknown' as const } = options
  const owner = random.id()
  /** The job that sends a batch, by the batch's id. */
  const underWay = new Map<string, Promise<string>>()

  const start = async (batchId: string): Promise<string> => {
    const { queued, unknown } = await claim(journal, { batchId, owner, nowMs: clock.now() })
    if (queued === 0) throw nothingQueued(unknown)
    const spec = {
      kind: 'import' as const,
      title: `Order ${queued} ${queued === 1 ? 'sample' : 'samples'}`,
      total: queued,
      batchId,
    }
    const announcer = createAnnouncer(options, batchId)
    return jobs.start(spec, (progress, signal) =>
      sendBatch({ ...options, idempotency, announcer }, { batchId, owner }, progress, signal),
    )
  }

  const send = (batchId: string): Promise<string> => {
    const running = underWay.get(batchId)
    if (running) return running
    const started = start(batchId)
    underWay.set(batchId, started)
    const forget = () => void underWay.delete(batchId)
    started.then((jobId) => jobs.finished(jobId)).then(forget, forget)
    return started
  }

  return {
    async createBatch(batch) {
      const batchId = random.id()
      await addBatch(journal, batch, { batchId, profileId, nowMs: clock.now() })
      return batchId
    },
    send,
    async list() {
      await settleAbandoned(journal, clock.now())
      return listBatches(journal.query)
    },
    rows: (input) => pageOfRows(journal.query, input),
    resume: async ({ batchId }) => ({ jobId: await send(batchId) }),
    known: (references) => knownReferences(journal.query, references, clock.now()),
  }
}

/** Takes the lease and settles what an earlier sender left behind; gives the lease back when nothing is queued. */
function claim(
  journal: Database<JournalSchema>,
  lease: { batchId: string; owner: string; nowMs: number },
): Promise<{ queued: number; unknown: number }> {
  const { batchId, nowMs } = lease
  return journal.transaction(async (query) => {
    await takeLease(query, lease)
    await giveUpSending(query, batchId, new Date(nowMs).toISOString())
    const counts = await countRows(query, batchId)
    if (counts.queued === 0) await endBatch(query, batchId, 'done', nowMs)
    return counts
  })
}

function nothingQueued(unknown: number): Failure {
  const doubt =
    unknown === 0
      ? ''
      : ` ${unknown} of its orders ended with unknown outcome and are not sent again by themselves, since they may have been placed: look for them at the service, and import those that are missing there under a new reference.`
  return new Failure('rejected', `Nothing of this batch is left to send.${doubt}`, { problems: [] })
}
