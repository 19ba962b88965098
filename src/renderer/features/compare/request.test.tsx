import { describe, expect, it } from 'vitest'
import { createCohort } from '../../state/cohort/cohort.ts'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { covariateOf } from '../testing/comparisons.ts'
import {
  type CompareView,
  inDesignOrder,
  parseCompare,
  suggestGroups,
  testsFor,
  toCompareSearch,
  toRequest,
  withGroups,
} from './view.ts'

const selection = { measure: 'activity' as const, of: { filter: { group: 'x' } } }
const held = createCohort()
const parse = (search: unknown) =>
  parseCompare(searchSchemas()['/study/$studyId/_cohort/compare'].parse(search), held)
const first = parse({})

describe('the address of a comparison', () => {
  it('holds the whole request, with groups by a field or by hand', () => {
    const byField: CompareView = {
      groups: { by: 'tag:<b>', values: ['yes', 'no'] },
      test: 'paired',
      pairBy: 'donor',
      replicatesBy: 'tissue',
      show: 'volcano',
      against: 'p',
      direction: 'mimicking',
      pathway: 'mTOR',
      adjust: null,
      contrast: null,
    }
    const byHand: CompareView = { ...first, groups: { sets: [{ name: 'A', of: { sampleIds: ['S1'] } }] } }
    for (const view of [byField, byHand, first])
      expect(parse(JSON.parse(JSON.stringify(toCompareSearch(view, held))))).toEqual(view)
  })

  it('holds groups of 10,000 samples by an id, and drops those that are no longer known', () => {
    const sampleIds = Array.from({ length: 10_000 }, (_, at) => `S${at}`)
    const large: CompareView = { ...first, groups: { sets: [{ name: 'A', of: { sampleIds } }] } }
    const search = JSON.stringify(toCompareSearch(large, held))
    expect(search.length).toBeLessThan(200)
    expect(parse(JSON.parse(search))).toEqual(large)
    held.forget()
    expect(parse(JSON.parse(search)).groups).toEqual({ sets: [] })
  })

  it('ignores invalid values', () => {
    expect(parse({ by: 5, groups: [1, {}, 'b'], test: 'anova', show: 7, pathway: '', sets: 'x' })).toEqual({
      ...first,
      groups: { by: '5', values: ['1', 'b'] },
    })
  })
})

describe('the request of a comparison', () => {
  it('requires two groups, and the pair field for a paired test', () => {
    expect(toRequest(first, selection)).toEqual({ missing: 'groups' })
    const one = { ...first, groups: { by: 'g', values: ['a'] } }
    expect(toRequest(one, selection)).toEqual({ missing: 'groups' })
    const two = { ...first, groups: { by: 'g', values: ['a', 'b'] } }
    expect(toRequest(two, selection)).toEqual({ missing: 'test' })
    expect(toRequest({ ...two, test: 'paired' }, selection)).toEqual({ missing: 'pairs' })
  })

  it('includes the pair field only for paired tests, because other tests reject it', () => {
    const groups = { by: 'g', values: ['a', 'b'] }
    const two: CompareView = { ...first, groups, test: 'welch', pairBy: 'donor' }
    expect(toRequest(two, selection)).not.toHaveProperty('request.pairBy')
    expect(toRequest({ ...two, test: 'wilcoxon-signed-rank' }, selection)).toHaveProperty(
      'request.pairBy',
      'donor',
    )
  })

  it('takes hand-made groups from all samples, not from the current filter', () => {
    const set = (name: string) => ({ name, of: { sampleIds: [name] } })
    const view: CompareView = { ...first, test: 'welch', groups: { sets: [set('A'), set('B')] } }
    expect(toRequest(view, selection)).toHaveProperty('request.of', { filter: {} })
  })
})

describe('groups and tests', () => {
  it('fit together: a third group needs a test of several groups, and rank tests stay rank tests', () => {
    expect(testsFor(2)).toEqual(['welch', 'mann-whitney', 'paired', 'wilcoxon-signed-rank'])
    expect(testsFor(3)).toEqual(['kruskal-wallis', 'welch-anova'])
    const three = { by: 'g', values: ['a', 'b', 'c'] }
    const two = { by: 'g', values: ['a', 'b'] }
    expect(withGroups({ ...first, test: 'welch' }, three).test).toBe('welch-anova')
    expect(withGroups({ ...first, test: 'mann-whitney' }, three).test).toBe('kruskal-wallis')
    expect(withGroups({ ...first, test: 'kruskal-wallis' }, two).test).toBe('mann-whitney')
    expect(withGroups({ ...first, test: 'welch-anova' }, two).test).toBe('welch')
    expect(withGroups({ ...first, test: 'paired' }, two).test).toBe('paired')
  })

  it('are suggested with the control second, and not for fields with fewer than two values', () => {
    const [sex, arm] = [covariateOf('sex', 'F', 'M'), covariateOf('group', 'control', 'treated')]
    const dose = covariateOf('Treatment', 'DMSO', 'rapamycin', 'NMN')
    const single = covariateOf('group', 'a')
    expect(suggestGroups([sex, arm])).toEqual({ by: 'group', values: ['treated', 'control'] })
    expect(suggestGroups([single, sex])).toEqual({ by: 'sex', values: ['F', 'M'] })
    expect(suggestGroups([single])).toBeNull()
    expect(suggestGroups([dose])).toEqual({ by: 'Treatment', values: ['NMN', 'DMSO'] })
    expect(suggestGroups([])).toBeNull()
  })

  it("of three or more follow the study, with the control last; two keep the user's order", () => {
    const design = {
      groupBy: 'dose',
      groups: [{ value: 'vehicle' }, { value: 'high' }, { value: 'low' }],
      control: 'vehicle',
      pairBy: null,
      independent: [],
    }
    expect(inDesignOrder('dose', ['low', 'vehicle', 'high'], design)).toEqual(['high', 'low', 'vehicle'])
    expect(inDesignOrder('dose', ['vehicle', 'low'], design)).toEqual(['vehicle', 'low'])
    expect(inDesignOrder('sex', ['X', 'M', 'F'], design)).toEqual(['X', 'M', 'F'])
  })

  it('follow the design that the user chose for the study', () => {
    const fields = [covariateOf('group', 'control', 'treated'), covariateOf('sex', 'F', 'M', 'X')]
    const groups = [{ value: 'M' }, { value: 'F' }]
    const suggested = (control: string | null) => suggestGroups(fields, { groupBy: 'sex', groups, control })
    expect(suggested(null)).toEqual({ by: 'sex', values: ['M', 'F'] })
    expect(suggested('M')).toEqual({ by: 'sex', values: ['F', 'M'] })
    // A field that no selected sample has.
    expect(suggestGroups(fields, { groupBy: 'gone', groups: [], control: null })).toEqual({
      by: 'group',
      values: ['treated', 'control'],
    })
  })
})
