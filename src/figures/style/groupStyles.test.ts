import { describe, expect, it } from 'vitest'
import { countedCovariate } from '../../shared/domain/results/testing/countedCovariate.ts'
import { okabeIto, stylesByName, stylesOfField } from './groupStyles.ts'

const covariates = [
  countedCovariate('dose', { '10 mg': 3, '9 mg': 3, vehicle: 3 }),
  countedCovariate('sex', { M: 3, F: 3 }),
  countedCovariate('site', { Oslo: 3, Bern: 3 }),
]
const coloursOf = (field: string, grouping: Parameters<typeof stylesOfField>[1]) =>
  [...stylesOfField(field, grouping, covariates)].map(([name, { colour }]) => [name, colour])

describe('the groups of a study', () => {
  it('are in the order the user listed, followed by the others in natural order', () => {
    const groups = [{ value: 'vehicle' }, { value: 'gone' }]
    expect([...stylesOfField('dose', { groupBy: 'dose', groups }, covariates).keys()]).toEqual([
      'vehicle',
      '9 mg',
      '10 mg',
    ])
  })

  it('keep the color of their name in any order, and no two share a color', () => {
    const byName = coloursOf('dose', { groupBy: 'dose', groups: [] })
    const listed = coloursOf('dose', { groupBy: 'dose', groups: [{ value: 'vehicle' }, { value: '10 mg' }] })
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(byName))
    expect(byName.map(([, colour]) => colour)).toEqual(okabeIto.slice(0, 3))
    const taken = coloursOf('dose', {
      groupBy: 'dose',
      groups: [{ value: '10 mg', colour: okabeIto[2].toLowerCase() }],
    })
    expect(taken).toEqual([
      ['10 mg', okabeIto[2].toLowerCase()],
      ['9 mg', okabeIto[0]],
      ['vehicle', okabeIto[1]],
    ])
  })

  it('share their colors with no other field, and each other field has its own', () => {
    const [dose, sex, site] = ['dose', 'sex', 'site'].map((field) =>
      coloursOf(field, { groupBy: 'dose', groups: [] }).map(([, colour]) => colour),
    )
    expect(new Set([dose, sex, site].flat()).size).toBe(7)
    expect(coloursOf('sex', { groupBy: 'sex', groups: [] }).map(([, colour]) => colour)).toEqual(
      okabeIto.slice(0, 2),
    )
  })
})

describe('marks of groups', () => {
  it('differ for 42 groups, and neighbors never differ by color alone', () => {
    const names = Array.from({ length: 42 }, (_, index) => `group ${index}`)
    const styles = [...stylesByName(names).values()]
    expect(new Set(styles.map(({ colour, shape }) => `${colour} ${shape}`)).size).toBe(42)
    styles.slice(1).forEach(({ shape }, index) => expect(shape).not.toBe(styles[index]?.shape))
  })

  it('repeat no color within a dozen, because a track has no shapes', () => {
    const names = Array.from({ length: 12 }, (_, index) => `${index}`)
    const colours = [...stylesByName(names).values()].map(({ colour }) => colour)
    expect(new Set(colours).size).toBe(12)
  })
})
