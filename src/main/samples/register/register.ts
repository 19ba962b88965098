import type { Kysely } from 'kysely'
import type { Services } from '../../../shared/contract/contract.ts'
import { Failure } from '../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import { parseState, type Sample, type SampleFilter } from '../../../shared/domain/samples/sample.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Jobs } from '../../concurrency/jobs.ts'
import type { Clock, Database, Emit, Random, RemoteService } from '../../ports.ts'
import type { JournalSchema, StoredSample } from '../../store/journal.ts'
import { requireRegistered } from '../../store/requireRegistered.ts'
import { annotate, annotationsOf, undoAnnotations } from './annotations.ts'
import { createPolling, createRefresh } from './polling/polling.ts'
import { findSample, openSamples } from './sampleRows.ts'
import { facetsOf } from './search/facets.ts'
import { type AnalysedIds, idsOfSamples, pageOfSamples, samplesNamed } from './search/sampleSearch.ts'

export type Register = Pick<
  Services['samples'],
  'list' | 'get' | 'refresh' | 'facets' | 'unknownWords' | 'annotate' | 'undoAnnotate'
> & {
  /** What the words of the service mean was set: states are read anew, and what waited for them goes on. */
  stateWordsChanged(): Promise<void>
  /** Every sample that a search finds, in the order of the register. */
  find(text: string, filter: SampleFilter): Promise<string[]>
  /** Samples in whose name or id a text is, best first. */
  named(text: string, limit: number): Promise<{ sampleId: string; clientReference: string }[]>
  /**
   * Polls the samples until their states are final or two hours have passed; the register holds them after. `onFinal` is
   * called with each of them that is.
   * Rejects with what stands in the way of any answer.
   */
  waitUntilFinal(
    sampleIds: string[],
    signal: AbortSignal,
    onFinal?: (sampleId: string) => void,
  ): Promise<void>
}

/** The samples we know of. The service has no list of them, so this is the only one. */
export function createRegister(deps: {
  journal: Database<JournalSchema>
  remote: Pick<RemoteService, 'sampleStatus'>
  jobs: Jobs
  clock: Clock
  random: Random
  emit: Emit
  /** When each sample was last analysed (ISO 8601); others are left out. */
  analysedAt: (sampleIds: readonly string[]) => Promise<Map<string, string>>
  /** Every sample that was analysed. */
  analysedIds: AnalysedIds
  /** What a person said that words of the service mean. */
  stateWords: () => ConventionSettings['state_words']
  /** False: an unknown word for a state is not waited for. */
  waitsForUnknownStates: boolean
  /** Who works here now, in words. */
  whoText: () => string
}): Register {
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
      const row = await findSample(journal.query, sampleId)
      const [sample] = row ? await toSamples([row]) : []
      if (!sample)
        throw new Failure('notFound', message`The register has no sample ${sampleId}.`, {
          what: message`sample`,
        })
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
  // Written from an order's fields, which are flat.
  fields: JSON.parse(row.fields) as Sample['fields'],
  batchId: row.batch_id,
  analysedAt,
  synthetic: row.synthetic === 1,
  ...(row.adopted_at === null ? {} : { adoptedAt: row.adopted_at }),
})

const maxWords = 20

/** Words of the service whose meaning is not known, and how many samples of the register have each. */
async function unknownWords(query: Kysely<JournalSchema>): Promise<{ word: string; count: number }[]> {
  const rows = await query
    .selectFrom('samples')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', '=', 'unknown')
    // Before that, its state is no word of the service.
    .where('checked_at', 'is not', null)
    .groupBy('status')
    .orderBy('count', 'desc')
    .orderBy('status')
    .limit(maxWords)
    .execute()
  return rows.map(({ status, count }) => ({ word: status, count }))
}

/** Reads the states of the register anew, by what the words of the service mean now. Gives how many samples changed. */
async function reparseStates(
  journal: Database<JournalSchema>,
  words: ConventionSettings['state_words'],
): Promise<number> {
  const known = await journal.query.selectFrom('samples').select(['status', 'state']).distinct().execute()
  let changed = 0
  for (const { status, state: previous } of known) {
    const state = parseState(status, words)
    if (state === previous) continue
    const { numUpdatedRows } = await journal.query
      .updateTable('samples')
      .set({ state })
      .where('status', '=', status)
      .where('state', '=', previous)
      .executeTakeFirst()
    changed += Number(numUpdatedRows)
  }
  return changed
}
