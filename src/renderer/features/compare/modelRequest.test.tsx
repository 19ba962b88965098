import { describe, expect, it } from 'vitest'
import { formulaOf } from '../../../shared/domain/results/model.ts'
import { createCohort } from '../../state/cohort/cohort.ts'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { covariateOf } from '../testing/comparisons.ts'
import { toModelRequest, toModelView } from './modelRequest.ts'
import { type Adjustment, parseCompare, toCompareSearch } from './view.ts'

const fields = [
  covariateOf('group', 'control', 'treated', 'high-dose'),
  covariateOf('sex', 'M', 'F'),
  covariateOf('site', 'M', 'N'),
  covariateOf('age', '31', '44'),
]
const selection = { measure: 'activity' as const, of: { filter: {} } }
const groups = { by: 'group', values: ['treated', 'high-dose', 'control'] }
const build = (adjust: Adjustment, of: Parameters<typeof toModelRequest>[0]['groups'] = groups) =>
  toModelRequest({ groups: of, adjust }, selection, fields)
const names = (built: ReturnType<typeof build>) =>
  'contrasts' in built ? built.contrasts.map(({ name }) => name) : []

describe('the model of an adjusted comparison', () => {
  it('subtracts the last group from each other, and adjusts for fields', () => {
    const built = build({ covariates: ['age', 'sex'], block: 'donor' })
    expect(names(built)).toEqual(['treated - control', '"high-dose" - control'])
    expect(built).toMatchObject({
      request: {
        terms: [{ field: 'group', as: 'factor', reference: 'control' }, { field: 'age' }, { field: 'sex' }],
        interaction: null,
        moderation: 'constant',
        block: 'donor',
      },
    })
    expect('request' in built && formulaOf(built.request)).toBe('~ group + age + sex')
  })

  it('subtracts the reference that the user chose, unless it is no group', () => {
    expect(names(build({ reference: 'treated' }))).toEqual(['"high-dose" - treated', 'control - treated'])
    expect(names(build({ reference: 'gone' }))[0]).toBe('treated - control')
  })

  it('with an interaction estimates the effect at each level, and how it differs', () => {
    const built = build({ interaction: 'sex' }, { by: 'group', values: ['treated', 'control'] })
    expect(names(built)).toEqual([
      'treated - control',
      'treated:F - control:F',
      'treated:M - control:M',
      'grouptreated:sexM',
    ])
    expect('request' in built && formulaOf(built.request)).toBe('~ group * sex')
    expect(names(build({ interaction: 'age' }, { by: 'group', values: ['treated', 'control'] }))).toEqual([
      'treated - control',
      'treated:age - control:age',
    ])
  })

  it('names the field of a level that another field has, too', () => {
    const built = build(
      { interaction: 'sex', covariates: ['site'] },
      { by: 'group', values: ['treated', 'control'] },
    )
    expect(names(built)).toContain('treated:sex=M - control:sex=M')
    expect(names(built)).toContain('treated:F - control:F')
  })

  it('estimates the slope of a number, also by group and without groups', () => {
    expect(names(build({ slope: 'age' }, null))).toEqual(['age'])
    expect(names(build({ slope: 'age', interaction: 'sex' }, null))).toEqual([
      'sex=F:age',
      'sex=M:age',
      'sex=M:age - sex=F:age',
    ])
  })

  it('ignores an interaction with the predictor or the unit', () => {
    expect(build({ interaction: 'group' })).toMatchObject({ request: { interaction: null } })
    expect(build({ interaction: 'sex', block: 'sex' })).toMatchObject({ request: { interaction: null } })
  })

  it('is missing without two groups of a field', () => {
    expect(build({}, null)).toEqual({ missing: 'groups' })
    expect(build({}, { sets: [] })).toEqual({ missing: 'field' })
    expect(build({ slope: 'age' }, { sets: [] })).toHaveProperty('request')
  })
})

describe('a model of the log', () => {
  it.each<[string, Adjustment, typeof groups | null]>([
    ['of groups', { covariates: ['age'], block: 'donor', reference: 'control', equivalence: 2 }, groups],
    ['of two groups in another order', {}, { by: 'group', values: ['high-dose', 'control'] }],
    ['with an interaction', { interaction: 'sex', covariates: ['age'] }, groups],
    ['of a slope', { slope: 'age', interaction: 'sex', moderation: 'none', leastEffect: 0.5 }, null],
  ])('%s is requested again as it was', (_what, adjust, of) => {
    const built = build(adjust, of)
    if (!('request' in built)) throw new Error('There is no model.')
    const view = toModelView(built.request, fields)
    expect(build(view.adjust, view.groups)).toMatchObject({ request: built.request })
  })

  it('covers all groups if its contrasts are none of the screen', () => {
    const request = { measure: 'activity' as const, terms: [{ field: 'group' }], contrasts: ['control'] }
    expect(toModelView(request, fields).groups).toEqual({
      by: 'group',
      values: ['high-dose', 'treated', 'control'],
    })
  })
})

describe('the address of an adjusted comparison', () => {
  const held = createCohort()
  const parse = (search: unknown) =>
    parseCompare(searchSchemas()['/study/$studyId/_cohort/compare'].parse(search), held)

  it('holds the whole model', () => {
    const adjust: Adjustment = {
      covariates: ['age'],
      slope: 'dose',
      interaction: 'sex',
      reference: 'control',
      moderation: 'trend',
      block: 'donor',
      leastEffect: 0.5,
      equivalence: 2,
    }
    const view = { ...parse({}), adjust, contrast: 'treated - control' }
    expect(parse(JSON.parse(JSON.stringify(toCompareSearch(view, held))))).toEqual(view)
    const plain = { ...view, adjust: {} }
    expect(parse(JSON.parse(JSON.stringify(toCompareSearch(plain, held))))).toEqual(plain)
  })

  it('drops what is invalid', () => {
    const search = { covariates: ['age', {}], leastEffect: -1, equivalence: 0, moderation: 'x' }
    expect(parse({ adjust: search }).adjust).toEqual({ covariates: ['age'] })
    expect(parse({ adjust: 'x' }).adjust).toBeNull()
  })
})
