import type { Handlers } from '../../shared/contract/contract.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { Sample } from '../../shared/domain/sample.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../ports.ts'
import type { JournalSchema, SampleRow } from '../store/journal.ts'
import { createPolling } from './polling.ts'
import { createRefresh } from './refresh.ts'
import { findSample, openSamples, pageOfSamples } from './registerRows.ts'

export type Register = {
  list: Handlers['samples.list']
  get: Handlers['samples.get']
  refresh: Handlers['samples.refresh']
  /**
   * Polls the samples until their states are final or two hours have passed; the register holds them after.
   * `progress` gets how many are final. Rejects with what stands in the way of any answer.
   */
  waitUntilFinal(
    sampleIds: string[],
    signal: AbortSignal,
    progress: (final: number) => void,
  ): Promise<unknown>
}

/** The samples we know of. The service has no list of them, so this is the only one. */
export function createRegister(options: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'sampleStatus'>
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  /** When each sample was last analysed (ISO 8601); others are left out. */
  analysedAt?: (sampleIds: readonly string[]) => Promise<Map<string, string>>
}): Register {
  const { journal, jobs } = options
  const analysedAt = options.analysedAt ?? (async () => new Map<string, string>())
  const polling = createPolling(options)
  const toSamples = async (rows: SampleRow[]): Promise<Sample[]> => {
    const analysed = await analysedAt(rows.map((row) => row.sample_id))
    return rows.map((row) => toSample(row, analysed.get(row.sample_id) ?? null))
  }

  return {
    async list(input) {
      const { rows, total } = await pageOfSamples(journal.query, input)
      return { rows: await toSamples(rows), total }
    },
    async get({ sampleId }) {
      const row = await findSample(journal.query, sampleId)
      const [sample] = row ? await toSamples([row]) : []
      if (!sample)
        throw new Failure('notFound', `The sample ${sampleId} is not in the register of this computer.`, {
          what: 'sample',
        })
      return sample
    },
    refresh: createRefresh({ journal, jobs, polling }),
    async waitUntilFinal(sampleIds, signal, progress) {
      const open = await openSamples(journal.query, sampleIds)
      let final = sampleIds.length - open.length
      progress(final)
      const watch = polling.watch(open, signal, ({ done = 0 }) => {
        final += done
        if (done > 0) progress(final)
      })
      await watch.ended
    },
  }
}

const toSample = (row: SampleRow, analysedAt: string | null): Sample => ({
  sampleId: row.sample_id,
  clientReference: row.client_reference,
  state: row.state,
  status: row.status,
  createdAt: row.created_at,
  checkedAt: row.checked_at,
  // Written from an order's fields, which are flat.
  fields: JSON.parse(row.fields) as Sample['fields'],
  batchId: row.batch_id,
  analysedAt,
  synthetic: row.synthetic === 1,
})
