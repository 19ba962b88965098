import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { coefficientsOf, factor, number } from '../testing/terms.ts'
import { createDesign, type Model, type Term } from './design.ts'
import { type Block, designOf, fitModel, type ModelOptions } from './fitModel.ts'

type Numbers = (number | null)[]
type Table = (number | null)[][]
type Fixture = {
  formula: string
  group: string[]
  sex: string[]
  age: number[]
  dose: number[]
  donor: string[]
  block: boolean
  trend: boolean
  names: string[]
  y: Table
  lm: { estimate: Table; se: Table; t: Table; p: Table; df: Numbers } | null
  limma: {
    correlation: number | null
    priorDf: number | 'Inf'
    estimate: Table
    se: Table
    t: Table
    p: Table
    df: Numbers
    q: Table
    treatP: Table
  }
  paired: { estimate: number[]; se: number[]; p: number[] } | null
}

const fixtures: Fixture[] = readFileSync(join(import.meta.dirname, '../testing/modelFixtures.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

function modelOf({ formula, group, sex, age, dose }: Fixture): Model {
  const terms: Record<string, Term> = {
    group: factor('group', group),
    sex: factor('sex', sex),
    age: number('age', age),
    dose: number('dose', dose),
  }
  const names = formula
    .replace('~', '')
    .split(/[+*]/)
    .map((name) => name.trim())
  const [first = '', second = ''] = names
  return {
    terms: names.map((name) => terms[name]!),
    interaction: formula.includes('*') ? [first, second] : null,
  }
}

const responsesOf = ({ y }: Fixture) => y.map((row) => Float64Array.from(row, (value) => value ?? Number.NaN))

/** The largest difference relative to the expected number, or to 1e-300. */
const apart = (ours: number | null | undefined, theirs: number | null | undefined): number =>
  theirs === null || theirs === undefined
    ? 0
    : Math.abs((ours ?? Number.NaN) - theirs) / Math.max(Math.abs(theirs), 1e-300)

const plain: ModelOptions = { block: null, moderation: 'none', leastEffect: 0 }

function fitOf(fixture: Fixture, options: ModelOptions) {
  const model = modelOf(fixture)
  const design = createDesign(model, fixture.group.length)
  return { design, ...fitModel(design, responsesOf(fixture), coefficientsOf(design.names), options) }
}

it('has 300 designs', () => {
  expect(fixtures.length).toBe(300)
})

it('names the columns as model.matrix does', () => {
  for (const fixture of fixtures) expect(fitOf(fixture, plain).design.names).toEqual(fixture.names)
})

it('agrees with lm to 1e-8', () => {
  let worst = 0
  let compared = 0
  for (const fixture of fixtures) {
    const { lm } = fixture
    if (!lm) continue
    const { tests } = fitOf(fixture, plain)
    for (const [column, row] of tests.entries())
      for (const [pathway, test] of row.entries()) {
        // R drops a level that has no value left.
        if (test === null) continue
        compared += 1
        for (const key of ['estimate', 'se', 't', 'p'] as const)
          worst = Math.max(worst, apart(test[key], lm[key][pathway]?.[column]))
      }
  }
  expect(compared).toBeGreaterThan(3000)
  expect(worst).toBeLessThan(1e-8)
})

it('agrees with eBayes and treat of limma to 1e-6, also by trend', () => {
  let worst = 0
  let worstTreat = 0
  for (const fixture of fixtures) {
    if (fixture.block) continue
    const moderation = fixture.trend ? 'trend' : 'constant'
    const { tests } = fitOf(fixture, { ...plain, moderation })
    const treated = fitOf(fixture, { ...plain, moderation, leastEffect: 0.3 }).tests
    for (const [column, row] of tests.entries())
      for (const [pathway, test] of row.entries()) {
        for (const key of ['estimate', 'se', 't', 'p', 'q'] as const)
          worst = Math.max(worst, apart(test?.[key], fixture.limma[key][pathway]?.[column]))
        worst = Math.max(worst, apart(test?.df, fixture.limma.df[pathway]))
        worstTreat = Math.max(
          worstTreat,
          apart(treated[column]?.[pathway]?.p, fixture.limma.treatP[pathway]?.[column]),
        )
      }
  }
  expect(worst).toBeLessThan(1e-6)
  expect(worstTreat).toBeLessThan(1e-6)
})

it('agrees with duplicateCorrelation to 1e-4', () => {
  let worst = 0
  let compared = 0
  for (const fixture of fixtures) {
    if (!fixture.block || fixture.limma.correlation === null) continue
    const block: Block = { ids: fixture.donor, as: 'correlation' }
    const { correlation } = fitOf(fixture, { ...plain, block })
    compared += 1
    worst = Math.max(worst, Math.abs((correlation ?? 0) - fixture.limma.correlation))
  }
  expect(compared).toBeGreaterThan(60)
  expect(worst).toBeLessThan(1e-4)
})

it('fits with the consensus correlation as limma does, to 1e-3', () => {
  let worst = 0
  for (const fixture of fixtures) {
    if (!fixture.block || fixture.limma.correlation === null) continue
    const block: Block = { ids: fixture.donor, as: 'correlation' }
    const { tests } = fitOf(fixture, {
      block,
      moderation: fixture.trend ? 'trend' : 'constant',
      leastEffect: 0,
    })
    for (const [column, row] of tests.entries())
      for (const [pathway, test] of row.entries())
        for (const key of ['estimate', 'se'] as const)
          worst = Math.max(worst, apart(test?.[key], fixture.limma[key][pathway]?.[column]))
  }
  expect(worst).toBeLessThan(1e-3)
})

it('agrees with lm with an intercept per donor to 1e-8', () => {
  let worst = 0
  let compared = 0
  for (const fixture of fixtures) {
    const { paired, group, donor } = fixture
    if (!paired?.estimate.length || fixture.y[0]?.includes(null)) continue
    const block: Block = { ids: donor, as: 'intercept' }
    const { design } = designOf({ terms: [factor('group', group)], interaction: null }, group.length, block)
    const contrasts = coefficientsOf(design.names)
    const { tests } = fitModel(design, responsesOf(fixture).slice(0, 1), contrasts, { ...plain, block })
    for (const [at, [test]] of tests.entries())
      for (const key of ['estimate', 'se', 'p'] as const) {
        compared += 1
        worst = Math.max(worst, apart(test?.[key], paired[key][at]))
      }
  }
  expect(compared).toBeGreaterThan(100)
  expect(worst).toBeLessThan(1e-8)
})
