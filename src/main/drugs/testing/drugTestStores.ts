import { join } from 'node:path'
import type { EventName } from '../../../shared/contract/events.ts'
import type { Drug, DrugPathway } from '../../../shared/domain/drugs/drug.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { type DrugsSchema, drugsMigrations } from '../../store/drugs.ts'
import type { ScoreRow } from '../../store/resultTables.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { registerSamples, sampleRow } from '../../store/testing/rows.ts'
import { createDrugCache } from '../cache/drugCache.ts'

const fetchedAt = '2026-01-01T00:00:00.000Z'

/** Opens all databases of a profile as real files, with a clock that the test moves and sequential ids. */
export async function openDrugTestStores() {
  const stores = await openStores()
  const drugs = await openDatabase<DrugsSchema>({
    file: join(stores.folder, 'drugs.db'),
    migrations: drugsMigrations,
    durability: 'normal',
  })
  const store = createDrugCache(drugs)
  const time = { nowMs: Date.UTC(2026, 1, 1) }
  const emitted: EventName[] = []
  let ids = 0
  return {
    ...stores,
    store,
    time,
    emitted,
    clock: { now: () => time.nowMs, sleep: async () => {} },
    random: { next: () => 0.5, id: () => `id-${++ids}` },
    emit: (name: EventName) => void emitted.push(name),
    /** Caches a drug, and its pathways if given. */
    async cacheDrug(
      drugId: string,
      name: string,
      pathways?: DrugPathway[] | string[],
      more: Partial<Drug> = {},
    ) {
      const drug = { drugId, name, synonyms: [], category: null, description: null, ...more }
      await store.cacheDrugs([{ drug, raw: { drug_id: drugId }, fetchedAt }])
      if (!pathways) return
      const full = pathways.map((one) =>
        typeof one === 'string' ? { pathway: one, direction: 'unknown' as const, evidence: null } : one,
      )
      await store.cachePathways(drugId, { value: full, raw: full, fetchedAt })
    },
    /**
     * Stores a result of one sample: activity and aging offset by pathway. `requestedPathways`: the requested pathways;
     * all if empty.
     */
    async addResult(
      sampleId: string,
      scores: Record<string, [activity: number | null, agingOffset?: number | null]>,
      kind: 'activity' | 'clock' = 'activity',
      at = fetchedAt,
      requestedPathways: readonly string[] = [],
    ) {
      const analysisId = `analysis-${++ids}`
      const { query } = stores.answers
      await query
        .updateTable('analyses')
        .set({ current: 0 })
        .where('sample_id', '=', sampleId)
        .where('kind', '=', kind)
        .execute()
      const origin = { fetched_at: at, service: 'https://s.example', request_id: null, synthetic: 0 }
      await query
        .insertInto('analyses')
        .values({
          analysis_id: analysisId,
          sample_id: sampleId,
          kind,
          request: JSON.stringify({ sampleId, pathways: requestedPathways }),
          raw: '{}',
          current: 1,
          ...origin,
        })
        .execute()
      const rows = Object.entries(scores).map(
        ([pathway, [activity, aging_offset = null]]): ScoreRow => ({
          analysis_id: analysisId,
          pathway,
          activity,
          aging_offset,
        }),
      )
      for (const row of rows) await query.insertInto('scores').values(row).execute()
    },
    async addSample(sampleId: string, clientReference: string) {
      await registerSamples(stores.journal, [sampleRow(sampleId, { client_reference: clientReference })])
    },
    async close() {
      store.stop()
      await drugs.close()
      await stores.close()
    },
  }
}

export type DrugTestStores = Awaited<ReturnType<typeof openDrugTestStores>>
