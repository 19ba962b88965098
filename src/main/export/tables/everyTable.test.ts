import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TableChoice } from '../../../shared/domain/studies/exporting.ts'
import { joinMessages, toEnglish } from '../../../shared/words/message.ts'
import { addCohort } from '../../results/cohort/testing/addCohort.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { batchRow } from '../../store/testing/rows.ts'
import { exportsOf } from '../testing/exportsOf.ts'

let stores: Awaited<ReturnType<typeof openStores>>
beforeEach(async () => {
  stores = await openStores()
})
afterEach(() => stores.close())

const service = 'https://service.example/api/v1'
const groups = ['treated', 'control'] as const

/** Adds eight samples in two groups, with the data for every kind of table. */
async function makeCohort(): Promise<void> {
  await addCohort(
    stores,
    Array.from({ length: 8 }, (_, n) => ({
      sampleId: `S${n}`,
      fields: { age: 40 + n, group: groups[n % 2] ?? '', activity: `of its own ${n}` },
      annotation: {
        group: n === 7 ? null : (groups[n % 2] ?? ''),
        fields: { group: 'covariate', bmi: 20 + n },
      },
      scores: {
        'NF-kB': [n % 2 === 0 ? 10 + n : n, n === 3 ? null : -n],
        sample_id: [n, 1],
        mTOR: [0.5 * n, 2],
      },
      clock: { age: 40 },
      fetchedAt: `2026-02-0${n + 1}T00:00:00.000Z`,
      synthetic: n > 3,
    })),
  )
  await stores.journal.query
    .insertInto('screening_tasks')
    .values({
      task_id: 'T1',
      sample_id: 'S1',
      endpoint: 'screening',
      status: 'done',
      state: 'succeeded',
      progress: null,
      created_at: '2026-02-01T00:00:00.000Z',
      checked_at: null,
      service,
      synthetic: 1,
    })
    .execute()
  const hits = [
    { rank: 2, drugId: 'D2', name: 'two', score: null, raw: { drug: 'two', extra: 1 } },
    { rank: 1, drugId: null, name: 'one', score: 0.25, raw: { drug: 'one' } },
  ]
  await stores.answers.query
    .insertInto('screening_results')
    .values({ task_id: 'T1', raw: '{}', hits: JSON.stringify(hits), fetched_at: '2026-02-03T00:00:00.000Z' })
    .execute()
}

/** Changes where the results of a sample came from. */
const setOrigin = (sampleId: string, origin: { fetched_at: string; service?: string }) =>
  stores.answers.query.updateTable('analyses').set(origin).where('sample_id', '=', sampleId).execute()

const read = (text: string) => parse(text, { columns: true }) as Record<string, string>[]
const linesOf = async (choice: TableChoice) =>
  new Map((await exportsOf(stores).tableOf(choice)).provenance.map(({ name, value }) => [name, value]))

const all = { filter: {} }
const byGroup = { by: 'group', values: ['treated', 'control'] }
const comparing = { of: all, groups: byGroup, test: 'welch' as const, pathways: [] }
const modeling = {
  of: all,
  terms: [{ field: 'group' }],
  interaction: null,
  contrasts: [],
  moderation: 'none' as const,
  block: null,
  leastEffect: 0,
  equivalence: null,
  pathways: [],
}
const choices: TableChoice[] = [
  { kind: 'resultsLong', of: all, pathways: [] },
  { kind: 'resultsWide', of: all, measure: 'activity', view: { kind: 'raw' }, pathways: [] },
  { kind: 'samples', of: all },
  { kind: 'clock', of: all },
  { kind: 'drugs', of: { search: { text: '' } } },
  { kind: 'compare', request: comparing },
  { kind: 'model', request: modeling },
  { kind: 'screening' },
  { kind: 'history' },
  { kind: 'answers', of: all },
]

describe('every table', () => {
  test.each(choices)(
    "$kind: describes each column, marks synthetic data and does not contain the profile's name",
    async (choice) => {
      await makeCohort()
      await stores.journal.query.updateTable('annotations').set({ changed_by: 'Secret profile' }).execute()
      const { exports, write } = exportsOf(stores)
      const { columns, rows, synthetic, name } = await exports.describe({ table: choice })
      expect(name).toMatch(/^[a-z][a-z-]*$/)
      expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length)
      expect(columns.filter(({ about }) => !/^\p{Lu}?.{5,}\.$/u.test(toEnglish(about)))).toEqual([])
      const names = columns.map((column) => column.name)
      expect(names).toEqual(expect.arrayContaining(['synthetic', 'service']))
      const isWords = ({ type }: (typeof columns)[number]) => type === 'text' || type === 'time'
      expect(columns.filter((column) => isWords(column) && column.unit !== null)).toEqual([])
      for (const format of ['csv', 'tsv', 'xlsx', 'json', 'jsonl', 'parquet'] as const) {
        const { text, record } = await write(choice, { format })
        expect(rows ?? record.rows).toBe(record.rows)
        expect(text).not.toContain('Secret profile')
        expect(text).not.toContain(stores.folder)
      }
      const { text } = await write(choice, { format: 'json' })
      type Written = { schema: { provenance: { name: string; value: string }[] } }
      const { provenance } = (JSON.parse(text) as Written).schema
      expect(Object.fromEntries(provenance.map((line) => [line.name, line.value]))).toMatchObject({
        application: 'Pathclock 1.2.3',
        made_at: expect.stringMatching(/^2026-01-31T/),
        synthetic: synthetic ? 'yes' : choice.kind === 'drugs' ? 'said in each row' : 'no',
        use: 'research use only',
        service: expect.any(String),
      })
    },
  )
})

describe('the table of ages', () => {
  test('has the ages in years with difference, residual, group and origin, and reports exclusions', async () => {
    const ages = [
      [30, 31],
      [40, 43],
      [50, 49],
      [60, 65],
    ] as const
    await addCohort(stores, [
      ...ages.map(([age, predicted], n) => ({
        sampleId: `S${n}`,
        fields: { age, group: groups[n % 2] ?? '' },
        clock: { pathway_age: predicted },
        fetchedAt: `2026-02-0${n + 1}T00:00:00.000Z`,
        synthetic: true,
      })),
      { sampleId: 'none', fields: { age: 50 } },
    ])
    const { exports, write } = exportsOf(stores)
    const { columns } = await exports.describe({ table: { kind: 'clock', of: all } })
    expect(columns.map(({ name, unit }) => (unit ? `${name} in ${unit}` : name)).join(', ')).toBe(
      'sample_id, client_reference, group, chronological_age in years, predicted_age in years, age_acceleration in years, age_acceleration_residual in years, reference, fetched_at, service, synthetic',
    )
    expect(toEnglish(columns[4]?.about ?? joinMessages([]))).toContain('pathway_age of the clock')
    const rows = read((await write({ kind: 'clock' })).text)
    expect(rows[1]).toEqual({
      sample_id: 'S1',
      client_reference: 'ref-S1',
      group: 'control',
      chronological_age: '40',
      predicted_age: '43',
      age_acceleration: '3',
      age_acceleration_residual: expect.stringMatching(/^1\.(4|39999)/),
      reference: expect.stringMatching(/^\d+ samples with a value, of: all samples of the register$/),
      fetched_at: '2026-02-02T00:00:00.000Z',
      service,
      synthetic: 'true',
    })
    expect(Object.fromEntries(await linesOf({ kind: 'clock', of: all }))).toMatchObject({
      chronological_age: 'age of the register',
      line: expect.stringContaining('predicted_age = 1.08 * chronological_age + -1.6'),
      without_predicted_age: '1',
    })
  })

  test('uses the chosen ages', async () => {
    await makeCohort()
    const chronological = { from: 'covariate' as const, name: 'bmi' }
    const rows = read((await exportsOf(stores).write({ kind: 'clock', chronological })).text)
    expect(rows.map((row) => row['age_acceleration']).join()).toBe('20,19,18,17,16,15,14,13')
  })
})

describe('the long table', () => {
  test('has the annotations of samples after its own columns, and no repeated column names', async () => {
    await makeCohort()
    const { text } = await exportsOf(stores).write({ kind: 'resultsLong' })
    expect(text.split('\r\n')[0]).toBe(
      'sample_id,client_reference,age,group,field_activity,pathway,activity,aging_offset,fetched_at,service,synthetic,annotation_group,annotation_tags,annotation_note,annotation_bmi,annotation_field_annotation_group,annotated_at,annotated_by',
    )
    expect(read(text)[1]).toMatchObject({
      sample_id: 'S0',
      field_activity: 'of its own 0',
      annotation_group: 'treated',
      annotation_field_annotation_group: 'covariate',
      annotation_bmi: '20',
      synthetic: 'false',
    })
  })

  test('has the chosen samples in their order, and the pathways in any spelling', async () => {
    await makeCohort()
    const { write } = exportsOf(stores, { pathwayGroups: async () => [{ names: ['NF_KB', 'NF-kB'] }] })
    const of = { sampleIds: ['S5', 'S2'] }
    const { text, record } = await write({ kind: 'resultsLong', of, pathways: ['NF_KB'] })
    expect(read(text).map((row) => [row.sample_id, row.pathway])).toEqual([
      ['S5', 'NF-kB'],
      ['S2', 'NF-kB'],
    ])
    expect(record.rows).toBe(2)
    const none = write({ kind: 'resultsLong', of: { sampleIds: ['none'] } })
    await expect(none).rejects.toMatchObject({ code: 'notFound' })
  })

  test('has all hits of a search except the excluded samples, which it names', async () => {
    await makeCohort()
    const of = { filter: { group: 'treated' }, except: ['S4', 'S0'] }
    const { text } = await exportsOf(stores).write({ kind: 'resultsLong', of })
    expect(new Set(read(text).map((row) => row.sample_id))).toEqual(new Set(['S2', 'S6']))
    const lines = await linesOf({ kind: 'resultsLong', of, pathways: [] })
    expect(lines.get('samples')).toBe('samples of the register with group: "treated", but for S0; S4')
  })

  test('gives the time, source and unit of its values', async () => {
    await makeCohort()
    const lines = await linesOf({ kind: 'resultsLong', of: all, pathways: [] })
    expect(Object.fromEntries(lines)).toMatchObject({
      samples: 'all samples of the register',
      service,
      oldest_fetched_at: '2026-02-01T00:00:00.000Z',
      newest_fetched_at: '2026-02-08T00:00:00.000Z',
      activity_unit: 'not documented',
      synthetic: 'yes',
    })
    const { tableOf } = exportsOf(stores, { units: () => ({ activity_unit: 'log2' }) })
    const { columns } = await tableOf({ kind: 'resultsLong', of: all, pathways: [] })
    const unitOf = (name: string) => columns.find((column) => column.name === name)?.unit
    expect(['age', 'activity', 'aging_offset', 'annotation_bmi', 'service'].map(unitOf)).toEqual([
      'years',
      'log2',
      'not documented',
      'not documented',
      null,
    ])
  })
})

describe('the wide table', () => {
  test('is the matrix of the screen in each view, with missing values empty', async () => {
    await makeCohort()
    const { write } = exportsOf(stores)
    const wide = { kind: 'resultsWide', measure: 'aging_offset' } as const
    const raw = read((await write(wide)).text)
    expect(raw.slice(2, 5).map((row) => row['NF-kB'])).toEqual(['-2', '', '-4'])
    expect(raw[2]).toMatchObject({ pathway_sample_id: '1', measure: 'aging_offset', view: 'raw' })
    const synthetic = raw.map((row) => row['synthetic'])
    expect(synthetic).toEqual([...Array(4).fill('false'), ...Array(4).fill('true')])
    const ranks = read((await write({ ...wide, view: { kind: 'rank' } })).text)
    expect(ranks.map((row) => row['NF-kB'])).toEqual(['7', '6', '5', '', '4', '3', '2', '1'])
    expect(ranks[0]?.reference).toBe('8 samples with a value, of: all samples of the register')
    expect(Object.keys(raw[0] ?? {})).not.toContain('reference')
    const controls = { kind: 'zControls', controls: { filter: { group: 'control' } } } as const
    const z = read((await write({ ...wide, measure: 'activity', view: controls })).text)
    // Controls: 1, 3, 5, 7: mean 4, SD √(20/3).
    expect(Number(z[0]?.['NF-kB'])).toBeCloseTo((10 - 4) / Math.sqrt(20 / 3), 12)
    const lines = await linesOf({ ...wide, of: all, pathways: [], measure: 'activity', view: controls })
    expect(lines.get('z reference of NF-kB')).toMatch(/^n 4, mean 4, SD 2\.58/)
    expect(z[0]?.reference).toBe('4 samples with a value, of: samples of the register with group: "control"')
    expect(lines.get('reference')).toBe(z[0]?.reference)
    expect(lines.get('controls')).toBe('samples of the register with group: "control"')
    const days = { created_at: '2026-01-01', changed_at: '2026-01-01', archived_at: null }
    const study = { study_id: 'st-1', name: 'Pilot', ...days }
    await stores.journal.query.insertInto('studies').values(study).execute()
    const of = { filter: { study: 'st-1' }, except: ['S0'] }
    const named = await linesOf({ ...wide, of, pathways: [], measure: 'activity', view: { kind: 'z' } })
    const reference = /^\d+ samples with a value, of: samples of the register with study: "Pilot"/
    expect(named.get('reference')).toMatch(reference)
  })
})

describe('the wide table read in several pages', () => {
  const wide = { kind: 'resultsWide', measure: 'activity' } as const
  /** Reads pages of two samples; `before` is called with the number of each page. */
  const inPieces = (before: (piece: number) => Promise<void>) => {
    const { sources } = exportsOf(stores)
    let pieces = 0
    return exportsOf(stores, {
      values: async (params) => {
        await before(pieces++)
        return sources.values({ ...params, limit: 2 })
      },
    })
  }
  const scores = { 'NF-kB': 1, sample_id: 1, mTOR: 1 }

  test('has each sample once with its original values, even if another is ordered in between', async () => {
    await makeCohort()
    const { write } = inPieces(async (piece) => {
      if (piece !== 1) return
      await addCohort(stores, [{ sampleId: 'S8', scores, fetchedAt: '2026-02-09T00:00:00.000Z' }])
      const { query } = stores.journal
      await query.updateTable('samples').set({ place: '' }).where('sample_id', '=', 'S8').execute()
    })
    const controls = { kind: 'zControls', controls: { filter: {} } } as const
    const rows = read((await write({ ...wide, view: controls })).text)
    expect(rows.map((row) => row.sample_id)).toEqual(Array.from({ length: 8 }, (_, n) => `S${n}`))
  })

  test.each([1, 3])('is rejected if a result arrives before page %i', async (at) => {
    await makeCohort()
    const { write } = inPieces(async (piece) => {
      if (piece === at) await setOrigin('S7', { fetched_at: '2026-02-10T00:00:00.000Z' })
    })
    await expect(write(wide)).rejects.toMatchObject({
      code: 'rejected',
      message: expect.stringContaining('changed while they were exported'),
    })
  })

  test("names the service of a sample's newest result, and is marked if any result is synthetic", async () => {
    const later = { fetchedAt: '2026-03-01T00:00:00.000Z', scores: { mTOR: 3 } }
    await addCohort(stores, [{ sampleId: 'S0', scores, synthetic: true, later }])
    await stores.answers.query
      .updateTable('analyses')
      .set({ service: 'https://newer.example' })
      .where('analysis_id', 'like', '%-later')
      .execute()
    const [row] = read((await exportsOf(stores).write(wide)).text)
    const origin = { fetched_at: later.fetchedAt, service: 'https://newer.example', synthetic: 'true' }
    expect(row).toMatchObject(origin)
  })
})

describe('chosen columns', () => {
  const columnsOf = async (choice: TableChoice, columns: string[]) => {
    const { text } = await exportsOf(stores).write(choice, { columns })
    return text.split('\r\n')[0]
  }
  test('keep the mark of synthetic data, once and in its place', async () => {
    await makeCohort()
    const [long, , registered, , drugs] = choices
    expect(await columnsOf(long!, ['pathway'])).toBe('pathway,synthetic')
    expect(await columnsOf(long!, ['synthetic', 'pathway'])).toBe('synthetic,pathway')
    expect(await columnsOf(drugs!, ['name'])).toBe('name,synthetic')
    expect(await columnsOf(registered!, ['sample_id'])).toBe('sample_id')
  })
})

describe('the table of imports', () => {
  test('names the times of orders correctly', async () => {
    await addCohort(stores, [{ sampleId: 'S0' }])
    const batch = batchRow('B1', { created_at: '2026-01-03' })
    await stores.journal.query.insertInto('batches').values(batch).execute()
    await stores.journal.query.updateTable('samples').set({ batch_id: 'B1' }).execute()
    const lines = await linesOf({ kind: 'history' })
    expect(Object.fromEntries(lines)).toMatchObject({
      service,
      oldest_ordered_at: '2026-01-01T00:00:00.000Z',
      newest_ordered_at: '2026-01-01T00:00:00.000Z',
    })
    expect([...lines.keys()].filter((name) => name.includes('fetched'))).toEqual([])
  })
})

describe('requested pathways', () => {
  test('are rejected by name if they have no results', async () => {
    await makeCohort()
    const { write } = exportsOf(stores, { pathwayGroups: async () => [{ names: ['NF_KB', 'NF-kB'] }] })
    for (const choice of [{ kind: 'resultsLong' }, { kind: 'resultsWide', measure: 'activity' }] as const)
      await expect(write({ ...choice, pathways: ['NF_KB', 'mTRO'] })).rejects.toMatchObject({
        code: 'rejected',
        message: 'The results have no pathway “mTRO”. There are: NF-kB, mTOR, sample_id.',
      })
  })
})

describe('the table of a comparison', () => {
  test('has both measures of each pathway, with all values of the screen', async () => {
    await makeCohort()
    const { write } = exportsOf(stores)
    const rows = read((await write({ kind: 'compare', request: comparing })).text)
    const pathways = ['NF-kB', 'mTOR', 'sample_id']
    expect(rows.map((row) => `${row.pathway} ${row.measure}`)).toEqual([
      ...pathways.map((pathway) => `${pathway} activity`),
      ...pathways.map((pathway) => `${pathway} aging_offset`),
    ])
    expect(rows[0]).toMatchObject({
      group_a: 'treated',
      group_b: 'control',
      n_a: '4',
      // The group of the register, whatever annotation has the same name.
      n_b: '4',
      mean_a: '13',
      mean_b: '4',
      difference: '9',
      effect_name: 'hedges_g',
      why_no_p: '',
      fetched_from: '2026-02-01T00:00:00.000Z',
      synthetic: 'true',
    })
    expect(rows[4]).toMatchObject({ p: '', q: '', why_no_p: 'noSpread' })
  })

  test('gives the time and source of the values of either measure', async () => {
    await makeCohort()
    const { sources } = exportsOf(stores)
    const { tableOf } = exportsOf(stores, {
      compare: async (params) => {
        // Arrives after the first of the two measures was compared.
        const newer = { fetched_at: '2026-06-06T00:00:00.000Z', service: 'https://another.example' }
        if (params.measure === 'aging_offset') await setOrigin('S1', newer)
        return sources.compare(params)
      },
    })
    const { provenance } = await tableOf({ kind: 'compare', request: comparing })
    const lines = new Map(provenance.map(({ name, value }) => [name, value]))
    expect(lines.get('service')).toBe(`https://another.example, ${service}`)
    expect(lines.get('oldest_fetched_at')).toBe('2026-02-01T00:00:00.000Z')
    expect(lines.get('newest_fetched_at')).toBe('2026-06-06T00:00:00.000Z')
  })

  test('with several groups has a row for all of them and one for each pair', async () => {
    await makeCohort()
    const sets = Object.entries({ x: ['S0', 'S1', 'S2'], y: ['S3', 'S4', 'S5'], z: ['S6', 'S7'] })
    const groups = { sets: sets.map(([name, sampleIds]) => ({ name, of: { sampleIds } })) }
    const request = { groups, test: 'kruskal-wallis' as const, pathways: ['mTOR'] }
    const { text } = await exportsOf(stores).write({ kind: 'compare', request })
    const rows = read(text).filter(({ measure }) => measure === 'activity')
    expect(rows.map((row) => [row.group_a, row.group_b, row.n_a, row.n_b])).toEqual([
      ['', '', '', ''],
      ['x', 'y', '3', '3'],
      ['x', 'z', '3', '2'],
      ['y', 'z', '3', '2'],
    ])
    const has = (row: Record<string, string>, ...names: string[]) => names.map((name) => row[name] !== '')
    expect(rows.map((row) => [row.difference, ...has(row, 'q', 'p_holm', 'ci_low', 'effect')])).toEqual([
      ['', true, false, false, true],
      // With three values in each group an interval of 95% is impossible.
      ['-1.5', false, true, false, true],
      ['-2.75', false, true, false, true],
      ['-1.25', false, true, false, true],
    ])
    const effects = ['epsilon_squared', ...Array(3).fill('cliffs_delta')] as string[]
    expect(rows.map((row) => row.effect_name)).toEqual(effects)
  })
})

describe('other tables', () => {
  test('of screenings have the drugs by rank, with the original entries', async () => {
    await makeCohort()
    const { write } = exportsOf(stores)
    expect(read((await write({ kind: 'screening', taskId: 'T1' })).text)).toMatchObject([
      { task_id: 'T1', client_reference: 'ref-S1', rank: '1', drug_id: '', name: 'one', score: '0.25' },
      { rank: '2', drug_id: 'D2', score: '', entry: '{"drug":"two","extra":1}', synthetic: 'true' },
    ])
    await expect(write({ kind: 'screening', taskId: 'none' })).rejects.toMatchObject({ code: 'notFound' })
  })

  test('of results have every stored one, including replaced ones', async () => {
    await makeCohort()
    await stores.answers.query
      .insertInto('analyses')
      .values({
        analysis_id: 'old',
        sample_id: 'S1',
        kind: 'activity',
        request: '{"sampleId":"S1"}',
        raw: '{}',
        fetched_at: '2025-01-01',
        service,
        request_id: 'req',
        synthetic: 0,
        current: 0,
      })
      .execute()
    const rows = read((await exportsOf(stores).write({ kind: 'answers', of: { sampleIds: ['S1'] } })).text)
    expect(rows.map((row) => [row.analysis_id, row.kind, row.current, row.scores])).toEqual([
      ['old', 'activity', 'false', '0'],
      ['activity-S1', 'activity', 'true', '3'],
      ['clock-S1', 'clock', 'true', '0'],
    ])
    expect(rows[0]).toMatchObject({ request: '{"sampleId":"S1"}', request_id: 'req', synthetic: 'false' })
  })
})
