import { formulaOf, type ModelDiagnostics } from '../../../../shared/domain/results/model.ts'
import { message } from '../../../../shared/words/message.ts'
import { testContrast } from '../../statistics/models/fitModel.ts'
import {
  diagnosticsOf,
  type FittedPathway,
  meansOf,
  partialResiduals,
} from '../../statistics/models/modelFigures.ts'
import { readRegisteredSamples } from '../covariates.ts'
import { type CohortData, refusal } from '../readMatrix.ts'
import { type ModelParams, prepareModel } from './prepareModel.ts'
import { fitPrepared } from './runModel.ts'

/** Returns the residuals, coefficients and adjusted means of one pathway. Throws `rejected` as `runModel` does. */
export async function diagnoseModel(
  data: CohortData,
  { pathway, ...params }: ModelParams & { pathway: string },
): Promise<ModelDiagnostics> {
  const prepared = await prepareModel(data, params)
  const { outcome, rows, responses, model: whole } = prepared
  const { fitted, design, block, model } = fitPrepared(prepared, params)
  const index = outcome.columns.findIndex((column) => column.pathway === pathway)
  const [fit, error, response] = [fitted.fits[index], fitted.errors[index], responses[index]]
  if (!fit || !error || !response) throw refusal('pathway', message('analyses.pathwayNotFitted', { pathway }))
  const used = [...response.keys()].filter((at) => Number.isFinite(response[at]))
  const sampleIds = used.map((at) => outcome.matrix.sampleIds[rows[at] ?? -1] ?? '')
  const registered = await readRegisteredSamples(data.journal, sampleIds)
  const ofUsed = (values: ArrayLike<number>) => used.map((at) => values[at] ?? Number.NaN)
  const of: FittedPathway = { model, design, block, fit, error }
  const predictor = whole.terms[0]
  const name = predictor?.name ?? ''
  const partner = model.interaction?.find((one) => one !== name && model.interaction?.includes(name))
  const by = model.terms.find((term) => term.kind === 'factor' && term.name === partner)
  const { standardized, quantiles, fitted: expected } = diagnosticsOf(of, response)
  return {
    pathway,
    measure: params.measure,
    formula: formulaOf({ ...params, terms: whole.terms.map(({ name: field }) => ({ field })) }),
    coefficients: design.names.flatMap((coefficient, at) => {
      const test = testContrast(
        fit,
        design.names.map((_, column) => Number(column === at)),
        error,
        0,
      )
      if (!test) return []
      const { estimate, se, t, df, p } = test
      return [{ name: coefficient, estimate, se, t, df, p }]
    }),
    samples: sampleIds.map((sampleId) => ({
      sampleId,
      clientReference: registered.get(sampleId)?.clientReference ?? sampleId,
    })),
    values: ofUsed(response),
    fitted: ofUsed(expected),
    residuals: ofUsed(fit.residuals),
    standardized: ofUsed(standardized),
    quantiles: ofUsed(quantiles),
    partial: ofUsed(partialResiduals(of, response, name)),
    at: used.map((at) => String(predictor?.values[at] ?? '')),
    by: used.map((at) => (by ? String(by.values[at]) : null)),
    means: meansOf(of, response, name, by?.name ?? null),
  }
}
