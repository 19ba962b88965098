import { isAgeMeasure } from '../../../../shared/domain/results/comparison.ts'
import type { ModelResult, ModelRow, ModelTerm } from '../../../../shared/domain/results/model.ts'
import { differenceOf, formulaOf, type Model, slopeOf, type Term } from '../../statistics/models/design.ts'
import { type ContrastTest, designOf, fitModel } from '../../statistics/models/fitModel.ts'
import { provenanceOf } from '../cohortMatrix.ts'
import { byName } from '../joinNames.ts'
import type { Files, MatrixCache } from '../readMatrix.ts'
import { type ModelParams, prepareModel } from './prepareModel.ts'

/** Fits a model to each pathway, or to the clock. Throws `rejected` as `prepareModel` does. */
export async function runModel(
  files: Files,
  matrices: Pick<MatrixCache, 'read'>,
  params: ModelParams,
): Promise<ModelResult> {
  const prepared = await prepareModel(files, matrices, params)
  const { outcome, rows, responses, model, block } = prepared
  const isClock = isAgeMeasure(params.measure)
  const { design, model: reduced, absorbed } = designOf(model, rows.length, block)
  const contrasts = toContrasts(reduced, params.contrasts, block?.as !== 'intercept')
  const fitted = fitModel(design, responses, contrasts, {
    block,
    moderation: isClock ? 'none' : params.moderation,
    leastEffect: params.leastEffect,
  })
  const origins = [...rows].flatMap((row) => outcome.matrix.origins[row] ?? [])
  const modelRows = contrasts.flatMap(({ name }, index) =>
    outcome.columns
      .map((column, at) => {
        const n = (responses[at] ?? []).filter((value) => Number.isFinite(value)).length
        return toRow(
          { pathway: column.pathway, contrast: name, n },
          fitted.tests[index]?.[at] ?? null,
          isClock,
        )
      })
      .sort(byP),
  )
  return {
    ...provenanceOf(origins),
    measure: params.measure,
    formula: formulaOf(model),
    terms: model.terms.map(describeTerm),
    interaction: params.interaction,
    contrasts: contrasts.map(({ name, field, groups }) => ({ name, field, groups })),
    moderation: isClock ? 'none' : params.moderation,
    prior:
      fitted.priorDf === null
        ? null
        : Number.isFinite(fitted.priorDf)
          ? { df: fitted.priorDf, isInfinite: false }
          : { df: null, isInfinite: true },
    block: block && {
      field: params.block ?? '',
      as: block.as,
      units: new Set(block.ids).size,
      correlation: fitted.correlation,
    },
    leastEffect: params.leastEffect,
    equivalence: params.equivalence,
    sampleIds: [...rows].flatMap((row) => outcome.matrix.sampleIds[row] ?? []),
    coefficientNames: [...design.names],
    rows: modelRows,
    notes: [
      ...prepared.notes,
      ...(absorbed.length > 0 ? [{ kind: 'absorbed' as const, fields: absorbed }] : []),
    ],
    ages: outcome.ages && { predicted: outcome.ages.predicted, chronological: outcome.ages.chronological },
  }
}

type NamedContrast = ModelResult['contrasts'][number] & { weights: number[] }

/** Returns the requested contrasts; without any, each level of the predictor minus the reference, or its slope. */
function toContrasts(model: Model, names: readonly string[], intercept: boolean): NamedContrast[] {
  const [predictor] = model.terms
  if (names.length === 0) {
    if (!predictor) return []
    if (predictor.kind === 'number') return [toSlope(model, predictor.name, intercept)]
    const [reference = '', ...others] = predictor.levels
    return others.map((level) => toDifference(model, predictor.name, [level, reference], intercept))
  }
  return names.map((name) => {
    const [a = '', b = ''] = name.split(/\s*-\s*/)
    const factor = model.terms.find(
      (term) => term.kind === 'factor' && term.levels.includes(a) && term.levels.includes(b),
    )
    return factor ? toDifference(model, factor.name, [a, b], intercept) : toSlope(model, name, intercept)
  })
}

const toSlope = (model: Model, field: string, intercept: boolean): NamedContrast => ({
  name: field,
  field,
  groups: null,
  weights: slopeOf(model, field, null, intercept),
})

const toDifference = (
  model: Model,
  field: string,
  groups: [string, string],
  intercept: boolean,
): NamedContrast => ({
  name: groups.join(' - '),
  field,
  groups,
  weights: differenceOf(model, field, groups[0], groups[1], intercept),
})

function toRow(
  named: Pick<ModelRow, 'pathway' | 'contrast' | 'n'>,
  test: ContrastTest | null,
  isClock: boolean,
): ModelRow {
  if (!test) {
    const none = { estimate: null, se: null, t: null, df: null, p: null, q: null, qAll: null }
    return { ...named, ...none, ciLow: null, ciHigh: null, equivalenceP: null, why: 'notEstimable' }
  }
  const { q, qAll, low, high, ...figures } = test
  return {
    ...named,
    ...figures,
    q: isClock ? null : q,
    qAll: isClock ? null : qAll,
    ciLow: low,
    ciHigh: high,
    equivalenceP: null,
    why: null,
  }
}

function byP(a: ModelRow, b: ModelRow): number {
  if (a.p === null || b.p === null) return Number(a.p === null) - Number(b.p === null) || byName(a, b)
  return a.p - b.p || byName(a, b)
}

function describeTerm(term: Term): ModelTerm {
  const { name: field } = term
  if (term.kind === 'number') {
    const mean = term.values.reduce((sum, value) => sum + value, 0) / term.values.length
    return { field, kind: 'number', low: Math.min(...term.values), high: Math.max(...term.values), mean }
  }
  const counts = new Map<string, number>()
  for (const value of term.values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return { field, kind: 'factor', levels: term.levels.map((value) => ({ value, n: counts.get(value) ?? 0 })) }
}
