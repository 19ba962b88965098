import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ValueMatrix } from '../../shared/domain/results/cohort.ts'
import type { Board } from '../../shared/domain/studies/board.ts'
import { toEnglish } from '../../shared/words/message.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { addCohort } from '../results/cohort/testing/addCohort.ts'
import { openStores } from '../store/testing/openStores.ts'
import { batchRow } from '../store/testing/rows.ts'
import { emptyBoard } from '../testing/everyMethod.ts'
import { createStudies, type Studies } from './studies.ts'

const none = () => Promise.reject(new Error('Nothing is read of the results here.'))

let stores: Awaited<ReturnType<typeof openStores>>
let studies: Studies
let changes: number
let chosen: string[]
let analyzing: Set<string>
/** The number of samples whose values were read, by call. */
let read: number[]
const matrix = {} as ValueMatrix

beforeEach(async () => {
  stores = await openStores()
  changes = 0
  chosen = []
  analyzing = new Set()
  read = []
  studies = createStudies({
    journal: stores.journal,
    chooseSamples: async () => chosen,
    covariates: async () => [],
    values: async ({ of }) => {
      read.push('sampleIds' in of ? of.sampleIds.length : Number.POSITIVE_INFINITY)
      return matrix
    },
    analyzedIds: async () => new Set(),
    isAnalyzing: (batchId) => analyzing.has(batchId),
    requested: async () => new Map(),
    isUnderWay: () => false,
    results: { compare: none, compareClock: none, clock: none, quality: none, match: none },
    clock: systemClock,
    random: systemRandom,
    emit: () => void (changes += 1),
  })
})
afterEach(() => stores.close())

const create = (name: string) => studies.create({ name, question: '', of: { sampleIds: [] } })
async function designOf(studyId: string): Promise<unknown> {
  const stored = stores.journal.query.selectFrom('studies').select('design').where('study_id', '=', studyId)
  return JSON.parse((await stored.executeTakeFirstOrThrow()).design)
}
const storeDesign = (studyId: string, design: object) =>
  stores.journal.query
    .updateTable('studies')
    .set({ design: JSON.stringify(design) })
    .where('study_id', '=', studyId)
    .execute()

describe('a study', () => {
  it('is created with all its samples, or not at all', async () => {
    await addCohort(stores, [{ sampleId: 'S-1' }, { sampleId: 'S-2' }])
    // The table refuses the duplicate.
    chosen = [...Array.from({ length: 2000 }, (_, at) => `S-${at}`), 'S-x', 'S-x']
    await expect(create('Big')).rejects.toThrow('UNIQUE')
    expect((await studies.list({ archived: false })).map(({ name }) => name)).toEqual(['All samples'])
    chosen = ['S-1', 'S-2']
    expect(await create('Big')).toMatchObject({ name: 'Big' })
    expect((await studies.list({ archived: false })).map(({ samples }) => samples)).toEqual([2, 2])
  })

  it('reports to pages which samples it added when not all could be added', async () => {
    const { studyId } = await create('Big')
    changes = 0
    chosen = [...Array.from({ length: 2000 }, (_, at) => `S-${at}`), 'S-x', 'S-x']
    await expect(studies.addSamples({ studyId, of: { sampleIds: [] } })).rejects.toThrow('UNIQUE')
    expect(changes).toBe(1)
  })

  it('keeps its boards by id when other parts change or cannot be parsed', async () => {
    const { studyId } = await create('Liver')
    await storeDesign(studyId, { control: 'vehicle', boards: [{ boardId: 'newer', grid: 'free' }] })
    const definition = {
      figure: 'heatmap' as const,
      of: { filter: { group: 'treated' } },
      measure: 'activity' as const,
      view: { kind: 'z' as const },
      search: { cluster: 'samples', tracks: ['sex'] },
    }
    const two: Board = { ...emptyBoard, boardId: 'two' }
    const board: Board = {
      ...emptyBoard,
      boardId: 'one',
      panels: [{ panelId: 'a', title: '', span: 2, definition }],
    }
    const titled = { ...board, title: 'Rapamycin' }
    const save = (one: Board, replaces: Board | null) => studies.saveBoard({ studyId, board: one, replaces })
    await save(board, null)
    await save(two, null)
    await save(titled, board)
    // Saved again, as after a lost response.
    await save(titled, board)
    // Another window read the board before that change.
    for (const replaces of [board, null])
      await expect(save({ ...board, caption: 'n = 6' }, replaces)).rejects.toMatchObject({
        code: 'rejected',
        details: { problems: [{ field: 'replaces' }] },
      })
    await studies.change({ studyId, design: { control: 'DMSO' } })
    expect(await studies.boards({ studyId })).toEqual([titled, two])
    // Another window read the board before its title changed.
    await expect(studies.removeBoard({ studyId, board })).rejects.toMatchObject({
      code: 'rejected',
      details: { problems: [{ field: 'board' }] },
    })
    // Removed again, as after a lost response.
    for (let time = 0; time < 2; time += 1) await studies.removeBoard({ studyId, board: two })
    const boards = [{ boardId: 'newer', grid: 'free' }, titled]
    expect(await designOf(studyId)).toEqual({ control: 'DMSO', boards })
  })

  it('replaces a comparison of the same name only if it is the one that the window knows', async () => {
    const { studyId } = await create('Liver')
    const groups = { by: 'group', values: ['treated', 'control'] }
    const request = { measure: 'activity' as const, groups, pathways: [] }
    const save = (test: 'welch' | 'mann-whitney', replaces: string | null) =>
      studies.saveComparison({ studyId, name: 'Treated', request: { ...request, test }, replaces })
    const { comparisonId } = await save('welch', null)
    const ranks = await save('mann-whitney', comparisonId)
    for (const replaces of [null, comparisonId])
      await expect(save('welch', replaces)).rejects.toMatchObject({ code: 'rejected' })
    expect((await studies.show({ studyId })).comparisons).toEqual([ranks])
  })

  it("keeps the user's choices and unknown parts of its design when a note is saved", async () => {
    const { studyId } = await create('Liver')
    const design = { control: 'vehicle', pairBy: 'donor_id', groupBy: 7, palette: 'okabe' }
    await storeDesign(studyId, design)
    expect(await studies.change({ studyId, notes: 'Plate 7 thawed.' })).toMatchObject({
      notes: 'Plate 7 thawed.',
      design: { groupBy: null, control: 'vehicle', pairBy: 'donor_id' },
      chosen: ['control', 'pairBy'],
    })
    expect(await designOf(studyId)).toEqual(design)
    await studies.change({ studyId, design: { groupBy: 'dose' } })
    expect(await designOf(studyId)).toEqual({ ...design, groupBy: 'dose' })
  })

  it('changes its texts only if they are the ones that the window knows', async () => {
    const { studyId } = await create('Liver')
    await studies.change({ studyId, notes: 'Plate 7 thawed.', replaces: { notes: '' } })
    // Changed again, as after a lost response.
    await studies.change({ studyId, notes: 'Plate 7 thawed.', replaces: { notes: '' } })
    const other = { studyId, question: 'Which?', notes: 'Plate 8 thawed.' }
    await expect(studies.change({ ...other, replaces: { question: '', notes: '' } })).rejects.toMatchObject({
      code: 'rejected',
      details: { problems: [{ field: 'notes' }] },
    })
    expect(await studies.show({ studyId })).toMatchObject({ question: '', notes: 'Plate 7 thawed.' })
  })

  it('is previewed by its first samples alone', async () => {
    chosen = Array.from({ length: 10_000 }, (_, at) => `S-${at}`)
    expect(await studies.preview({ studyId: 'all' })).toBe(matrix)
    expect(read).toEqual([60])
  })

  it('has the same summary as in the list, also while it is archived', async () => {
    const { studyId } = await create('Old')
    await studies.archive({ studyId, archived: true })
    const summary = await studies.summary({ studyId })
    expect(await studies.list({ archived: true })).toEqual([summary])
    await expect(studies.summary({ studyId: 'none' })).rejects.toMatchObject({ code: 'notFound' })
  })

  it('refuses to add or remove samples while it is archived', async () => {
    const { studyId } = await create('Old')
    await studies.archive({ studyId, archived: true })
    const of = { sampleIds: [] }
    await expect(studies.addSamples({ studyId, of })).rejects.toThrow('is archived')
    await expect(studies.removeSamples({ studyId, of })).rejects.toThrow('is archived')
  })

  it('reports which of its work continues when it is archived', async () => {
    const { studyId } = await create('Liver')
    const archive = async () => {
      const { stillRunning } = await studies.archive({ studyId, archived: true })
      return stillRunning && toEnglish(stillRunning)
    }
    expect(await archive()).toBeNull()
    const { query } = stores.journal
    await query
      .insertInto('batches')
      .values(batchRow('b1', { state: 'running' }))
      .execute()
    const placed = { study_id: studyId, batch_id: 'b1', analyze: 'whenReady' as const }
    await query.insertInto('study_batches').values(placed).execute()
    expect(await archive()).toBe('Its orders are still being sent. To stop it, open the tasks.')
    await query.updateTable('batches').set({ state: 'done' }).execute()
    analyzing.add('b1')
    expect(await archive()).toBe('The analysis of its samples goes on. To stop it, open the tasks.')
  })
})
