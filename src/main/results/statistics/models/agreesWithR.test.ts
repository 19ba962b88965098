import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { coefficientsOf, factor, number } from '../testing/terms.ts'
import { intraclassCorrelation, limitsOfAgreement, testEquivalence } from './agreement.ts'
import { consensusCorrelation } from './blocks.ts'
import { inflationsOf } from './checkDesign.ts'
import { parseContrast } from './contrasts.ts'
import type { Model } from './design.ts'
import { type Block, designOf, fitModel, type ModelOptions } from './fitModel.ts'
import { diagnosticsOf, meansOf, partialResiduals } from './modelFigures.ts'

type Tests = { estimate: number[]; se: number[]; t: number[]; p: number[]; df: number }
type Means = { estimate: number[]; low: number[]; high: number[] }
type References = {
  dataSets: {
    sleep: { y: number[]; group: string[]; id: string[]; paired: Tests; standardized: number[] }
    orthodont: {
      y: number[]
      age: number[]
      sex: string[]
      subject: string[]
      growth: Tests
      within: Tests
      means: Means
    }
    warpbreaks: {
      y: number[]
      wool: string[]
      tension: string[]
      fit: Tests
      standardized: number[]
      quantiles: number[]
      means: Means
      partial: number[]
    }
  }
  contrasts: {
    y: (number | null)[][]
    group: string[]
    age: number[]
    trend: boolean
    estimate: number[][]
    df: number[]
    p: number[][]
    q: number[][]
    qAll: number[][]
  }[]
  inflation: { group: string[]; batch: string[]; age: number[]; gvif: number[] }
  icc: { table: number[][]; icc: number; low: number; high: number }[]
  limits: { d: (number | number[])[]; bias: number[]; upper: number; upperLow: number; upperHigh: number }[]
  equivalence: {
    estimate: number
    se: number
    df: number
    margin: number
    p: number
    low: number
    high: number
  }[]
  consensus: { donors: number; correlation: number }[]
}

const references: References = JSON.parse(
  readFileSync(join(import.meta.dirname, '../testing/modelReferences.json'), 'utf8'),
)
const { sleep, orthodont, warpbreaks } = references.dataSets

const plain: ModelOptions = { block: null, moderation: 'none', leastEffect: 0 }

/** The largest difference relative to the expected numbers, or to 1e-3. */
const apart = (ours: ArrayLike<number | null | undefined>, theirs: ArrayLike<number>): number =>
  Array.from(theirs).reduce(
    (most, value, at) =>
      Math.max(most, Math.abs((ours[at] ?? Number.NaN) - value) / Math.max(Math.abs(value), 1e-3)),
    ours.length === theirs.length ? 0 : Number.NaN,
  )

function fitOne(model: Model, y: number[], block: Block | null = null) {
  const response = Float64Array.from(y)
  const { design, model: reduced } = designOf(model, y.length, block)
  const fitted = fitModel(design, [response], coefficientsOf(design.names), { ...plain, block })
  const [fit, error] = [fitted.fits[0]!, fitted.errors[0]!]
  return { tests: fitted.tests.map(([test]) => test!), response, model: reduced, design, block, fit, error }
}

function expectTests({ tests }: ReturnType<typeof fitOne>, theirs: Tests): void {
  for (const key of ['estimate', 'se', 't', 'p'] as const)
    expect(
      apart(
        tests.map((test) => test[key]),
        [theirs[key]].flat(),
      ),
      key,
    ).toBeLessThan(1e-8)
  for (const { df } of tests) expect(df).toBe(theirs.df)
}

function expectMeans(ours: ReturnType<typeof meansOf>, theirs: Means): void {
  const [low, high] = [ours.map(({ ciLow }) => ciLow), ours.map(({ ciHigh }) => ciHigh)]
  const estimate = ours.map((mean) => mean.estimate)
  expect(
    apart([...estimate, ...low, ...high], [...theirs.estimate, ...theirs.low, ...theirs.high]),
  ).toBeLessThan(1e-9)
}

describe('the data sets of R', () => {
  it('sleep, with an intercept per patient', () => {
    const block: Block = { ids: sleep.id, as: 'intercept' }
    const fitted = fitOne({ terms: [factor('group', sleep.group)], interaction: null }, sleep.y, block)
    expectTests(fitted, sleep.paired)
    expect(apart(diagnosticsOf(fitted, fitted.response).standardized, sleep.standardized)).toBeLessThan(1e-9)
  })

  it('Orthodont: a slope by sex, between and within subjects', () => {
    const terms = [number('age', orthodont.age), factor('Sex', orthodont.sex)]
    const growth = fitOne({ terms, interaction: ['age', 'Sex'] }, orthodont.y)
    expect(growth.design.names).toEqual(['(Intercept)', 'age', 'SexMale', 'age:SexMale'])
    expectTests(growth, orthodont.growth)
    const means = meansOf(growth, growth.response, 'age')
    expectMeans([means[0]!, means.at(-1)!], orthodont.means)
    const block: Block = { ids: orthodont.subject, as: 'intercept' }
    expectTests(fitOne({ terms, interaction: ['age', 'Sex'] }, orthodont.y, block), orthodont.within)
  })

  it('warpbreaks: an interaction with its means and diagnostics', () => {
    const terms = [factor('wool', warpbreaks.wool), factor('tension', warpbreaks.tension, ['L', 'M', 'H'])]
    const fitted = fitOne({ terms, interaction: ['wool', 'tension'] }, warpbreaks.y)
    expectTests(fitted, warpbreaks.fit)
    expectMeans(meansOf(fitted, fitted.response, 'wool', 'tension'), warpbreaks.means)
    const { standardized, quantiles, fitted: values } = diagnosticsOf(fitted, fitted.response)
    expect(apart(standardized, warpbreaks.standardized)).toBeLessThan(1e-9)
    expect(
      apart(
        quantiles.toSorted(),
        warpbreaks.quantiles.toSorted((a, b) => a - b),
      ),
    ).toBeLessThan(1e-9)
    for (const [at, value] of values.entries())
      expect(value + fitted.fit.residuals[at]!).toBeCloseTo(warpbreaks.y[at]!, 10)
  })

  it('partial residuals differ from those of R by a constant', () => {
    const terms = [factor('wool', warpbreaks.wool), factor('tension', warpbreaks.tension, ['L', 'M', 'H'])]
    const fitted = fitOne({ terms, interaction: null }, warpbreaks.y)
    const ours = partialResiduals(fitted, fitted.response, 'tension')
    const shift = ours[0]! - warpbreaks.partial[0]!
    expect(
      apart(
        ours.map((value) => value - shift),
        warpbreaks.partial,
      ),
    ).toBeLessThan(1e-9)
  })

  it('partial residuals of pairs lie around the means', () => {
    const block: Block = { ids: sleep.id, as: 'intercept' }
    const fitted = fitOne({ terms: [factor('group', sleep.group)], interaction: null }, sleep.y, block)
    const partial = partialResiduals(fitted, fitted.response, 'group')
    const means = meansOf(fitted, fitted.response, 'group')
    for (const [at, level] of ['1', '2'].entries()) {
      const own = partial.filter((_, sample) => sleep.group[sample] === level)
      expect(own.reduce((sum, value) => sum + value, 0) / own.length).toBeCloseTo(means[at]!.estimate, 10)
      expect(means[at]!.ciLow).toBe(null)
    }
  })
})

it('several contrasts agree with limma to 1e-6, with missing values and by trend', () => {
  for (const { y, group, age, trend, ...theirs } of references.contrasts) {
    const model: Model = { terms: [factor('group', group), number('age', age)], interaction: null }
    const { design } = designOf(model, group.length, null)
    const contrasts = ['a - b', 'c - b'].map((text) => {
      const parsed = parseContrast(model, text)
      if ('problem' in parsed) throw new Error(parsed.problem.why)
      return parsed.contrast
    })
    const responses = y.map((row) => Float64Array.from(row, (value) => value ?? Number.NaN))
    const { tests } = fitModel(design, responses, contrasts, {
      ...plain,
      moderation: trend ? 'trend' : 'constant',
    })
    for (const [at, row] of tests.entries()) {
      for (const key of ['estimate', 'p', 'q', 'qAll'] as const)
        expect(
          apart(
            row.map((test) => test?.[key]),
            theirs[key].map((values) => values[at]!),
          ),
        ).toBeLessThan(1e-6)
      expect(
        apart(
          row.map((test) => test?.df),
          theirs.df,
        ),
      ).toBeLessThan(1e-6)
    }
  }
})

it.each(references.consensus)(
  'the correlation of $donors donors is that of limma, also if a group lacks a pathway',
  (reference) => {
    const sizes = Array.from({ length: reference.donors }, (_, donor) => (donor % 3) + 1)
    const donors = sizes.flatMap((size, donor) => Array.from({ length: size }, () => donor + 1))
    const noise = (at: number, pathway: number) => {
      const large = Math.sin(at * 12.9898 + pathway * 78.233) * 43758.5453
      return large - Math.floor(large)
    }
    const isMissing = (at: number, pathway: number) =>
      (pathway === 1 && at % 2 === 1) || (pathway === 2 && at % 7 === 3) || (pathway === 3 && at > 9)
    const responses = [1, 2, 3, 4, 5, 6].map((pathway) =>
      Float64Array.from(donors, (donor, index) => {
        const at = index + 1
        const value = noise(at, pathway) + (pathway / 3) * noise(donor, 20 + pathway) + 0.3 * (at % 2)
        return isMissing(at, pathway) ? Number.NaN : value
      }),
    )
    const terms = [
      number(
        'group',
        donors.map((_, index) => (index + 1) % 2),
      ),
      number(
        'age',
        donors.map((_, index) => 20 + 60 * noise(index + 1, 90)),
      ),
    ]
    const { design } = designOf({ terms, interaction: null }, donors.length, null)
    const correlation = consensusCorrelation(design, responses, donors.map(String))
    expect(Math.abs((correlation ?? 0) - reference.correlation)).toBeLessThan(1e-5)
  },
)

it('a pathway of zeros, of tiny or of large numbers does not change the correlation of repeats', () => {
  const donors = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e', 'e']
  const response = Float64Array.of(1.1, 1.4, 2, 2.3, 0.4, 0.9, 1.5, 1.1, 3, 2.2)
  const terms = [
    number(
      'group',
      donors.map((_, at) => at % 2),
    ),
  ]
  const { design } = designOf({ terms, interaction: null }, donors.length, null)
  const alone = consensusCorrelation(design, [response], donors)
  expect(alone).toBeGreaterThan(0.5)
  expect(consensusCorrelation(design, [response, new Float64Array(10)], donors)).toBe(alone)
  expect(consensusCorrelation(design, [new Float64Array(10)], donors)).toBeNull()
  for (const scale of [1e-150, 1e150])
    expect(consensusCorrelation(design, [response.map((value) => value * scale)], donors)).toBeCloseTo(
      alone ?? Number.NaN,
      10,
    )
})

it('the inflation of terms agrees with the determinants of the correlations', () => {
  const { group, batch, age, gvif } = references.inflation
  const terms = [factor('group', group), factor('batch', batch), number('age', age)]
  const ours = inflationsOf({ terms, interaction: null }, group.length, null)
  expect(
    apart(
      ours.map((one) => one.gvif),
      gvif,
    ),
  ).toBeLessThan(1e-10)
  expect(ours.map((one) => one.with)).toEqual(['batch', 'group', 'batch'])
})

describe('agreement', () => {
  it('ICC(2,1) and its interval agree with R', () => {
    for (const { table, ...theirs } of references.icc) {
      const ours = intraclassCorrelation(table.map((row) => Float64Array.from(row)))!
      for (const key of ['icc', 'low', 'high'] as const)
        expect(Math.abs(ours[key] - theirs[key])).toBeLessThan(1e-9)
    }
  })

  it('ICC leaves out incomplete units, and is null without enough units or spread', () => {
    const rows = [
      [1, 2],
      [3, 4],
      [6, 5],
      [2, Number.NaN],
    ].map((row) => Float64Array.from(row))
    expect(intraclassCorrelation(rows)).toMatchObject({ units: 3, leftOut: 1 })
    expect(intraclassCorrelation(rows.slice(0, 2))).toBe(null)
    expect(intraclassCorrelation(rows.slice(0, 3).map(() => Float64Array.of(1, 1)))).toBe(null)
    expect(intraclassCorrelation([1, 2, 3].map((value) => Float64Array.of(value, value)))).toMatchObject({
      icc: 1,
      low: 1,
      high: 1,
    })
  })

  it('limits of agreement and their intervals agree with R, also with repeats', () => {
    for (const { d, ...theirs } of references.limits) {
      const ours = limitsOfAgreement(d.map((unit) => Float64Array.from([unit].flat())))!
      expect(apart([ours.bias.low, ours.bias.high], theirs.bias)).toBeLessThan(1e-9)
      const { estimate, low, high } = ours.upper
      expect(apart([estimate, low, high], [theirs.upper, theirs.upperLow, theirs.upperHigh])).toBeLessThan(
        1e-9,
      )
      expect(ours.lower.estimate + estimate).toBeCloseTo(2 * ours.bias.estimate, 10)
    }
  })

  it('equivalence agrees with two one-sided t tests', () => {
    for (const { margin, p, low, high, ...test } of references.equivalence) {
      const ours = testEquivalence(test, margin)
      expect(apart([ours.p, ours.low, ours.high], [p, low, high])).toBeLessThan(1e-9)
      expect(testEquivalence(test, ours.atMost).p).toBeCloseTo(0.05, 9)
    }
  })
})
