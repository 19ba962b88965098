import type { Services } from '../../../shared/contract/contract.ts'
import { notFound } from '../../../shared/contract/failures.ts'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { parseState, type Sample, type SampleFilter } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/words/message.ts'
import type { Jobs } from '../../concurrency/jobs.ts'
import type { Clock, Emit, Random, RemoteService } from '../../ports.ts'
import type { Journal, JournalQuery, StoredSample } from '../../store/journal.ts'
import { requireRegistered } from '../../store/requireRegistered.ts'
import { findRow, updateRows } from '../../store/rows.ts'
import { annotate, annotationsOf, undoAnnotations } from './annotations.ts'
import { createPolling, createRefresh } from './polling/polling.ts'
import { openSamples } from './sampleRows.ts'
import { facetsOf } from './search/facets.ts'
import { type AnalysedIds, idsOfSamples, pageOfSamples, samplesNamed } from './search/sampleSearch.ts'

type Register = Pick<
  Services['samples'],
  'list' | 'get' | 'refresh' | 'facets' | 'unknownWords' | 'annotate' | 'undoAnnotate'
> & {
  /** Applies changed meanings of the service's state words: updates the stored states and continues polling. */
  stateWordsChanged(): Promise<void>
  find(text: string, filter: SampleFilter): Promise<string[]>
  /** Returns the samples whose name or ID contains a text, best match first. */
  named(text: string, limit: number): Promise<{ sampleId: string; clientReference: string }[]>
  /**
   * Polls the samples until their states are final or two hours have passed, and stores the states in the register.
   * Calls `onFinal` with each sample that becomes final. Rejects with the failure that stops all polling.
   */
  waitUntilFinal(
    sampleIds: string[],
    signal: AbortSignal,
    onFinal?: (sampleId: string) => void,
  ): Promise<void>
}

export type RegisterDeps = {
  journal: Journal
  remote: Pick<RemoteService, 'sampleStatus'>
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  /** Returns when each sample was last analyzed (ISO 8601). Samples without an analysis are absent. */
  analysedAt: (sampleIds: readonly string[]) => Promise<Map<string, string>>
  analysedIds: AnalysedIds
  stateWords: () => ServiceDialect['state_words']
  /** False for a single command, which cannot ask the user while it waits. */
  waitsForUnknownStates: boolean
  /** Returns the name of the current user. */
  whoText: () => string
}

/** Creates the register of samples. The service has no list of them, so this is the only one. */
export function createRegister(deps: RegisterDeps): Register {
  const { journal, jobs, analysedAt, analysedIds, whoText } = deps
  const polling = createPolling(deps)
  const toSamples = async (rows: StoredSample[]): Promise<Sample[]> => {
    const ids = rows.map((row) => row.sample_id)
    const [analysed, annotations] = await Promise.all([analysedAt(ids), annotationsOf(journal.query, ids)])
    return rows.map((row) => {
      const annotation = annotations.get(row.sample_id)
      return { ...toSample(row, analysed.get(row.sample_id) ?? null), ...(annotation ? { annotation } : {}) }
    })
  }

  return {
    async list(input) {
      const { rows, total } = await pageOfSamples(journal.query, input, analysedIds)
      return { rows: await toSamples(rows), total }
    },
    async get({ sampleId }) {
      const row = await findRow(journal.query, 'samples', { sample_id: sampleId })
      const [sample] = row ? await toSamples([row]) : []
      if (!sample) throw notFound(message('samples.registerNoSample', { sampleId }), message('shared.sample'))
      return sample
    },
    facets: (input) => facetsOf(journal.query, input, analysedIds),
    unknownWords: async () => ({ words: await unknownWords(journal.query) }),
    async stateWordsChanged() {
      if ((await reparseStates(journal, deps.stateWords())) === 0) return
      deps.emit('samples.changed', { batchId: null })
      await polling.statesChanged()
    },
    find: (text, filter) => idsOfSamples(journal.query, { text, filter }, analysedIds),
    named: (text, limit) => samplesNamed(journal.query, text, limit),
    async annotate({ sampleIds, change }) {
      const uniqueIds = [...new Set(sampleIds)]
      await requireRegistered(journal.query, uniqueIds)
      const by = { who: whoText(), nowIso: new Date(deps.clock.now()).toISOString() }
      const changes = uniqueIds.map((sampleId) => ({ sampleId, change }))
      const outcome = await annotate(deps, changes, by)
      deps.emit('samples.changed', { batchId: null })
      return outcome
    },
    async undoAnnotate({ undoId }) {
      const outcome = await undoAnnotations(journal, undoId)
      deps.emit('samples.changed', { batchId: null })
      return outcome
    },
    refresh: createRefresh({ journal, jobs, polling }),
    async waitUntilFinal(sampleIds, signal, onFinal = () => undefined) {
      const open = await openSamples(journal.query, sampleIds)
      const onProgress = (by: { done?: number }, sampleId: string): void => {
        if (by.done) onFinal(sampleId)
      }
      await polling.watch(open, signal, onProgress).ended
    },
  }
}

const toSample = (row: StoredSample, analysedAt: string | null): Sample => ({
  sampleId: row.sample_id,
  clientReference: row.client_reference,
  state: row.state,
  status: row.status,
  createdAt: row.created_at,
  checkedAt: row.checked_at,
  // The fields of an order are flat.
  fields: JSON.parse(row.fields) as Sample['fields'],
  batchId: row.batch_id,
  analysedAt,
  synthetic: row.synthetic === 1,
  ...(row.adopted_at === null ? {} : { adoptedAt: row.adopted_at }),
})

const maxWords = 20

/** Returns the unknown state words of the service, each with the number of samples that have it. */
async function unknownWords(query: JournalQuery): Promise<{ word: string; count: number }[]> {
  const rows = await query
    .selectFrom('samples')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', '=', 'unknown')
    // Until the first check, the state is not a word of the service.
    .where('checked_at', 'is not', null)
    .groupBy('status')
    .orderBy('count', 'desc')
    .orderBy('status')
    .limit(maxWords)
    .execute()
  return rows.map(({ status, count }) => ({ word: status, count }))
}

/** Updates the stored states to the current meanings of the state words. Returns the number of samples that changed. */
async function reparseStates(journal: Journal, words: ServiceDialect['state_words']): Promise<number> {
  const known = await journal.query.selectFrom('samples').select(['status', 'state']).distinct().execute()
  let changed = 0
  for (const { status, state: previous } of known) {
    const state = parseState(status, words)
    if (state === previous) continue
    changed += await updateRows(journal.query, 'samples', { status, state: previous }, { state })
  }
  return changed
}
