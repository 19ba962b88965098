import { expect, it } from 'vitest'
import type { SampleState } from '../../shared/domain/samples/sample.ts'
import { openStores } from '../store/testing/openStores.ts'
import { sampleRow } from '../store/testing/rows.ts'
import { readStudyNames, readSummaries, readSummary } from './summaries.ts'

const at = '2026-01-01T00:00:00.000Z'

it('one study has the same summary as in the list, and names are read without counts, archived ones too', async () => {
  const stores = await openStores()
  const { query } = stores.journal
  const states: SampleState[] = ['succeeded', 'succeeded', 'running', 'failed']
  const samples = states.map((state, index) =>
    sampleRow(`S${index}`, { status: state, state, synthetic: index === 3 ? 1 : 0 }),
  )
  await query.insertInto('samples').values(samples).execute()
  for (const [studyId, archived_at, sampleIds] of [
    ['liver', null, ['S0', 'S2']],
    ['heart', at, ['S1', 'S3']],
  ] as const) {
    const texts = { name: studyId, question: '' }
    const study = { study_id: studyId, ...texts, created_at: at, changed_at: at, archived_at }
    await query.insertInto('studies').values(study).execute()
    const members = sampleIds.map((sample_id) => ({ study_id: studyId, sample_id, added_at: at }))
    await query.insertInto('study_samples').values(members).execute()
  }
  const analyzedIds = async () => new Set(['S0'])
  const all = await readSummaries(query, await analyzedIds())
  expect(all.map(({ studyId, samples: count }) => [studyId, count])).toEqual([
    ['all', 4],
    ['heart', 2],
    ['liver', 2],
  ])
  for (const summary of all) expect(await readSummary(query, analyzedIds, summary.studyId)).toEqual(summary)
  expect(await readSummary(query, analyzedIds, 'liver')).toMatchObject({
    stages: { analyzed: 1, processing: 1, failed: 0 },
    synthetic: false,
  })
  expect(await readSummary(query, analyzedIds, 'nothing')).toBeUndefined()
  expect(await readStudyNames(query)).toEqual([
    { studyId: 'all', name: 'All samples', question: '', archivedAt: null },
    { studyId: 'heart', name: 'heart', question: '', archivedAt: at },
    { studyId: 'liver', name: 'liver', question: '', archivedAt: null },
  ])
  await stores.close()
})
