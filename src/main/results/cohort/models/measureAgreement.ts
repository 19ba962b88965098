import type { Agreement, AgreementRow } from '../../../../shared/domain/results/model.ts'
import { provenanceOf } from '../cohortMatrix.ts'
import { requireField } from '../comparison/compareGroups.ts'
import { readCovariates } from '../covariates.ts'
import type { Files, MatrixCache } from '../readMatrix.ts'
import { type AgreementParams, readOutcome } from './prepareModel.ts'

/** Measures how well repeats of a unit agree, for each pathway or the clock. Throws `rejected` for unknown fields. */
export async function measureAgreement(
  files: Files,
  matrices: Pick<MatrixCache, 'read'>,
  params: AgreementParams,
): Promise<Agreement> {
  const { matrix, columns } = await readOutcome(files, matrices, params)
  const table = await readCovariates(files.journal, matrix.sampleIds)
  const texts = requireField(table, params.unit, 'unit')
  const units = Map.groupBy(matrix.sampleIds.keys(), (row) => texts[row] ?? null)
  const withoutUnit = units.get(null)?.length ?? 0
  units.delete(null)
  const repeated = [...units].filter(([, rows]) => rows.length > 1)
  const used = repeated.flatMap(([, rows]) => rows)
  return {
    ...provenanceOf(used.flatMap((row) => matrix.origins[row] ?? [])),
    measure: params.measure,
    unit: params.unit,
    equivalence: params.equivalence,
    rows: columns.map(
      ({ pathway }): AgreementRow => ({
        pathway,
        units: repeated.length,
        repeats: used.length,
        icc: null,
        iccLow: null,
        iccHigh: null,
        bias: null,
        biasLow: null,
        biasHigh: null,
        limitLow: null,
        limitHigh: null,
        equivalenceP: null,
      }),
    ),
    points: [],
    leftOut: {
      withoutUnit,
      withoutRepeat: matrix.sampleIds.length - withoutUnit - used.length,
      withoutResult: params.sampleIds.length - matrix.sampleIds.length,
    },
  }
}
