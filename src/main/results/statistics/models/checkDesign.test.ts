import { describe, expect, it } from 'vitest'
import { describeModelNote } from '../../../../shared/domain/results/describeModel.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { factor as factorOf, number } from '../testing/terms.ts'
import { checkDesign, inflationsOf } from './checkDesign.ts'
import { describeProblem } from './describeModel.ts'
import type { Model, Term } from './design.ts'
import type { Block } from './fitModel.ts'

const factor = (name: string, text: string): Term => {
  const values = text.split(' ')
  return factorOf(name, values, [...new Set(values)])
}
const check = (terms: Term[], interaction: Model['interaction'] = null, block: Block | null = null) =>
  checkDesign({ terms, interaction }, terms[0]?.values.length ?? 0, block)
const group = factor('group', 'control control control control treated treated treated treated')

describe('a design is refused', () => {
  it('if all treated samples are in one batch, which has no others', () => {
    expect(check([group, factor('batch', '1 1 1 1 2 2 2 2')]).problem).toEqual({
      why: 'confounded',
      term: 'batch',
      with: ['group'],
      all: { levels: ['treated'], in: ['2'] },
    })
  })

  it('if no batch has samples of both groups', () => {
    expect(check([group, factor('batch', '1 1 2 2 3 3 4 4')]).problem).toMatchObject({
      all: { levels: ['treated'], in: ['3', '4'] },
    })
  })

  it('if only some levels are confounded', () => {
    const dose = factor('dose', 'none none low low none low high high')
    const batch = factor('batch', '1 1 1 1 2 2 3 3')
    expect(check([dose, batch]).problem).toMatchObject({ all: { levels: ['high'], in: ['3'] } })
  })

  it('if a number is constant in each group, or is a sum of others', () => {
    expect(check([group, number('age', [30, 30, 30, 30, 50, 50, 50, 50])]).problem).toEqual({
      why: 'confounded',
      term: 'age',
      with: ['group'],
      all: null,
    })
    const [a, b] = [
      [1, 5, 2, 8, 3, 9, 1, 4],
      [2, 2, 7, 1, 8, 2, 8, 1],
    ]
    const sum = a!.map((value, at) => value + b![at]! / 1000)
    expect(check([number('a', a!), number('b', b!), number('c', sum)]).problem).toMatchObject({
      term: 'c',
      with: ['a', 'b'],
    })
  })

  it('for a constant column, one level, one sample of a compared level, and values that are not finite', () => {
    expect(check([group, number('age', Array(8).fill(3))]).problem).toEqual({ why: 'constant', term: 'age' })
    expect(check([factor('sex', 'F F F')]).problem).toEqual({ why: 'oneLevel', term: 'sex', level: 'F' })
    expect(check([factor('group', 'a a a b')]).problem).toMatchObject({ why: 'oneSample', level: 'b' })
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(check([group, number('age', [1, 2, 3, 4, bad, 6, 7, 8])]).problem).toEqual({
        why: 'notFinite',
        term: 'age',
        count: 1,
      })
  })

  it('for empty cells, and a number that is constant in one group of its interaction', () => {
    const sex = factor('sex', 'F F M M F F F F')
    expect(check([group, sex], ['group', 'sex']).problem).toEqual({
      why: 'emptyCells',
      terms: ['group', 'sex'],
      cells: [['treated', 'M']],
      count: 1,
    })
    expect(check([group, sex]).problem).toBe(null)
    expect(check([group, number('dose', [0, 1, 2, 3, 5, 5, 5, 5])], ['group', 'dose']).problem).toEqual({
      why: 'constantWithin',
      term: 'dose',
      factor: 'group',
      level: 'treated',
    })
  })

  it('without residual degrees of freedom, also if donors use them up', () => {
    expect(
      check([factor('group', 'a a b b'), number('x', [1, 2, 3, 5]), number('y', [1, 4, 2, 1])]).problem,
    ).toEqual({ why: 'noResidualDf', samples: 4, coefficients: 4 })
    const block: Block = { ids: ['a', 'b', 'a', 'b'], as: 'intercept' }
    expect(check([factor('group', 'a a b b'), number('x', [1, 2, 3, 5])], null, block).problem).toMatchObject(
      { why: 'noResidualDf' },
    )
  })

  it('if blocks with their own intercepts absorb all terms', () => {
    const block: Block = { ids: ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'], as: 'intercept' }
    expect(check([group], null, block).problem).toEqual({ why: 'onlyBetweenBlocks' })
  })

  it('within a second if a factor has 10,000 levels', () => {
    const start = performance.now()
    const ids = Array.from({ length: 10_000 }, (_, at) => `s${at}`).join(' ')
    expect(check([factor('sample', ids)]).problem).toMatchObject({ why: 'tooManyLevels', levels: 10_000 })
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('a note is added', () => {
  it('if a level has two samples or few degrees of freedom remain', () => {
    expect(check([factor('group', 'a a b b')]).notes).toEqual([
      { kind: 'fewSamples', term: 'group', level: 'a', samples: 2 },
      { kind: 'fewSamples', term: 'group', level: 'b', samples: 2 },
      { kind: 'fewDf', df: 2 },
    ])
  })

  it('if terms overlap, with the widening of the interval', () => {
    const batch = factor('batch', '1 1 1 2 2 2 2 2')
    const { problem, notes } = check([group, batch])
    expect(problem).toBe(null)
    // r² = 0.6 between the two columns.
    expect(notes).toMatchObject([
      { kind: 'inflation', term: 'group', with: 'batch', gvif: expect.closeTo(2.5, 10) },
      { kind: 'inflation', term: 'batch', with: 'group', widening: expect.closeTo(Math.sqrt(2.5), 10) },
    ])
  })

  it('but not of inflation if the terms are balanced', () => {
    const terms = [group, factor('sex', 'F M F M F M F M'), factor('batch', '1 1 2 2 1 1 2 2')]
    expect(check(terms)).toEqual({ problem: null, notes: [] })
    for (const { gvif } of inflationsOf({ terms, interaction: null }, 8, null))
      expect(gvif).toBeCloseTo(1, 12)
  })
})

describe('the message', () => {
  it('names the levels that cannot be told apart', () => {
    const { problem } = check([group, factor('batch', '1 1 1 1 2 2 2 2')])
    expect(problem && toEnglish(describeProblem(problem))).toBe(
      'group and batch cannot be told apart: all samples with group treated are in batch 2, which has no others. Leave one of them out.',
    )
  })

  it('names the widening of an interval', () => {
    const { notes } = check([group, factor('batch', '1 1 1 2 2 2 2 2')])
    expect(notes.map((note) => toEnglish(describeModelNote(note)))).toEqual([
      'The interval for group is 1.6 times as wide because group and batch overlap.',
      'The interval for batch is 1.6 times as wide because batch and group overlap.',
    ])
  })

  it('names up to three empty cells', () => {
    const terms = [factor('dose', 'a a b b c c'), factor('sex', 'F F M M M M')]
    const { problem } = check(terms, ['dose', 'sex'])
    expect(problem && toEnglish(describeProblem(problem))).toBe(
      'The interaction of dose and sex needs samples of each combination, but 3 have none: a + M, b + F, c + F. Leave the interaction out.',
    )
  })
})
