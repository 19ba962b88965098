import { describe, expect, it } from 'vitest'
import { classifyAgeHeader, matchHeader, mentionsAnimal, unitColumnKind } from './headerWords.ts'
import { personalKind } from './personalData.ts'

describe('the words of a header', () => {
  it.each([
    ['Samples', 'client_reference'],
    ['SAMPID', 'client_reference'],
    ['Номер образца', 'client_reference'],
    ['Numer próbki', 'client_reference'],
    ['Örnek No', 'client_reference'],
    ['SUBJID', 'donor_id'],
    ['Sample_Group', 'group'],
    ['Płeć', 'sex'],
    ['Cinsiyet', 'sex'],
    ['Дата рождения', 'birth'],
    ['DATA_DE_NASCIMENTO', 'birth'],
    ['Дата забора', 'collected_at'],
  ])('%j name the field %s', (header, field) => {
    expect(matchHeader(header, field)).not.toBeNull()
  })

  it.each([
    ['Chronological age', 'sample'],
    ['Patient age', 'sample'],
    ['采样年龄', 'sample'],
    ['Возраст на момент забора', 'sample'],
    ['ageatdiagnosis', 'event'],
    ['Età alla diagnosi', 'event'],
    ['진단시 나이', 'event'],
    ['AGE_AT_ONSET', 'other'],
    ['Gestationsalter', 'other'],
    ['母亲年龄', 'other'],
  ])('%j speak of the age of the %s', (header, kind) => {
    expect(classifyAgeHeader(header)).toBe(kind)
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

describe('personal data', () => {
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
  ] as const)('in the column %j of %j is %s', (header, cells, kind) => {
    expect(personalKind(header, cells)).toBe(kind)
  })
})
