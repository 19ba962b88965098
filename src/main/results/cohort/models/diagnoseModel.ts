import type { AdjustedMean, ModelDiagnostics } from '../../../../shared/domain/results/model.ts'
import { message } from '../../../../shared/words/message.ts'
import { formulaOf } from '../../statistics/models/design.ts'
import { designOf, fitModel } from '../../statistics/models/fitModel.ts'
import { readRegisteredSamples } from '../covariates.ts'
import { type Files, type MatrixCache, refusal } from '../readMatrix.ts'
import { type ModelParams, prepareModel } from './prepareModel.ts'

/** Returns the residuals and the coefficients of one pathway. Throws `rejected` as `runModel` does. */
export async function diagnoseModel(
  files: Files,
  matrices: Pick<MatrixCache, 'read'>,
  { pathway, ...params }: ModelParams & { pathway: string },
): Promise<ModelDiagnostics> {
  const prepared = await prepareModel(files, matrices, params)
  const { outcome, rows, responses, model, block } = prepared
  const { design } = designOf(model, rows.length, block)
  const unit = (at: number) => design.names.map((_, column) => Number(column === at))
  const contrasts = design.names.map((name, at) => ({ name, weights: unit(at) }))
  const fitted = fitModel(design, responses, contrasts, {
    block,
    moderation: params.moderation,
    leastEffect: 0,
  })
  const index = outcome.columns.findIndex((column) => column.pathway === pathway)
  const fit = fitted.fits[index]
  const response = responses[index]
  if (!fit || !response) throw refusal('pathway', message('analyses.pathwayNotFitted', { pathway }))
  const used = [...response.keys()].filter((at) => Number.isFinite(response[at]))
  const sampleIds = used.map((at) => outcome.matrix.sampleIds[rows[at] ?? -1] ?? '')
  const registered = await readRegisteredSamples(files.journal, sampleIds)
  const residuals = used.map((at) => fit.residuals[at] ?? Number.NaN)
  const values = used.map((at) => response[at] ?? Number.NaN)
  const sd = Math.sqrt(fit.variance)
  const [predictor] = model.terms
  const means: AdjustedMean[] = []
  return {
    pathway,
    measure: params.measure,
    formula: formulaOf(model),
    coefficients: contrasts.flatMap(({ name }, at) => {
      const test = fitted.tests[at]?.[index]
      if (!test) return []
      const { estimate, se, t, df, p } = test
      return [{ name, estimate, se, t, df, p }]
    }),
    samples: sampleIds.map((sampleId) => ({
      sampleId,
      clientReference: registered.get(sampleId)?.clientReference ?? sampleId,
    })),
    values,
    fitted: values.map((value, at) => value - (residuals[at] ?? 0)),
    residuals,
    standardized: residuals.map((residual) => residual / sd),
    quantiles: [],
    partial: [],
    at: used.map((at) => String(predictor?.values[at] ?? '')),
    by: used.map(() => null),
    means,
  }
}
