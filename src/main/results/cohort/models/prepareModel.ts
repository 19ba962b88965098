import type { Checked } from '../../../../shared/contract/contract.ts'
import type { AgeSource } from '../../../../shared/domain/results/cohort.ts'
import { type ComparedMeasure, isAgeMeasure } from '../../../../shared/domain/results/comparison.ts'
import type { ModelNote, ModelTermRequest } from '../../../../shared/domain/results/model.ts'
import { inNameOrder } from '../../../../shared/domain/studies/study.ts'
import { findControl, isQuantity } from '../../../../shared/domain/studies/suggestions.ts'
import { message } from '../../../../shared/words/message.ts'
import { checkTerms } from '../../statistics/models/checkDesign.ts'
import { describeProblem } from '../../statistics/models/describeModel.ts'
import type { Model, Term } from '../../statistics/models/design.ts'
import type { Block } from '../../statistics/models/fitModel.ts'
import { readAges, toAgeMatrix } from '../clock.ts'
import { type Column, type Matrix, pick } from '../cohortMatrix.ts'
import { requestedColumns, requireField } from '../comparison/compareGroups.ts'
import { readCovariates, toNumber } from '../covariates.ts'
import type { PathwayNames } from '../joinNames.ts'
import { type CohortData, formatList, refusal } from '../readMatrix.ts'

type Params<Request> = Omit<Request, 'of'> & { sampleIds: readonly string[]; pathwayNames: PathwayNames }
export type ModelParams = Params<Checked<'results.model'>>
export type AgreementParams = Params<Checked<'results.agreement'>>

/** The values to explain, of the samples that have any. */
export type Outcome = {
  matrix: Matrix<ComparedMeasure>
  columns: readonly Column[]
  notes: ModelNote[]
  ages: { predicted: AgeSource | null; chronological: AgeSource | null; years: Float64Array } | null
}

export type PreparedModel = {
  outcome: Outcome
  /** The matrix rows of the samples used. All else has one entry for each of them. */
  rows: Uint32Array
  responses: Float64Array[]
  model: Model
  block: Block | null
  notes: ModelNote[]
}

/** Reads the outcome and the terms of a model. Throws `rejected` for unknown fields, levels and pathways. */
export async function prepareModel(data: CohortData, params: ModelParams): Promise<PreparedModel> {
  if (params.sampleIds.length === 0) throw refusal('of', message('analyses.noSamplesCompareImport'))
  const named = params.terms.map(({ field }) => field)
  const repeated = named.find((field, at) => named.indexOf(field) !== at)
  if (repeated !== undefined) throw refusal('terms', message('models.repeatedField', { field: repeated }))
  const outcome = await readOutcome(data, params)
  const { matrix, columns } = outcome
  const table = await readCovariates(data.journal, matrix.sampleIds)
  const fields = [...named, ...(params.block === null ? [] : [params.block])]
  const texts = new Map(fields.map((field) => [field, requireField(table, field, 'terms')]))
  const missing = fields.map((field) => ({ field, rows: rowsWithout(texts.get(field) ?? []) }))
  const leftOut = new Set(missing.flatMap(({ rows }) => rows))
  const rows = Uint32Array.from(matrix.sampleIds.keys()).filter((row) => !leftOut.has(row))
  const textsOf = (field: string) => Array.from(rows, (row) => texts.get(field)?.[row] ?? '')
  const terms = params.terms.map((term) => toTerm(term, textsOf(term.field)))
  const { ages } = outcome
  if (ages && params.measure === 'age_acceleration_residual') {
    const name = ages.chronological?.from === 'covariate' ? ages.chronological.name : 'chronological_age'
    const years = [...pick(ages.years, rows)]
    const isThere = (term: Term) =>
      term.name === name || (term.kind === 'number' && term.values.every((value, at) => value === years[at]))
    if (!terms.some(isThere)) terms.push({ name, kind: 'number', values: years })
  }
  const model: Model = { terms, interaction: params.interaction }
  const problem = checkTerms(model)
  if (problem) throw refusal('terms', describeProblem(problem))
  return {
    outcome,
    rows,
    responses: columns.map(({ values }) => pick(values, rows)),
    model,
    block: params.block === null ? null : toBlock(model, textsOf(params.block)),
    notes: [
      ...outcome.notes,
      ...missing.flatMap(({ field, rows: of }): ModelNote[] =>
        of.length === 0 ? [] : [{ kind: 'noField', field, samples: of.length }],
      ),
    ],
  }
}

/** Reads the values of pathways, or the ages of the clock as a single column. */
export async function readOutcome(data: CohortData, params: AgreementParams | ModelParams): Promise<Outcome> {
  const { measure, sampleIds } = params
  if (!isAgeMeasure(measure)) {
    const { matrix, spellings } = await data.readMatrix({ ...params, measure })
    const without = sampleIds.length - matrix.sampleIds.length
    return {
      matrix,
      columns: requestedColumns(matrix, params.pathways, spellings),
      notes: without > 0 ? [{ kind: 'noResult', samples: without }] : [],
      ages: null,
    }
  }
  const { points, withoutClock, withoutAge, predicted, chronological } = await readAges(data, params)
  const matrix = toAgeMatrix(measure, points)
  return {
    matrix,
    columns: matrix.columns,
    notes: [
      ...(withoutClock.length > 0 ? [{ kind: 'noClock' as const, samples: withoutClock.length }] : []),
      ...(withoutAge.length > 0 ? [{ kind: 'noAge' as const, samples: withoutAge.length }] : []),
    ],
    ages: { predicted, chronological, years: Float64Array.from(points, (point) => point.chronological) },
  }
}

const rowsWithout = (texts: readonly (string | null)[]): number[] =>
  [...texts.keys()].filter((row) => texts[row] === null)

/** Returns a factor or a number. Fields of batches and units are factors even if their values are numbers. */
function toTerm({ field, as, reference }: ModelTermRequest, texts: readonly string[]): Term {
  if (as === 'number' && reference !== undefined)
    throw refusal('terms', message('models.numberReference', { field }))
  const numbers = texts.map(toNumber)
  const isNumeric = numbers.every((number) => number !== null)
  const given = numbers.filter((number) => number !== null).length
  // One text among many different numbers, such as Inf, is an error rather than a level.
  const isMistyped = as === undefined && 2 * Math.min(given, new Set(texts).size) > texts.length
  if (!isNumeric && (as === 'number' || (isMistyped && isQuantity(field))))
    throw refusal(
      'terms',
      message('analyses.fieldNotNumbers', {
        field,
        text: texts.find((text) => toNumber(text) === null) ?? '',
      }),
    )
  const isNumber = as === 'number' || (as === undefined && isNumeric && isQuantity(field))
  if (isNumber && reference === undefined)
    return { name: field, kind: 'number', values: numbers.map((number) => number ?? Number.NaN) }
  const levels = inNameOrder([...new Set(texts)])
  const first = reference ?? findControl(levels) ?? levels[0] ?? ''
  if (reference !== undefined && !levels.includes(reference))
    throw refusal(
      'terms',
      message('analyses.noSample', { unknownValue: reference, by: field, found: formatList(levels) }),
    )
  return {
    name: field,
    kind: 'factor',
    levels: [first, ...levels.filter((level) => level !== first)],
    values: texts,
  }
}

/** Gives each unit its own intercept if all have every level of the predictor; otherwise units have a correlation. */
function toBlock({ terms: [predictor] }: Model, ids: readonly string[]): Block {
  if (predictor?.kind !== 'factor') return { ids, as: 'correlation' }
  const levelsOf = Map.groupBy(ids.keys(), (at) => ids[at] ?? '')
  const isComplete = [...levelsOf.values()].every(
    (rows) => new Set(rows.map((at) => predictor.values[at])).size === predictor.levels.length,
  )
  return { ids, as: isComplete ? 'intercept' : 'correlation' }
}
