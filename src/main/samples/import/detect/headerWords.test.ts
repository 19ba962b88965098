import { describe, expect, it } from 'vitest'
import { classifyAgeHeader, matchHeader, mentionsAnimal, unitColumnKind } from './headerWords.ts'
import { personalKind } from './personalData.ts'

describe('the words of a header', () => {
  it.each([
    ['client_reference', 'Samples|SAMPID|Номер образца|Numer próbki|Örnek No'],
    ['donor_id', 'SUBJID'],
    ['group', 'Sample_Group'],
    ['sex', 'Płeć|Cinsiyet'],
    ['birth', 'Дата рождения|DATA_DE_NASCIMENTO'],
    ['collected_at', 'Дата забора'],
  ])('name the field %s in %s', (field, headers) => {
    for (const header of headers.split('|')) expect([header, matchHeader(header, field)]).not.toContain(null)
  })

  it.each([
    ['sample', 'Chronological age|Patient age|采样年龄|Возраст на момент забора'],
    ['event', 'ageatdiagnosis|Età alla diagnosi|진단시 나이'],
    ['other', 'AGE_AT_ONSET|Gestationsalter|母亲年龄'],
  ])('speak of the age of the %s in %s', (kind, headers) => {
    for (const header of headers.split('|'))
      expect([header, classifyAgeHeader(header)]).toEqual([header, kind])
  })

  it.each(
    'stage image damage dosage language package passage storage average percentage coverage lineage voltage manage message'.split(
      ' ',
    ),
  )('%s is no age', (header) => expect(classifyAgeHeader(header)).toBeNull())

  it('tell columns of animals and of units', () => {
    for (const header of ['MouseID', 'litterid', 'Cage', 'клетка', 'AnimalID'])
      expect(mentionsAnimal(header)).toBe(true)
    for (const header of ['rate', 'ratio', 'FISH result', 'patient'])
      expect(mentionsAnimal(header)).toBe(false)
    expect(['age_unit', 'AGEU', 'unit', 'Community'].map(unitColumnKind)).toEqual(['age', 'age', 'any', null])
  })
})

it.each([
  ['name', ['Anna Müller', 'Peter Schmidt'], 'names'],
  ['Vorname', ['x'], 'names'],
  ['姓名', ['王伟'], 'names'],
  ['MRN', ['123', '124'], 'identifiers'],
  ['病历号', ['123'], 'identifiers'],
  ['sample', ['Anna Müller', 'Peter Schmidt', 'Maria Rossi'], 'names'],
  ['patient', ['王伟', '李娜', '张敏'], 'names'],
  ['name', ['S-01', 'S-02'], null],
  ['name', ['Control A', 'Control B'], null],
  ['sample', ['Liver Old', 'Blood Young', 'Skin Old'], null],
  ['group', ['Old Mice', 'Young Mice', 'Fat Mice'], null],
] as const)('personal data in the column %j of %j is %s', (header, cells, kind) => {
  expect(personalKind(header, cells)).toBe(kind)
})
