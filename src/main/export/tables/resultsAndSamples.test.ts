import { parse } from 'csv-parse/sync'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { annotationRow, batchRow, sampleRow } from '../../store/testing/rows.ts'
import { exportsOf } from '../testing/exportsOf.ts'

let folder = ''
let journal: Database<JournalSchema>
let answers: Database<AnswersSchema>
let closeStores: () => Promise<void>

beforeEach(async () => {
  ;({ folder, journal, answers, close: closeStores } = await openStores())
})
afterEach(() => closeStores())

const service = 'https://service.example/api/v1'
const sample = (id: string, fields: Record<string, string | number>, created_at = '2026-01-01') => {
  const client_reference = String(fields.client_reference ?? `ref ${id}`)
  return sampleRow(id, { client_reference, fields: JSON.stringify(fields), created_at })
}
const addSamples = (...rows: ReturnType<typeof sample>[]) =>
  journal.query.insertInto('samples').values(rows).execute()
const annotate = (id: string, more: Parameters<typeof annotationRow>[1]) =>
  journal.query.insertInto('annotations').values(annotationRow(id, more)).execute()

type Scores = Record<string, [activity: number | null, agingOffset: number | null]>

async function answered(
  sampleId: string,
  kind: 'activity' | 'clock',
  scores: Scores,
  current = 1,
  pathways: string[] = [],
) {
  const id = `${kind} ${sampleId} ${current}`
  const request = JSON.stringify({ sampleId, pathways })
  const answer = { analysis_id: id, sample_id: sampleId, kind, request, raw: '{}', current }
  const fetchedAt = pathways.length > 0 ? '2026-03-01' : '2026-02-01'
  const origin = { fetched_at: fetchedAt, service, request_id: null, synthetic: 1 }
  await answers.query
    .insertInto('analyses')
    .values({ ...answer, ...origin })
    .execute()
  for (const [pathway, [activity, aging_offset]] of Object.entries(scores))
    await answers.query
      .insertInto('scores')
      .values({ analysis_id: id, pathway, activity, aging_offset })
      .execute()
  return id
}

async function write(
  choice: Parameters<ReturnType<typeof exportsOf>['write']>[0],
  units: ServiceDialect = {},
) {
  const { text, record } = await exportsOf({ journal, answers, folder }, { units: () => units }).write(choice)
  const [columns = [], ...records] = parse(text, { relax_column_count: false }) as string[][]
  expect(records).toHaveLength(record.rows)
  return { text, columns, records }
}
const results = { kind: 'resultsLong' } as const
const samples = { kind: 'samples' } as const

describe('the long table of results', () => {
  test('names the units of the profile beside every value', async () => {
    await addSamples(sample('S1', {}))
    await answered('S1', 'activity', { mTOR: [1, 2] })
    const plain = await write(results, { activity_unit: '' })
    expect(plain.columns.filter((name) => name.endsWith('_unit'))).toEqual([])
    const { columns, records } = await write(results, { aging_offset_unit: 'years' })
    expect(columns).toEqual([...plain.columns, 'aging_offset_unit'])
    expect(records.map((record) => record.at(-1))).toEqual(['years'])
  })

  test('has one row per sample and pathway, in register order, with the fields of the samples', async () => {
    await addSamples(
      sample('S2', { client_reference: 'r2', zebra: 'z', group: 'treated', age: 40.5 }, '2026-01-02'),
      sample('S1', { client_reference: 'r1', tissue: 'blood, whole', age: 30 }),
      sample('S3', { client_reference: 'not analysed' }),
    )
    await answered('S2', 'activity', { mTOR: [0.1 + 0.2, -1e-7], AMPK: [0, null] })
    await answered('S1', 'activity', { mTOR: [null, 1e21] })
    await answered('S1', 'activity', { old: [9, 9] }, 0)
    await answered('S3', 'clock', { mTOR: [null, 1] })
    const { text } = await write(results)
    expect(text.split('\r\n')).toEqual([
      'sample_id,client_reference,age,tissue,group,zebra,pathway,activity,aging_offset,fetched_at,service,synthetic',
      `S1,r1,30,"blood, whole",,,mTOR,,1e+21,2026-02-01,${service},true`,
      `S2,r2,40.5,,treated,z,AMPK,0,,2026-02-01,${service},true`,
      `S2,r2,40.5,,treated,z,mTOR,0.30000000000000004,-1e-7,2026-02-01,${service},true`,
      '',
    ])
  })

  test('keeps pathways that a newer analysis did not request, each value with its own origin', async () => {
    await addSamples(sample('S1', {}))
    await answered('S1', 'activity', { WNT: [3, 3], mTOR: [1, 2], AMPK: [4, null] }, 0)
    await answered('S1', 'activity', { mTOR: [9, null] }, 1, ['mTOR', 'WNT'])
    const { columns, records } = await write(results)
    expect(records.map((record) => record.slice(columns.indexOf('pathway')))).toEqual([
      ['AMPK', '4', '', '2026-02-01', service, 'true'],
      ['mTOR', '9', '', '2026-03-01', service, 'true'],
    ])
  })

  test('has a header even without rows', async () => {
    expect((await write(results)).text).toBe(
      'sample_id,client_reference,pathway,activity,aging_offset,fetched_at,service,synthetic\r\n',
    )
  })

  test('makes formulas inert and keeps numbers as numbers', async () => {
    await addSamples(
      sample('=S1', { client_reference: '=HYPERLINK("x")', age: -1, tissue: '-2.5', donor_id: '+49' }),
    )
    await answered('=S1', 'activity', { '@path': [-1.5, -2] })
    const { records } = await write(results)
    const cells = `'=S1|'=HYPERLINK("x")|-1|-2.5|'+49|'@path|-1.5|-2`
    expect(records[0]?.slice(0, 8)).toEqual(cells.split('|'))
  })

  test('keeps texts and numbers apart; fields of an order are text in every row, except the age', async () => {
    await addSamples(
      sample('S1', { age: 30, donor_id: '1001', lot: '7', dose: 1 }),
      sample('S2', { age: '31', donor_id: 1002, lot: 'A7', dose: -2 }, '2026-01-02'),
    )
    const { tableOf, write: writeAs } = exportsOf({ journal, answers, folder })
    const typesOf = async () => {
      const { columns } = await tableOf({ kind: 'samples', of: { filter: {} } })
      return Object.fromEntries(columns.map(({ name, type }) => [name, type]))
    }
    const expected = { age: 'number', donor_id: 'text', lot: 'text', dose: 'number' }
    expect(await typesOf()).toMatchObject(expected)
    const { text } = await writeAs(samples, { format: 'jsonl' })
    const rows = text.trimEnd().split('\n')
    expect(rows.map((row) => JSON.parse(row))).toMatchObject([
      { age: 30, donor_id: '1001', lot: '7', dose: 1 },
      { age: 31, donor_id: '1002', lot: 'A7', dose: -2 },
    ])
    await addSamples(sample('S3', { age: 30.5 }))
    expect(await typesOf()).toMatchObject({ age: 'number' })
  })

  test('gives order fields the types of days and numbers only in Parquet', async () => {
    await addSamples(
      sample('S1', { age: 30, collected_at: '2024-02-29' }, '2026-01-01T00:00:00.000Z'),
      sample('S2', { age: 'adult', collected_at: 'in spring' }, '2026-01-02T00:00:00.000Z'),
    )
    const { tableOf, write: writeAs } = exportsOf({ journal, answers, folder })
    const { columns } = await tableOf({ kind: 'samples', of: { filter: {} } })
    expect(columns.flatMap(({ name, parsedType }) => (parsedType ? [[name, parsedType]] : []))).toEqual([
      ['age', 'number'],
      ['collected_at', 'day'],
      ['created_at', 'time'],
    ])
    for (const format of ['csv', 'tsv', 'json', 'jsonl'] as const)
      expect((await writeAs(samples, { format })).text).not.toMatch(/parsedType|_text/)
    expect((await writeAs(samples, { format: 'parquet' })).record.rows).toBe(2)
  })

  test('has the same columns in Parquet whatever the values, and accepts any time in an order', async () => {
    await addSamples(sample('S1', { dose: 1 }, '2026-01-02T03:04:05.000Z'))
    await annotate('S1', { fields: '{"batch":7}' })
    const columnsOf = async () => {
      const { bytes } = await exportsOf({ journal, answers, folder }).write(samples, { format: 'parquet' })
      const { schema } = await parquetMetadataAsync(new Uint8Array(bytes).buffer)
      const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
      return { schema: schema.map(({ name, type }) => `${name} ${type ?? ''}`), rows }
    }
    const first = await columnsOf()
    await addSamples(sample('S2', { dose: 'high' }, '2026-01-03'), sample('S3', { dose: 0.5 }, 'last week'))
    await annotate('S2', { fields: '{"batch":"B"}' })
    const second = await columnsOf()
    expect(second.schema).toEqual(first.schema)
    const names = ['dose', 'annotation_batch', 'created_at', 'created_at_text']
    expect(second.rows.map((row) => names.map((name) => row[name] as unknown))).toEqual([
      ['1', '7', new Date('2026-01-02T03:04:05.000Z'), '2026-01-02T03:04:05.000Z'],
      ['high', 'B', null, '2026-01-03'],
      ['0.5', null, null, 'last week'],
    ])
  })

  test('neither loses nor repeats samples at page boundaries, even if all were created at the same time', async () => {
    const all = Array.from({ length: 450 }, (_, n) => sample(`S${String(n).padStart(4, '0')}`, { age: n }))
    await addSamples(...all)
    for (const one of all) await answered(one.sample_id, 'activity', { mTOR: [1, 1] })
    const { records } = await write(results)
    expect(records.map(([sampleId]) => sampleId)).toEqual(all.map((one) => one.sample_id))
  })
})

describe('the table of samples', () => {
  test("has states, times and the clock's values for the whole sample", async () => {
    await addSamples(sample('S1', { age: 30, group: 'control' }), sample('S2', { age: 40 }))
    await answered('S1', 'activity', { mTOR: [1, 1] })
    const clock = await answered('S1', 'clock', {})
    await answers.query
      .insertInto('clock_values')
      .values([
        { analysis_id: clock, name: 'pathway_age', value: 31.25 },
        { analysis_id: clock, name: 'confidence', value: 0 },
      ])
      .execute()
    const { columns, records } = await write(samples)
    expect(columns.join()).toBe(
      'sample_id,client_reference,age,group,status,state,created_at,checked_at,analysed_at,clock_confidence,clock_pathway_age,service,synthetic',
    )
    expect(records.map((record) => record.join('|'))).toEqual([
      `S1|ref S1|30|control|completed|succeeded|2026-01-01||2026-02-01|0|31.25|${service}|false`,
      `S2|ref S2|40||completed|succeeded|2026-01-01|||||${service}|false`,
    ])
  })
})

test('the table of samples contains annotations under distinct names', async () => {
  await addSamples(sample('S1', { group: 'control' }), sample('S2', {}))
  await annotate('S1', { group_name: 'late', tags: '["a","b"]', note: 'n', fields: '{"bmi":22}' })
  const { columns, records } = await write(samples)
  const added = columns.flatMap((name, index) =>
    name.startsWith('annotat') ? [[name, records[0]?.[index]]] : [],
  )
  expect(Object.fromEntries(added)).toEqual({
    annotation_group: 'late',
    annotation_tags: 'a; b',
    annotation_note: 'n',
    annotation_bmi: '22',
    annotated_at: '2026-03-01T00:00:00.000Z',
    annotated_by: 'Ada',
  })
  expect(records[1]?.[columns.indexOf('annotation_group')]).toBe('')
})

test('a column named like a property of every object is empty for samples without a value', async () => {
  await addSamples(sample('S1', { constructor: 'Bosch' }), sample('S2', {}))
  await annotate('S1', { fields: '{"constructor":7}' })
  await annotate('S2', {})
  const { columns, records } = await write(samples)
  const cellsOf = (name: string) => records.map((record) => record[columns.indexOf(name)])
  expect(cellsOf('constructor')).toEqual(['Bosch', ''])
  expect(cellsOf('annotation_constructor')).toEqual(['7', ''])
})

test('the table of a batch contains every row with its outcome, message, sample, times, key and corrections', async () => {
  const changes = JSON.stringify([
    { kind: 'cells', edits: [{ row: 3, column: 'age', value: '1' }] },
    { kind: 'cells', edits: [{ row: 3, column: 'age', value: '2' }] },
    { kind: 'replace', column: 'sex' },
  ])
  const batch = batchRow('b1', { created_at: '2026-01-01', recipe: '{"recipe":{}}', changes })
  await journal.query.insertInto('batches').values(batch).execute()
  const row = { batch_id: 'b1', fields: '{}', sample_id: null, message: null, updated_at: '2026-01-03' }
  await journal.query
    .insertInto('ledger')
    .values([
      {
        ...row,
        row: 2,
        client_reference: 'R2',
        idempotency_key: 'k2',
        state: 'created',
        sample_id: 'S2',
        attempts: 1,
        sent_at: '2026-01-02',
        notes: '{"freezer":"3"}',
      },
      {
        ...row,
        row: 3,
        client_reference: 'R3',
        idempotency_key: 'k3',
        state: 'failed',
        withdrawn: 'cancelled',
        attempts: 0,
      },
    ])
    .execute()
  const { text } = await write({ kind: 'history', batchId: 'b1' })
  expect(text.split('\r\n').slice(1, 3)).toEqual(
    [
      'R2,created,,S2,2026-01-02,1,2026-01-03,k2,a.csv,abc,2026-01-01,"{""freezer"":""3""}",',
      'R3,cancelled,Not sent: the batch was canceled before its turn came.,,,0,2026-01-03,k3,a.csv,abc,2026-01-01,,"{""age"":""2""}"',
    ].map(
      (line, index) =>
        `b1,${index + 2},${line},"[{""kind"":""replace"",""column"":""sex""}]","{""transform"":{}}",,`,
    ),
  )
  await expect(write({ kind: 'history', batchId: 'no' })).rejects.toThrow(/no such import/)
})
