import { benjaminiHochberg } from '../../../../shared/domain/results/adjust.ts'
import { t975, twoSidedT, upperT } from '../pValues.ts'
import { consensusCorrelation } from './blocks.ts'
import { createDesign, type Model, type ModelDesign } from './design.ts'
import { type Blocks, decorrelate, estimateContrast, fitLinear, type LinearFit } from './leastSquares.ts'
import { moderateVariances } from './moderation.ts'

/** Gives each donor its own intercept (complete pairs), or all pathways one correlation within donors. One id per sample. */
export type Block = { ids: readonly string[]; as: 'intercept' | 'correlation' }

export type ModelOptions = {
  block: Block | null
  /** Moderates variances across pathways, as limma's `eBayes`; `trend` lets the prior depend on the mean. */
  moderation: 'none' | 'constant' | 'trend'
  /** Tests |effect| > this, as limma's `treat`; 0 tests for any effect. In units of the response. */
  leastEffect: number
}

/** A weighted sum of coefficients, such as the difference of two groups. */
export type Contrast = { name: string; weights: readonly number[] }

/**
 * The test of a contrast for one pathway with its 95% interval. `q`: Benjamini-Hochberg over all pathways
 * of the contrast; `qAll`: over all contrasts, too.
 */
export type ContrastTest = {
  estimate: number
  se: number
  t: number
  df: number
  p: number
  q: number
  qAll: number
  ciLow: number
  ciHigh: number
}

export type FittedModel = {
  /** For each contrast, a test per response; null where a response could not be fitted. */
  tests: (ContrastTest | null)[][]
  fits: (LinearFit | null)[]
  /** The residual standard deviation of each response as it is tested, after moderation, with its df. */
  errors: ({ sd: number; df: number } | null)[]
  /** Within blocks; null without blocks. */
  correlation: number | null
  /** Null without moderation. */
  priorDf: number | null
}

/**
 * Returns the design of a model. Blocks of their own intercept absorb the terms that are constant within each, such as
 * sex within a donor; the interaction with such a term remains.
 */
export function designOf(
  model: Model,
  count: number,
  block: Block | null,
): { design: ModelDesign; model: Model; absorbed: string[] } {
  if (block?.as !== 'intercept') return { design: createDesign(model, count), model, absorbed: [] }
  const varies = (values: readonly number[]) => {
    const rest = decorrelate(Float64Array.from(values), block.ids, 'fixed')
    const size = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    return rest.some((value) => Math.abs(value) > 1e-9 * size)
  }
  const isConstant = (term: Model['terms'][number]): boolean =>
    !(term.kind === 'number'
      ? varies(term.values)
      : term.levels.some((level) => varies(term.values.map((value) => (value === level ? 1 : 0)))))
  const absorbed = model.terms.filter(isConstant).map(({ name }) => name)
  const interacting = model.interaction?.filter((name) => absorbed.includes(name)) ?? []
  const [half] = interacting.length === 1 ? interacting : []
  const reduced: Model = {
    terms: model.terms.filter(({ name }) => name === half || !absorbed.includes(name)),
    interaction: interacting.length === 2 ? null : model.interaction,
    ...(half !== undefined && { absorbed: half }),
  }
  return { design: createDesign(reduced, count, false), model: reduced, absorbed }
}

/**
 * Fits a linear model to each response and tests the contrasts. `responses`: one array per pathway with a value per
 * sample, NaN where missing; `design`: without NaN.
 */
export function fitModel(
  design: ModelDesign,
  responses: readonly Float64Array[],
  contrasts: readonly Contrast[],
  { block, moderation, leastEffect }: ModelOptions,
): FittedModel {
  const correlation =
    block?.as === 'correlation' ? (consensusCorrelation(design, responses, block.ids) ?? 0) : null
  const blocks: Blocks | null = block && { ids: block.ids, correlation: correlation ?? 'fixed' }
  const fits = fitLinear(design, responses, blocks)
  const fitted = fits.filter((fit) => fit !== null)
  const moderated =
    moderation === 'none' || fitted.length === 0
      ? null
      : moderateVariances(
          Float64Array.from(fitted, ({ variance }) => variance),
          Float64Array.from(fitted, ({ df }) => df),
          moderation === 'trend' ? Float64Array.from(fitted, ({ mean }) => mean) : null,
        )
  const pooledDf = fitted.reduce((sum, { df }) => sum + df, 0)
  let next = 0
  const errors = fits.map((fit) => {
    if (fit === null) return null
    const at = next++
    const variance = moderated?.variances[at] ?? fit.variance
    return { sd: Math.sqrt(variance), df: Math.min(fit.df + (moderated?.priorDf ?? 0), pooledDf) }
  })
  const tests = contrasts.map(({ weights }) =>
    fits.map((fit, at) => {
      const error = errors[at]
      return fit && error ? testContrast(fit, weights, error, leastEffect) : null
    }),
  )
  // The family is fixed: untested responses count as p = 1.
  const pOf = (test: { p: number } | null): number => test?.p ?? 1
  const all = benjaminiHochberg(tests.flat().map(pOf))
  return {
    tests: tests.map((row, index) => {
      const own = benjaminiHochberg(row.map(pOf))
      return row.map(
        (test, at) =>
          test && { ...test, q: own[at] ?? Number.NaN, qAll: all[index * row.length + at] ?? Number.NaN },
      )
    }),
    fits,
    errors,
    correlation,
    priorDf: moderated?.priorDf ?? null,
  }
}

/** Returns the test of a contrast; null without spread. `error`: of the residuals as they are tested. */
export function testContrast(
  fit: LinearFit,
  weights: readonly number[],
  { sd, df }: { sd: number; df: number },
  leastEffect: number,
): Omit<ContrastTest, 'q' | 'qAll'> | null {
  const { estimate, unscaledError } = estimateContrast(fit, weights)
  const se = sd * unscaledError
  if (!(se > 0)) return null
  const margin = t975(df) * se
  const beyond = Math.abs(estimate) - leastEffect
  const t = leastEffect > 0 ? (Math.sign(estimate) * Math.max(0, beyond)) / se : estimate / se
  const p =
    leastEffect > 0
      ? upperT(beyond / se, df) + upperT((Math.abs(estimate) + leastEffect) / se, df)
      : twoSidedT(t, df)
  return { estimate, se, t, df, p, ciLow: estimate - margin, ciHigh: estimate + margin }
}
