import { describe, expect, it } from 'vitest'
import { type Transform, transformSchema } from '../../../../shared/domain/samples/importing.ts'
import {
  defaultOrderForm,
  type FieldRule,
  type OrderForm,
} from '../../../../shared/domain/samples/orderForm.ts'
import { nameColumns } from '../detect/nameColumns.ts'
import { csv } from '../validation/testing/checkWith.ts'
import { conflictNotes, suggestMapping, toRowPlan } from './columnMapping.ts'
import { suggestTransform } from './suggestTransform.ts'

const transform = (changes: Partial<Transform> = {}): Transform => ({
  ...transformSchema.parse({}),
  ...changes,
})
const suggest = (columns: string[], form: OrderForm = defaultOrderForm) => suggestMapping(columns, form)
const reference: FieldRule = { field: 'client_reference', sendAs: 'ref', type: 'reference', required: true }
const plainField = (field: string, rules: Partial<FieldRule> = {}): FieldRule => {
  const plain = { field, sendAs: field, type: 'text', required: false } as const
  return { ...plain, ...rules }
}
/** The suggested field of one column with these cells. */
const suggestedFor = (column: string, ...cells: string[]) =>
  suggestMapping(
    [column],
    defaultOrderForm,
    cells.map((cell) => ({ cells: [cell] })),
  )[column]

describe('suggestMapping', () => {
  it('recognizes the columns of the example cohorts', () => {
    const columns = 'sample_name donor group age sex tissue treatment collected_at Notes'.split(' ')
    const fields = 'client_reference donor_id group age sex tissue treatment collected_at'.split(' ')
    expect(Object.values(suggest(columns))).toEqual([...fields, null])
  })

  it.each([
    ['client_reference', 'Sample ID|编号|  Reference '],
    ['client_reference', 'Source Name|GEO_Accession (exp)|geo_accession|gsm|raw_sample|BioSample'],
    ['client_reference', '!Sample_geo_accession|Échantillon|ID muestra|Campione|Amostra'],
    ['client_reference', '樣本編號|サンプル名|샘플명'],
    ['age', 'Age (years)|age_years|年龄|Characteristics[age]|age:ch1|âge (ans)|Edad|Età|Idade (meses)'],
    ['age', '年齡|月齢|나이'],
    ['sex', 'Gender|性别|Factor Value[sex]|Sexe|Sesso|性別|성별'],
    ['treatment', 'Compound|Drug|FactorValue[compound]'],
    ['group', 'Arm|Condition|組別'],
    ['collected_at', 'Collection date|Date de prélèvement|Fecha|채취일'],
    ['donor_id', 'Donor-ID|Patient|Characteristics[individual]|Doador|被験者'],
    ['tissue', 'Sample type|Characteristics [organism part]|Tissu|Tejido|조직'],
    ['species', 'Organism'],
    ['batch', 'Lot'],
    ['dose', '剂量'],
    [null, 'weight|stage'],
  ])('takes for %s the columns %s', (field, columns) => {
    const form = [...defaultOrderForm, ...['species', 'batch', 'dose'].map((name) => plainField(name))]
    const preview = ['A-1', 'A-2'].map((cell) => ({ cells: [cell] }))
    for (const column of columns.split('|'))
      expect(suggestMapping([column], form, preview)).toEqual({ [column]: field })
  })

  it('takes a name that means much else only where the rows hold what the field is filled with', () => {
    expect(suggestedFor('Data', '2024-03-05', '06/03/2024')).toBe(null)
    expect(suggestedFor('Data', '05/03/2024', '16/03/2024')).toBe('collected_at')
    expect(suggestedFor('data', 'raw', 'raw')).toBe(null)
    expect(suggestedFor('Run', 'SRR1', 'SRR2')).toBe('client_reference')
    expect(suggestedFor('Run', '1', '1')).toBe(null)
    expect(suggestedFor('animal', 'yes', 'no')).toBe(null)
    expect(suggestedFor('animal', 'A1', 'A2')).toBe('donor_id')
  })

  it('notes for a field which other columns have a name for it and are not sent', () => {
    const columns = ['id', 'sample_id', 'Characteristics[age]', 'age', 'donor']
    const mapping = { sample_id: 'client_reference', age: 'age' }
    const task = { columns, mapping, transform: transform(), form: defaultOrderForm }
    const message =
      '“client_reference” comes from the column “sample_id”. Not sent, though the name fits as well: “id”.'
    expect(conflictNotes(task, 12)).toMatchObject([
      { rule: 'other-column', column: 'sample_id', count: 12, message },
      { rule: 'other-column', column: 'age', severity: 'note', undo: null },
    ])
    const joined = { client_reference: { columns: ['id', 'sample_id'], separator: '-' } }
    expect(conflictNotes({ ...task, mapping: {}, transform: transform({ joined }) }, 12)).toEqual([])
    expect(conflictNotes({ ...task, mapping: { ...mapping, id: 'group' } }, 12)).toHaveLength(1)
  })

  it('maps each field to at most one column and prefers the better name', () => {
    const mapping = { id: null, sample_id: 'client_reference', name: null }
    expect(suggest(['id', 'sample_id', 'name'])).toEqual(mapping)
  })

  it('recognizes the fields of a form by their names, the names they are sent as, and with their unit', () => {
    const form = [
      reference,
      plainField('weight', { type: 'number', unit: 'g' }),
      plainField('cage', { sendAs: 'Käfig-Nr.' }),
      plainField('patient'),
      plainField('donor_id'),
    ]
    const suggested = suggest(['Weight [g]', 'Käfig Nr', 'Patient', 'Donor', 'REF', 'Sex'], form)
    const fields = ['weight', 'cage', 'patient', 'donor_id', 'client_reference', null]
    expect(Object.values(suggested)).toEqual(fields)
  })

  it('survives columns with names of the language itself', () => {
    const columns = ['__proto__', 'constructor', 'id']
    const mapping = suggest(columns)
    expect(mapping.id).toBe('client_reference')
    const { fields } = toRowPlan({ columns, mapping, transform: transform(), form: defaultOrderForm })
    expect(fields).toMatchObject([{ column: 'id', from: { kind: 'column', index: 2 } }])
    const named = columns.map((column) => plainField('x', { sendAs: column }))
    expect(suggest(columns, [reference, ...named]).id).toBe('x')
  })

  it.each([
    ['different', (index: number) => `c${index}`],
    ['equal', () => 'c'],
  ])('takes no longer than a person waits for a header of 100,000 %s names', (_what, name) => {
    const started = process.threadCpuUsage()
    const cells = ['sample_name', ...Array.from({ length: 100_000 }, (_, index) => name(index))]
    const { columns } = nameColumns({ row: 1, cells, fault: null, notes: null })
    expect(new Set(columns).size).toBe(cells.length)
    const { fields } = toRowPlan({
      columns,
      mapping: suggest(columns),
      transform: transform(),
      form: defaultOrderForm,
    })
    expect(fields).toMatchObject([{ column: 'sample_name', from: { kind: 'column', index: 0 } }])
    // Of the processor, since a busy computer is none of ours.
    const { user, system } = process.threadCpuUsage(started)
    expect((user + system) / 1000).toBeLessThan(3000)
  })
})

describe('the content of the first rows', () => {
  /** The column that is suggested for a field, from the lines of a file. */
  const columnFor = (field: string, ...lines: string[]) => {
    const [columns = [], ...rows] = csv(...lines)
    const mapping = suggestMapping(
      columns,
      defaultOrderForm,
      rows.map((cells) => ({ cells })),
    )
    return columns.filter((column) => mapping[column] === field).join()
  }

  it('decides between several columns with a name for the same field', () => {
    expect(columnFor('client_reference', 'sample,id', 'blood,A1', 'blood,A2')).toBe('id')
    expect(columnFor('client_reference', 'sample,id', 'A,', 'B,2')).toBe('sample')
    expect(columnFor('client_reference', 'Sample_ID,Sample_Name', 'A,', 'A,')).toBe('Sample_ID')
    expect(columnFor('age', 'id,age,donor age', 'A,old,71')).toBe('donor age')
    expect(columnFor('sex', 'id,sex,gender', 'A,yes,F')).toBe('gender')
    expect(columnFor('collected_at', 'id,date,sampling date', 'A,3.4.2026,soon')).toBe('date')
  })

  it('takes the kind of a sample for no tissue', () => {
    expect(columnFor('tissue', 'id,SAMPLE_TYPE', 'A,Primary', 'B,Normal', 'C,Unknown Tumor')).toBe('')
    expect(columnFor('tissue', 'id,Sample type', 'A,liver', 'B,normal')).toBe('Sample type')
    expect(columnFor('tissue', 'id,tissue', 'A,normal')).toBe('tissue')
  })

  it("neither changes nor removes the field that a column's name suggests", () => {
    expect(columnFor('sex', 'id,x', 'A,F', 'B,M')).toBe('')
    expect(columnFor('age', 'id,age', 'A,old')).toBe('age')
    expect(columnFor('client_reference', 'sample,id', 'A,x', 'A,x')).toBe('sample')
  })
})

describe('suggestTransform', () => {
  const suggested = (columns: string[], ...rows: string[][]) => {
    const { ageUnit, dayFormat } = suggestTransform({
      columns,
      mapping: suggest(columns),
      form: defaultOrderForm,
      preview: rows.map((cells) => ({ cells })),
    })
    return [ageUnit, dayFormat]
  }

  it('reads the unit of ages in the header, or in the cells of the column beside, where all name one', () => {
    const columns = ['Characteristics[age]', 'Unit[time unit]']
    expect(suggested(['Age (weeks)'])[0]).toBe('weeks')
    expect(suggested(columns, ['12', 'week'], ['14', 'week'])[0]).toBe('weeks')
    expect(suggested(columns, ['12', 'week'], ['14', 'year'])[0]).toBe('years')
    expect(suggested(['Characteristics[age]', 'note'], ['12', 'week'])[0]).toBe('years')
    expect(suggested(['age', 'sex', 'AgeUnit'], ['12', 'F', 'weeks'])[0]).toBe('weeks')
    expect(suggested(['age', 'sex', 'Dose unit'], ['12', 'F', 'weeks'])[0]).toBe('years')
  })

  it.each([
    ['DD.MM.YYYY', ['13.04.2026', '', '1.4.2026']],
    ['MM/DD/YYYY', ['04/13/2026', '04/03/2026']],
    // Two forms fit, no form fits all, or a year has two digits.
    ['YYYY-MM-DD', ['04/03/2026']],
    ['YYYY-MM-DD', ['04/13/2026', '13/04/2026']],
    ['YYYY-MM-DD', ['2026-01-01', '13.04.2026']],
    ['YYYY-MM-DD', ['2026-01-01']],
    ['YYYY-MM-DD', ['3.4.26']],
  ])('reads days as %s where only that form fits all: %j', (format, days) => {
    expect(suggested(['date'], ...days.map((day) => [day]))[1]).toBe(format)
    expect(suggested(['remark'], ...days.map((day) => [day]))[1]).toBe('YYYY-MM-DD')
  })

  it('leaves the form of days to their owner where one column of two could be read in two ways', () => {
    const received: FieldRule = { ...plainField('received_at'), type: 'day' }
    const two = (...rows: string[][]) =>
      suggestTransform({
        columns: ['taken', 'received'],
        mapping: { taken: 'collected_at', received: 'received_at' },
        form: [...defaultOrderForm, received],
        preview: rows.map((cells) => ({ cells })),
      }).dayFormat
    expect(two(['13/04/2026', '04/05/2026'])).toBe('YYYY-MM-DD')
    expect(two(['13/04/2026', '04/13/2026'])).toBe('YYYY-MM-DD')
    expect(two(['13/04/2026', '14/05/2026'])).toBe('DD/MM/YYYY')
    expect(two(['13/04/2026', '2026-05-14'], ['03/04/2026', ''])).toBe('DD/MM/YYYY')
  })
})

describe('toRowPlan', () => {
  const form = [
    reference,
    plainField('site', { required: true }),
    plainField('age', { type: 'age' }),
    plainField('weight', { type: 'number', least: 10, unit: 'g' }),
  ]
  const columns = ['id', 'city', 'room', 'years', 'remark']
  const plan = (mapping: Record<string, string | null>, changes: Partial<Transform> = {}) =>
    toRowPlan({ columns, mapping, transform: transform(changes), form })

  it('takes fields from columns, from joined columns and from constants, and keeps notes', () => {
    const joined = { site: { columns: ['city', 'room'], separator: ' / ' } }
    const changes = { joined, constants: { age: '34' }, notes: ['remark', 'id', 'remark'] }
    const made = plan({ id: 'client_reference', remark: null }, changes)
    expect(made.fields.map(({ rule, column, from }) => [rule.field, column, from])).toEqual([
      ['client_reference', 'id', { kind: 'column', index: 0 }],
      ['site', 'city', { kind: 'joined', indices: [1, 2], separator: ' / ' }],
      ['age', null, { kind: 'constant', value: '34' }],
    ])
    expect(made.notes).toEqual([
      { name: 'remark', index: 4 },
      { name: 'id', index: 0 },
    ])
  })

  const id = { id: 'client_reference' }
  const sited = { ...id, city: 'site' }
  const join = (columns: string[], separator = '', field = 'site') => ({
    joined: { [field]: { columns, separator } },
  })
  const constant = (constants: Record<string, string>) => ({ constants })
  it.each<[string, string, Record<string, string | null>, Partial<Transform>?]>([
    ['names a column that is not there', '“town” is no column', { ...sited, town: 'age' }],
    ['names a field that is not there', '“plot” is no field of an order', { ...sited, room: 'plot' }],
    ['gives a field twice', '“site” is given to several columns (city, room)', { ...sited, room: 'site' }],
    ['leaves out the reference', '“client_reference” needs a column', { city: 'site' }],
    ['leaves out what is needed', '“site” is needed for each order', id],
    ['gives a field by column and constant', 'a column and to one value', sited, constant({ site: 'x' })],
    [
      'gives all samples one name',
      'names each sample',
      { city: 'site' },
      constant({ client_reference: 'x' }),
    ],
    ['has a constant that no cell could be', 'between 0 and 130 years', sited, constant({ age: '131' })],
    ['has a constant out of its bounds', 'at least 10 g', sited, constant({ weight: '9' })],
    ['has an empty constant', '“weight” has nothing in all rows', sited, constant({ weight: ' ' })],
    ['has a constant for no field', '“plot” is no field', sited, constant({ plot: 'x' })],
    ['joins for no field', '“plot” is no field', sited, join(['city', 'room'], '', 'plot')],
    ['joins what is not there', '“town” is no column', id, join(['city', 'town'])],
    ['joins a column with itself', 'joins a column with itself', id, join(['city', 'city'])],
    ['joins by a line break', 'nobody sees', id, join(['city', 'room'], '\n')],
    ['joins and maps a field', 'and to joined columns', { ...id, years: 'site' }, join(['city', 'room'])],
    ['notes what is not there', '“town” is no column', sited, { notes: ['town'] }],
  ])('refuses what %s', (_what, message, mapping, changes) => {
    expect(() => plan(mapping, changes)).toThrow(message)
  })

  it('takes fields named like parts of the language for what they are', () => {
    expect(() => plan({ ...id, city: 'site', room: 'constructor' })).toThrow('“constructor” is no field')
    expect(() => plan(JSON.parse('{"id":"client_reference","city":"site","__proto__":"age"}'))).toThrow(
      '“__proto__” is no column',
    )
  })
})
