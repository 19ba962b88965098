import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScreeningHit } from '../../shared/domain/drugs/screening.ts'
import { createDrugLinks } from './links.ts'
import { createPathways } from './pathways/pathways.ts'
import { type DrugTestStores, openDrugTestStores } from './testing/drugTestStores.ts'

let all: DrugTestStores
let links: ReturnType<typeof createDrugLinks>
beforeEach(async () => {
  all = await openDrugTestStores()
  links = createDrugLinks({ ...all, extremeSamples: createPathways(all).extremeSamples })
})
afterEach(() => all.close())

const hit = (
  rank: number,
  drugId: string | null,
  name: string,
  score: number | null = null,
): ScreeningHit => ({ rank, drugId, name, score, raw: { rank } })

async function screened(taskId: string, hits: unknown, fetchedAt = '2026-01-01') {
  const row = {
    raw: '{}',
    hits: typeof hits === 'string' ? hits : JSON.stringify(hits),
    fetched_at: fetchedAt,
  }
  await all.answers.query
    .insertInto('screening_results')
    .values({ task_id: taskId, ...row })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(row))
    .execute()
}

const ordered = (taskId: string, sampleId: string, createdAt = '2026-01-01') =>
  all.journal.query
    .insertInto('screening_tasks')
    .values({
      task_id: taskId,
      sample_id: sampleId,
      endpoint: 'screening',
      status: 'done',
      state: 'succeeded',
      progress: null,
      created_at: createdAt,
      checked_at: null,
      service: 'https://s.example',
      synthetic: 0,
    })
    .execute()

const ranks = async (drugId: string) =>
  (await links.links({ drugId })).screenings.map(({ taskId, rank }) => `${taskId} ${rank}`)

describe('the hits of a new screening', () => {
  test('are read immediately, and not again when the links of a drug are requested', async () => {
    await ordered('T1', 'S')
    await screened('T1', [hit(1, 'D1', 'Rapamycin')])
    await links.updateScreeningIndex()
    const indexed = () =>
      all.cache.use(({ query }) => query.selectFrom('screening_indexed').select(['run', 'task_id']).execute())
    const before = await indexed()
    expect(before).toMatchObject([{ task_id: 'T1' }])
    expect(await ranks('D1')).toEqual(['T1 1'])
    expect(await indexed()).toEqual(before)
  })
})

describe('the screenings of a drug', () => {
  beforeEach(async () => {
    for (const taskId of ['T1', 'T2', 'T3']) await ordered(taskId, `S-${taskId}`)
    await all.addSample('S-T1', 'patient 1')
    await all.cacheDrug('D1', 'Sirolimus', undefined, { synonyms: ['Rapamycin', 'β-Drug'] })
    await all.cacheDrug('D2', 'Everolimus')
  })

  test('are found by id, name and synonym, best rank first, with the sample of each', async () => {
    await screened('T1', [hit(1, 'D2', 'Everolimus', 9), hit(7, 'D1', 'D1', 0.5)])
    await screened('T2', [hit(3, null, 'RAPAMYCIN', -1), hit(5, null, 'sirolimus')])
    await screened('T3', [hit(1, null, 'b–drug')])
    expect(await links.links({ drugId: 'D1' })).toEqual({
      screenings: [
        { taskId: 'T3', sampleId: 'S-T3', clientReference: null, rank: 1, score: null },
        { taskId: 'T2', sampleId: 'S-T2', clientReference: null, rank: 3, score: -1 },
        { taskId: 'T1', sampleId: 'S-T1', clientReference: 'patient 1', rank: 7, score: 0.5 },
      ],
      samples: [],
    })
    expect(await ranks('D2')).toEqual(['T1 1'])
    expect(await ranks('unknown')).toEqual([])
  })

  test('are found by id even if the drug itself is not cached', async () => {
    await screened('T1', [hit(4, 'gone', 'Gone')])
    expect(await ranks('gone')).toEqual(['T1 4'])
  })

  test('leave out hits of another cached drug with the same name, and accept ids that only the screening uses', async () => {
    await screened('T1', [hit(1, 'D2', 'Rapamycin'), hit(2, 'CHEMBL413', 'Rapamycin')])
    expect(await ranks('D1')).toEqual(['T1 2'])
  })

  test('follow a screening that was requested again, and one that was removed', async () => {
    await screened('T1', [hit(1, 'D1', 'x'), hit(2, 'D1', 'x')])
    expect(await ranks('D1')).toEqual(['T1 1'])
    await screened('T1', [hit(6, 'D1', 'x')], '2026-01-02')
    expect(await ranks('D1')).toEqual(['T1 6'])
    await all.answers.query.deleteFrom('screening_results').execute()
    expect(await ranks('D1')).toEqual([])
  })

  test('skip unreadable hits and tasks that were not ordered', async () => {
    await screened('T1', 'no JSON')
    await screened('T2', [{ rank: 'first' }])
    await screened('T3', [
      hit(1, 'D1', '"\'; DROP TABLE screening_hits --\u202e'),
      hit(2, 'D\ud800', '\ud800'),
    ])
    await screened('T4', [hit(1, 'D1', 'x')])
    expect(await ranks('D1')).toEqual(['T3 1'])
    expect(await Promise.all([ranks('D1'), ranks('D2'), ranks('D1')])).toEqual([['T3 1'], [], ['T3 1']])
  })
})

describe('the samples of a drug', () => {
  test('are those in which one of its pathways is at least two standard deviations from the mean', async () => {
    await all.cacheDrug('D1', 'one', [
      { pathway: 'NF-kB', direction: 'inhibits', evidence: null },
      { pathway: 'mTOR', direction: 'inhibits', evidence: null },
      { pathway: 'M_TOR', direction: 'activates', evidence: null },
    ])
    await all.addSample('S0', 'patient 0')
    for (let index = 0; index < 12; index++)
      await all.addResult(`S${index}`, {
        NF_KB: [index === 0 ? 50 : index % 2],
        MTOR: [index === 1 ? -90 : index % 3],
        other: [index === 2 ? 1000 : index % 2],
      })
    expect((await links.links({ drugId: 'D1' })).samples).toEqual([
      {
        sampleId: 'S1',
        clientReference: 'S1',
        pathway: 'mTOR',
        direction: 'unknown',
        activity: -90,
        z: expect.closeTo(-3.17, 2),
        n: 12,
      },
      {
        sampleId: 'S0',
        clientReference: 'patient 0',
        pathway: 'NF-kB',
        direction: 'inhibits',
        activity: 50,
        z: expect.closeTo(3.17, 2),
        n: 12,
      },
    ])
  })
})
