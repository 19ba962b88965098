import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Transform } from '../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { createImportApp } from '../../samples/import/testing/importApp.ts'

type Order = Record<string, string | number>
type Outcome = {
  orders: Order[]
  invalid: number
  /** Rules of unanswered questions, which block the orders. */
  asks: string[]
  notes: string[]
  likely: string[]
}

/** Reads a sheet as a user does who accepts each suggestion; `changes`: the user's answers. */
async function importText(
  name: string,
  content: string | Buffer,
  changes: Partial<Transform> = {},
): Promise<Outcome> {
  const app = await createImportApp()
  try {
    const draft = await app.open(app.save(name, content))
    const { draftId, suggestedMapping: mapping, suggestedTransform, likelyReferences } = draft
    const likely = likelyReferences.map(({ column }) => column)
    if (!Object.values(mapping).includes('client_reference'))
      return { orders: [], invalid: draft.rowCount, asks: ['client_reference'], notes: [], likely }
    const values = { ...suggestedTransform.values, ...changes.values }
    const { ageUnitAssumed: _assumed, ...named } = suggestedTransform
    const base = changes.ageUnit ? named : suggestedTransform
    const check = await app.imports.check({ draftId, mapping, transform: { ...base, ...changes, values } })
    const asks = check.problems.filter(
      ({ message }) => check.blocker && toEnglish(message) === toEnglish(check.blocker),
    )
    if (check.blocker === null && check.valid > 0) await app.send(draftId)
    return {
      orders: app.sent() as Order[],
      invalid: check.invalid,
      asks: check.blocker === null ? [] : asks.map(({ rule }) => rule),
      notes: check.notes.map(({ rule }) => rule),
      likely,
    }
  } finally {
    await app.close()
  }
}

const folder = join(import.meta.dirname, 'sheets')
const importFile = (name: string, changes?: Partial<Transform>) =>
  importText(basename(name), readFileSync(join(folder, name)), changes)
const column = (orders: Order[], field: string) => orders.map((order) => order[field])

describe('ages', () => {
  it('are read in days if a comment names that unit', async () => {
    const { orders, asks } = await importFile('ages/days-in-comment.csv')
    expect(asks).toEqual([])
    expect(orders[0]).toEqual({ client_reference: '3000', age: 0.1916, sex: 'F' })
    expect(orders).toHaveLength(12)
  })

  it('need a chosen unit if the sheet has genotypes of mice', async () => {
    const file = 'ages/mice-without-unit.csv'
    expect(await importFile(file)).toMatchObject({ orders: [], asks: ['age-unit-assumed'] })
    const { orders } = await importFile(file, { ageUnit: 'weeks' })
    expect(orders.at(-1)).toMatchObject({ client_reference: 's11', age: 2.0507, sex: 'M' })
  })

  it.each([
    ['ages/diagnosis-age.csv', [55, 61]],
    ['ages/age-at-diagnosis.csv', [55, 61]],
  ])('of a diagnosis are read and noted (%s)', async (file, ages) => {
    const { orders, notes } = await importFile(file)
    expect(column(orders, 'age')).toEqual(ages)
    expect(notes).toContain('age-at-event')
  })

  it.each([
    ['ages/unit-column.tsv', [1.1667, 0.8333, 0.0219, 30]],
    ['ages/sdrf-unit-column.tsv', [0.1533, 1.9932]],
    ['ages/mixed-units.csv', [1.1667, 0.1916, 0.0219, 30]],
  ])('are read in the unit of the column beside, row by row (%s)', async (file, ages) => {
    const { orders, asks } = await importFile(file)
    expect(asks).toEqual([])
    expect(column(orders, 'age')).toEqual(ages)
  })

  it('of many forms are read, and ranges are refused with the offer to keep them as notes', async () => {
    const file = 'ages/forms-and-ranges.csv'
    expect(await importFile(file)).toMatchObject({ orders: [], asks: ['age-unit-assumed'] })
    const years = await importFile(file, { ageUnit: 'years' })
    expect(years).toMatchObject({ invalid: 7, asks: [] })
    expect(years.notes).toContain('unread-ages')
    const { orders, invalid, notes } = await importFile(file, { ageUnit: 'years', unreadAges: 'note' })
    expect(invalid).toBe(0)
    expect(notes).toContain('age-noted')
    const ages = orders.map((order) => `${order['client_reference']} ${order['age'] ?? '–'}`)
    expect(ages.join(', ')).toBe(
      'a 0.9966, b 0.0575, c –, d –, e –, f 1, g 0.1916, h –, i –, j 1.5, k 1.5, l 45, m 3, n 72, o 0, p 2.5, q –, r –, s 0.5',
    )
  })

  it('need a chosen unit if some ages name another unit and others none', async () => {
    const text = 'sample,age\nA,3 mo\nB,2 y\nC,15\n'
    expect(await importText('a.csv', text)).toMatchObject({ orders: [], asks: ['age-unit-assumed'] })
    const { orders } = await importText('a.csv', text, { ageUnit: 'months' })
    expect(column(orders, 'age')).toEqual([0.25, 2, 1.25])
  })

  it('of mice are the time from birth to “Sac date”', async () => {
    const text = 'Mouse,DOB,Sac date\n4411,1/14/2023,3/14/2024\n4412,12/3/2022,3/15/2024\n'
    const { orders } = await importText('a.csv', text)
    expect(column(orders, 'age')).toEqual([1.1636, 1.2813])
  })

  it('are the time from birth to sampling where no column has them', async () => {
    const { orders, notes } = await importFile('ages/birth-and-collection.csv')
    expect(orders).toEqual([
      { client_reference: 'a', age: 42.3107, sex: 'F', collected_at: '2024-03-01' },
      { client_reference: 'b', age: 44.8296, sex: 'M', collected_at: '2024-03-02' },
    ])
    expect(notes).toContain('age-from-dates')
  })
})

describe('columns of other names', () => {
  it.each<[string, Order]>([
    ['headers/sentrix.csv', { client_reference: 'x1', group: 'case', age: 51, sex: 'F' }],
    ['headers/group-words.csv', { client_reference: 'A1', group: 'case' }],
    ['headers/bids.tsv', { client_reference: 'sub-01', age: 21, sex: 'F' }],
    ['headers/samples-plural.csv', { client_reference: 'T1', donor_id: 'P1', group: 'a', age: 28, sex: 'M' }],
    [
      'headers/german.csv',
      { client_reference: '0012', group: 'Kontrolle', age: 0.2917, sex: 'F', collected_at: '2024-04-03' },
    ],
    [
      'headers/french.csv',
      { client_reference: 'E01', group: 'témoin', age: 1, sex: 'M', collected_at: '2024-04-03' },
    ],
    [
      'headers/chinese.csv',
      { client_reference: '001', group: '对照组', age: 45, sex: 'M', collected_at: '2024-03-01' },
    ],
    ['headers/japanese.csv', { client_reference: '001', group: '対照', age: 45, sex: 'M' }],
    ['headers/sarek.csv', { client_reference: 'P1N', donor_id: 'P1', sex: 'F' }],
    ['headers/na-ids.csv', { client_reference: 'NA', age: 41, group: 'x' }],
  ])('are read right in %s', async (file, first) => {
    const { orders, asks } = await importFile(file)
    expect(asks).toEqual([])
    expect(orders[0]).toEqual(first)
  })

  it('of people are not sent as names of samples', async () => {
    const file = 'headers/redcap-names.csv'
    expect(await importFile(file)).toMatchObject({ orders: [], asks: ['ambiguous-sex'] })
    const { orders, notes } = await importFile(file, { values: { gender: { 1: 'M', 0: 'F' } } })
    expect(orders).toEqual([
      { client_reference: '1', age: 61, sex: 'M' },
      { client_reference: '2', age: 60, sex: 'F' },
    ])
    expect(notes).toContain('personal-data')
  })

  it('of GTEx are found, and its age ranges and codes need an answer', async () => {
    expect(await importFile('headers/gtex.tsv')).toMatchObject({ asks: ['ambiguous-sex'] })
    const changes = { values: { SEX: { 1: 'M', 2: 'F' } }, unreadAges: 'note' } as const
    expect((await importFile('headers/gtex.tsv', changes)).orders).toEqual([
      { client_reference: 'X-1', donor_id: 'P1', sex: 'M', tissue: 'Liver' },
      { client_reference: 'X-2', donor_id: 'P2', sex: 'F', tissue: 'Blood' },
    ])
  })
})

describe('the sample', () => {
  it('is not the person where each row has several tubes', async () => {
    const text = 'Subject,Age,Baseline tube,Week 4 tube\nV1,34,T1,T2\nV2,45,T3,\nV3,56,T5,T6\n'
    const { orders, asks, likely } = await importText('a.csv', text)
    expect({ orders, asks }).toEqual({ orders: [], asks: ['client_reference'] })
    expect(likely).toContain('Baseline tube')
  })

  it('is a barcode beside names of people', async () => {
    const text = '序号,姓名,性别,年龄,条码\n1,王芳,女,61,0012044\n2,李强,男,58,0012045\n'
    const { orders } = await importText('a.csv', text)
    expect(orders[0]).toEqual({ client_reference: '0012044', sex: 'F', age: 61 })
  })

  it('is never suggested from ages', async () => {
    const text = 'Child code,Mother age,Bone age (y),Sex\nN01,31,7,F\nN01,27,8,M\nN03,40,9,F\n'
    expect((await importText('a.csv', text)).likely).toEqual([])
  })
})

describe('values', () => {
  it('need an answer if the words for the sexes may be of two languages', async () => {
    const file = 'headers/german-sexes.csv'
    expect(await importFile(file)).toMatchObject({ orders: [], asks: ['ambiguous-sex'] })
    expect(await importFile(file, { values: { Gender: { S: 'F', H: 'M' } } })).toMatchObject({ orders: [] })
    const { orders } = await importFile(file, { values: { Gender: { S: 'F', H: 'M', W: 'M' } } })
    expect(column(orders, 'sex')).toEqual(['M', 'M', 'F', 'M'])
  })

  it('that differ in case only are warned about', async () => {
    const app = await createImportApp()
    try {
      const { check } = await app.check(join(folder, 'headers/spaces.csv'))
      expect(check.problems.filter(({ rule }) => rule === 'similar-values')).toMatchObject([
        { row: 7, column: 'group', value: 'Ctrl', severity: 'warning' },
      ])
    } finally {
      await app.close()
    }
  })
})

describe('plain sheets', () => {
  const asking = async (text: string) => (await importText('a.csv', text)).asks
  it.each([
    'sample_name,donor,group,age,sex,tissue\nA,D1,control,34,F,liver\nB,D2,treated,61,M,liver\n',
    'Name,Age,Sex\nS-01,34,F\nS-02,61,M\nS-03,29,F\n',
    'Sample,Geschlecht,Alter\nP1,w,34\nP2,m,61\n',
    'sample,species,age\nA,Homo sapiens,34\nB,Homo sapiens,61\n',
    'sample,well,age\nA,B6,34\nB,C7,61\n',
    'sample,APOE genotype,age\nA,e3/e4,74\nB,e3/e3,81\n',
    'sample,płeć,wiek\nA,K,34\nB,M,61\n',
    'sample,Sex (1=male; 2=female),age\nA,1,34\nB,2,61\n',
    'sample,sex,age\nA,Female,34\nB,unknown,61\n',
    'sample,age,primary antibody\nA,34,mouse anti-human CD4\nB,61,rabbit anti-human CD8\n',
  ])('are imported without a question: %j', async (text) => {
    expect(await asking(text)).toEqual([])
  })

  it.each([
    ['MouseID', 'M7'],
    ['AnimalID', '12'],
    ['CageID', '4'],
    ['litterid', '3'],
    ['Käfig', '3'],
    ['genotype', 'Sirt1 +/-'],
    ['line', 'Sirt1 fl/fl; Alb-Cre'],
    ['organism', 'Danio rerio'],
    ['species', 'dog'],
    ['品系', 'x'],
    ['клетка', '3'],
  ])('with the column %s (%s) are asked for the unit of their ages', async (header, cell) => {
    expect(await asking(`sample,age,${header}\nA,34,${cell}\nB,61,${cell}\n`)).toEqual(['age-unit-assumed'])
  })

  it('need an answer too if one age is over 110', async () => {
    expect(await asking('sample,age\nA,34\nB,61\nC,62\nD,119\n')).toEqual(['age-unit-assumed'])
    expect(await asking('sample,age\nA,34\nB,61\nC,62\nD,999\n')).toEqual([])
  })
})
