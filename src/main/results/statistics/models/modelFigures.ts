import normalQuantile from '@stdlib/stats-base-dists-normal-quantile'
import { Matrix } from 'ml-matrix'
import type { AdjustedMean } from '../../../../shared/domain/results/model.ts'
import { t975 } from '../pValues.ts'
import { countEach } from '../values.ts'
import { type Model, type ModelDesign, rowAt, type Setting, type Term } from './design.ts'
import type { Block } from './fitModel.ts'
import { columnsOf, decorrelate, type LinearFit } from './leastSquares.ts'

/** One pathway of a fitted model; `error`: its residual standard deviation and df, as returned by `fitModel`. */
export type FittedPathway = {
  model: Model
  design: ModelDesign
  block: Block | null
  fit: LinearFit
  error: { sd: number; df: number }
}

/**
 * One number per sample, NaN where the response is missing. `standardized`: residuals divided by their standard errors
 * (R's `rstandard`). `quantiles`: of the normal distribution at the ranks of `standardized` (R's `qqnorm`).
 */
export type Diagnostics = { fitted: Float64Array; standardized: Float64Array; quantiles: Float64Array }

/** Returns the residuals as they are drawn against fitted values and normal quantiles. `response`: that was fitted. */
export function diagnosticsOf(
  { design, block, fit }: Omit<FittedPathway, 'model' | 'error'>,
  response: Float64Array,
): Diagnostics {
  const { residuals, unscaled, variance } = fit
  const used = [...residuals.keys()].filter((at) => Number.isFinite(residuals[at]))
  const ids = block?.as === 'intercept' ? used.map((at) => block.ids[at] ?? '') : null
  const columns = columnsOf(design.matrix, used).map((values) =>
    ids ? decorrelate(values, ids, 'fixed') : values,
  )
  const rows = new Matrix(columns).transpose()
  const spread = rows.mmul(unscaled).mul(rows)
  const counts = countEach(ids ?? [])
  const standardized = residuals.slice()
  for (const [row, at] of used.entries()) {
    const ofBlock = ids ? 1 / (counts.get(ids[row] ?? '') ?? 1) : 0
    const leverage = ofBlock + spread.getRow(row).reduce((sum, value) => sum + value, 0)
    standardized[at] = (residuals[at] ?? Number.NaN) / Math.sqrt(variance * (1 - leverage))
  }
  return {
    fitted: response.map((value, at) => value - (residuals[at] ?? Number.NaN)),
    standardized,
    quantiles: normalQuantiles(standardized, used),
  }
}

function normalQuantiles(values: Float64Array, used: readonly number[]): Float64Array {
  const n = used.length
  const shift = n <= 10 ? 3 / 8 : 1 / 2
  const quantiles = new Float64Array(values.length).fill(Number.NaN)
  const order = used.toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  for (const [rank, at] of order.entries())
    quantiles[at] = normalQuantile((rank + 1 - shift) / (n + 1 - 2 * shift), 0, 1)
  return quantiles
}

/**
 * Returns the partial residuals of a term, one per sample: the response with all other terms at their averages, except
 * the one that interacts with this term. They lie around the line or the means that `meansOf` returns.
 */
export function partialResiduals(pathway: FittedPathway, response: Float64Array, term: string): Float64Array {
  const { model, fit, block } = pathway
  const own = [term, ...(model.interaction?.includes(term) ? model.interaction : [])]
  const terms = model.terms.filter(({ name }) => own.includes(name))
  const level = levelOf(pathway, response)
  return fit.residuals.map((residual, at) => {
    const setting = Object.fromEntries(terms.map(({ name, values }) => [name, values[at] ?? Number.NaN]))
    return residual + level + times(rowAt(model, setting, block?.as !== 'intercept'), fit.coefficients)
  })
}

const times = (row: readonly number[], coefficients: Float64Array): number =>
  row.reduce((sum, weight, at) => sum + weight * (coefficients[at] ?? 0), 0)

/** Returns the mean intercept of blocks that have their own; otherwise 0. */
function levelOf({ design, block, fit }: FittedPathway, response: Float64Array): number {
  if (block?.as !== 'intercept') return 0
  const used = [...fit.residuals.keys()].filter((at) => Number.isFinite(fit.residuals[at]))
  const rest = used.map(
    (at) =>
      (response[at] ?? 0) - (fit.residuals[at] ?? 0) - times(design.matrix.getRow(at), fit.coefficients),
  )
  return rest.reduce((sum, value) => sum + value, 0) / rest.length
}

const pointsOfNumber = 25

/**
 * Returns the means of a term: at each level of a factor, or at equal steps along the range of a number, and for each
 * level of `by`. Other terms are at their averages, as by R's emmeans. The 95% interval is null if blocks have their own
 * intercepts, since it would hold for these only.
 */
export function meansOf(
  pathway: FittedPathway,
  response: Float64Array,
  term: string,
  by: string | null = null,
): AdjustedMean[] {
  const { model, fit, block, error } = pathway
  const intercept = block?.as !== 'intercept'
  const level = levelOf(pathway, response)
  const find = (name: string | null) => model.terms.find((one) => one.name === name)
  const settings = valuesOf(find(by)).flatMap((other) =>
    valuesOf(find(term)).map((one): Setting => ({ ...other, ...one })),
  )
  return settings.map((setting) => {
    const row = rowAt(model, setting, intercept)
    const [own, other] = [setting[term], by === null ? undefined : setting[by]]
    const mean = {
      level: typeof own === 'string' ? own : null,
      number: typeof own === 'number' ? own : null,
      by: other === undefined ? null : String(other),
      estimate: level + times(row, fit.coefficients),
    }
    if (!intercept) return { ...mean, ciLow: null, ciHigh: null }
    const vector = Matrix.rowVector(row)
    const variance = vector.mmul(fit.unscaled).mmul(vector.transpose()).get(0, 0)
    const margin = t975(error.df) * error.sd * Math.sqrt(variance)
    return { ...mean, ciLow: mean.estimate - margin, ciHigh: mean.estimate + margin }
  })
}

function valuesOf(term: Term | undefined): Setting[] {
  if (!term) return [{}]
  if (term.kind === 'factor') return term.levels.map((level) => ({ [term.name]: level }))
  const [low, high] = term.values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return Array.from({ length: pointsOfNumber }, (_, at) => ({
    [term.name]: low + ((high - low) * at) / (pointsOfNumber - 1),
  }))
}
