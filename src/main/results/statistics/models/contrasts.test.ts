import { describe, expect, it } from 'vitest'
import { defaultContrasts, parseContrast } from './contrasts.ts'
import type { Model, Term } from './design.ts'

const factor = (name: string, ...levels: string[]): Term => ({ name, kind: 'factor', levels, values: levels })
const dose: Term = { name: 'dose', kind: 'number', values: [1, 2, 6] }
const group = factor('group', 'control', 'treated', 'low-dose')
const sex = factor('sex', 'F', 'M')
const additive: Model = { terms: [group, sex, dose], interaction: null }
const crossed: Model = { terms: [group, sex], interaction: ['group', 'sex'] }
const slopes: Model = { terms: [factor('group', 'control', 'treated'), dose], interaction: ['group', 'dose'] }

const weights = (model: Model, text: string, intercept = true) => {
  const parsed = parseContrast(model, text, intercept)
  return 'contrast' in parsed ? parsed.contrast.weights : parsed.problem
}

describe('a contrast', () => {
  it('is the difference of two levels', () => {
    expect(parseContrast(additive, 'treated-control')).toEqual({
      contrast: {
        name: 'treated-control',
        weights: [0, 1, 0, 0, 0],
        field: 'group',
        groups: ['treated', 'control'],
      },
    })
    expect(weights(additive, ' treated - low-dose ')).toEqual([0, 1, -1, 0, 0])
    expect(weights(additive, '"low-dose" − treated')).toEqual([0, -1, 1, 0, 0])
    expect(weights(additive, 'M-F', false)).toEqual([0, 0, 1, 0])
  })

  it('may name levels with quotes', () => {
    const quoted: Model = { terms: [factor('needle', 'none', '5" long', '"x"-y')], interaction: null }
    expect(weights(quoted, '5" long - none')).toEqual([0, 1, 0])
    expect(weights(quoted, '"5"" long" - none')).toEqual([0, 1, 0])
    expect(weights(quoted, '"""x""-y" - none')).toEqual([0, 0, 1])
    for (const { name, weights: expected } of defaultContrasts(quoted))
      expect(weights(quoted, name), name).toEqual(expected)
  })

  it('is averaged over the levels, or the mean, of the interacting term', () => {
    expect(weights(crossed, 'treated - control')).toEqual([0, 1, 0, 0, 0.5, 0])
    expect(weights(crossed, 'M - F')).toEqual([0, 0, 0, 1, 1 / 3, 1 / 3])
    expect(weights(slopes, 'treated - control')).toEqual([0, 1, 0, 3])
    expect(weights(slopes, 'dose')).toEqual([0, 0, 1, 0.5])
  })

  it('is taken at a level of another factor', () => {
    expect(weights(crossed, 'treated:F - control:F')).toEqual([0, 1, 0, 0, 0, 0])
    expect(weights(crossed, 'M:treated - M:control')).toEqual([0, 1, 0, 0, 1, 0])
    expect(weights(slopes, 'treated:dose')).toEqual([0, 0, 1, 1])
    expect(weights(slopes, 'dose:treated - dose:control')).toEqual([0, 0, 0, 1])
    expect(weights(crossed, 'treated:M - control:F')).toEqual([0, 1, 0, 1, 1, 0])
  })

  it('is a coefficient by the name that R gives it', () => {
    expect(weights(crossed, 'grouptreated:sexM')).toEqual([0, 0, 0, 0, 1, 0])
    expect(weights(additive, 'grouplow-dose')).toEqual([0, 0, 1, 0, 0])
  })

  it('is by default each level minus the reference, or the slope', () => {
    expect(defaultContrasts(additive).map(({ name }) => name)).toEqual([
      'treated - control',
      '"low-dose" - control',
    ])
    for (const contrast of defaultContrasts(crossed))
      expect(parseContrast(crossed, contrast.name)).toEqual({ contrast })
    expect(defaultContrasts({ terms: [dose, sex], interaction: null })).toEqual([
      { name: 'dose', field: 'dose', groups: null, weights: [0, 1, 0] },
    ])
  })
})

describe('a text is refused', () => {
  it('with the names that are known', () => {
    expect(parseContrast(additive, 'treated - placebo')).toEqual({
      problem: {
        why: 'unknown',
        name: 'placebo',
        known: ['control', 'treated', 'low-dose', 'F', 'M', 'dose'],
      },
    })
    expect(weights(additive, 'height')).toMatchObject({ why: 'unknown', name: 'height' })
    expect(weights(additive, '')).toMatchObject({ why: 'unknown' })
    expect(weights(additive, '"treated - control"')).toMatchObject({ why: 'unknown' })
  })

  it('if two splits or two factors fit', () => {
    const dashes: Model = { terms: [factor('group', 'a', 'a-b', 'b-c', 'c')], interaction: null }
    expect(weights(dashes, 'a-b-c')).toEqual({
      why: 'ambiguous',
      text: 'a-b-c',
      meanings: ['a - "b-c"', '"a-b" - c'],
    })
    expect(weights(dashes, '"a-b" - "c"')).toEqual([0, 1, 0, -1])
    const twice: Model = {
      terms: [factor('drug', 'no', 'yes'), factor('smoker', 'no', 'yes')],
      interaction: null,
    }
    expect(weights(twice, 'yes-no')).toMatchObject({
      why: 'ambiguous',
      meanings: ['drug=yes - drug=no', 'smoker=yes - smoker=no'],
    })
    expect(weights(twice, 'smoker=yes - smoker=no')).toEqual([0, 0, 1])
  })

  it('if its sides cannot be compared', () => {
    for (const text of ['treated - M', 'treated - treated', 'treated', 'treated:F - control', 'dose - dose'])
      expect(weights(additive, text), text).toMatchObject({ why: 'notComparable' })
  })

  it('if blocks absorb its term', () => {
    const absorbed: Model = { ...crossed, absorbed: 'sex' }
    expect(weights(absorbed, 'M - F', false)).toEqual({ why: 'absorbed', term: 'sex' })
    expect(weights(absorbed, 'treated:M - control:M', false)).toEqual([1, 0, 1, 0])
  })
})
