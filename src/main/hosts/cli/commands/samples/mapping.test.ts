import { describe, expect, it } from 'vitest'
import { type MappingTemplate, transformSchema } from '../../../../../shared/domain/samples/importing.ts'
import { defaultOrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { parseMapEntry, parseMappingFile, parseTransformFile, templateOf, toPlan } from './mapping.ts'

const plain = transformSchema.parse({})
const draft = {
  columns: ['Name', 'Age', 'a=b'],
  suggestedMapping: { Name: 'client_reference', Age: 'age', 'a=b': null },
  suggestedTransform: { ...plain, constants: { tissue: 'liver' } },
}
const none = { mapping: {}, transform: {}, template: null }
const plan = (changes: Partial<Parameters<typeof toPlan>[1]>) =>
  toPlan(draft, { ...none, ...changes }, defaultOrderForm)
const template: MappingTemplate = {
  templateId: 't1',
  name: 'Scanner',
  columns: ['Name', 'Age'],
  mapping: { Name: 'client_reference', Age: null },
  transform: { ...plain, notes: ['Age'], ageUnit: 'weeks' },
  options: {},
  savedAt: '2026-01-01T00:00:00.000Z',
}

describe('mappings of the command line', () => {
  it('parse Column=field, where the column may contain =', () => {
    expect(parseMapEntry('Name=client_reference')).toEqual(['Name', 'client_reference'])
    expect(parseMapEntry('a=b=sex')).toEqual(['a=b', 'sex'])
    expect(parseMapEntry('Age=')).toEqual(['Age', null])
    expect(() => parseMapEntry('Age')).toThrow("must be 'Column=field'")
  })

  it('parse a mapping file, and partial transforms', () => {
    expect(parseMappingFile('{"Name":"donor_id","Age":null}')).toEqual({ Name: 'donor_id', Age: null })
    for (const text of ['', '[]', '{"Name":1}']) expect(() => parseMappingFile(text)).toThrow(UsageError)
    expect(parseTransformFile('{"notes":["Age"],"ageUnit":"weeks"}')).toEqual({
      notes: ['Age'],
      ageUnit: 'weeks',
    })
    for (const text of ['', '[]', '{"note":[]}', '{"joined":{"group":{"columns":["Age"],"separator":""}}}'])
      expect(() => parseTransformFile(text)).toThrow(UsageError)
    expect(() => parseTransformFile('{"ageUnit":"hours"}')).toThrow('At "ageUnit"')
  })

  it('override the suggestions of the file and free the previous column of a field', () => {
    expect(plan({ keepOnly: ['Age'] })).toEqual({
      mapping: draft.suggestedMapping,
      transform: draft.suggestedTransform,
    })
    expect(plan({ mapping: { 'a=b': 'age' } }).mapping).toEqual({
      Name: 'client_reference',
      Age: null,
      'a=b': 'age',
    })
    expect(plan({ mapping: { 'a=b': 'tissue' } }).transform.constants).toEqual({})
    const joined = { age: { columns: ['Age', 'a=b'], separator: '' } }
    expect(plan({ transform: { joined } })).toEqual({
      mapping: { Name: 'client_reference', Age: null, 'a=b': null },
      transform: { ...plain, constants: { tissue: 'liver' }, joined },
    })
    expect(plan({ transform: { joined: { tissue: joined.age } } }).transform.constants).toEqual({})
  })

  it('use a named saved mapping', () => {
    expect(templateOf([template], 'Scanner')).toBe(template)
    expect(() => templateOf([template], 'scanner')).toThrow('Saved are "Scanner"')
    expect(() => templateOf([], 'Scanner')).toThrow('none was saved')
    expect(plan({ template, leaveOut: ['a=b'] })).toEqual({
      mapping: template.mapping,
      transform: template.transform,
    })
    expect(plan({ template, leaveOut: ['a=b'], transform: { ageUnit: 'days' } }).transform).toEqual({
      ...template.transform,
      ageUnit: 'days',
    })
  })

  it('store every unused column except those left out', () => {
    const notes = (changes: Partial<Parameters<typeof toPlan>[1]>) => plan(changes).transform.notes
    expect(notes({})).toEqual(['a=b'])
    expect(notes({ mapping: { 'a=b': 'age' } })).toEqual(['Age'])
    expect(notes({ mapping: { 'a=b': null } })).toEqual([])
    expect(notes({ leaveOut: ['a=b'] })).toEqual([])
    expect(plan({ leaveOut: ['Age'] })).toMatchObject({
      mapping: { Age: null },
      transform: { notes: ['a=b'] },
    })
    expect(notes({ mapping: { 'a=b': 'age' }, keepOnly: ['a=b'] })).toEqual([])
    expect(notes({ transform: { notes: ['Age'] } })).toEqual(['Age', 'a=b'])
    // The saved mapping was created without `a=b` and left `Age` out.
    const unused = { ...template, transform: plain }
    expect(notes({ template: unused })).toEqual(['a=b'])
    const left = { ...draft, suggestedMapping: { ...draft.suggestedMapping, Age: null }, template: {} }
    expect(toPlan(left, none, defaultOrderForm).transform.notes).toEqual([])
  })

  it('store a column under a name that is not a field, and under its own name if requested', () => {
    expect(plan({ mapping: { Age: 'years' } })).toMatchObject({
      mapping: { Name: 'client_reference', Age: null },
      transform: { notes: ['Age', 'a=b'], noteNames: { Age: 'years' } },
    })
    expect(plan({ mapping: { 'a=b': 'a=b' } }).transform).toMatchObject({ notes: ['a=b'] })
    expect(plan({ mapping: { Age: 'age2' } }).transform.noteNames).toEqual({ Age: 'age2' })
  })

  it('parse values of columns, which may contain a colon or = like the columns themselves', () => {
    const values = ['Age:old=90', 'a=b:x=1=2', 'Age: young = 20', 'Age:=']
    expect(plan({ values }).transform.values).toEqual({
      Age: { old: '90', young: '20', '': '' },
      'a=b': { 'x=1': '2' },
    })
    const suggested = { ...plain, values: { Age: { old: '80', older: '99' } } }
    const made = toPlan({ ...draft, suggestedTransform: suggested }, { ...none, values }, defaultOrderForm)
    expect(made.transform.values?.['Age']).toEqual({ older: '99', old: '90', young: '20', '': '' })
    expect(() => plan({ values: ['Alter:old=90'] })).toThrow('Columns: Name, Age, a=b')
    expect(() => plan({ values: ['Age:old'] })).toThrow("'Column:from=to'")
    expect(() => plan({ transform: { values: { Alter: { old: '90' } } } })).toThrow('no column "Alter"')
  })

  it('set the unit of ages, which is then no longer assumed', () => {
    const suggestedTransform = { ...plain, ageUnitAssumed: true }
    const unit = (changes: Partial<Parameters<typeof toPlan>[1]>) => {
      const made = toPlan({ ...draft, suggestedTransform }, { ...none, ...changes }, defaultOrderForm)
      return [made.transform.ageUnit, made.transform.ageUnitAssumed]
    }
    expect(unit({})).toEqual(['years', true])
    expect(unit({ transform: { ageUnit: 'years' } })).toEqual(['years', undefined])
    expect(unit({ template })).toEqual(['weeks', undefined])
  })

  it('refuse unknown columns and unknown fields', () => {
    expect(() => plan({ mapping: { Alter: 'age' } })).toThrow('Columns: Name, Age, a=b')
    expect(() => plan({ transform: { notes: ['Remark'] } })).toThrow('no column "Remark"')
    for (const typo of ['Age', 'aged', 'ge', 'agr', 'donor id'])
      expect(() => plan({ mapping: { 'a=b': typo } })).toThrow('Did you mean')
    const wider = { ...template, mapping: { ...template.mapping, Plate: 'group', Spare: null } }
    expect(() => plan({ template: wider })).toThrow(
      'no column "Plate", which the saved mapping "Scanner" uses',
    )
    const spared = { ...template, mapping: { ...template.mapping, Spare: null } }
    expect(plan({ template: spared }).mapping).toEqual(template.mapping)
  })
})
