import type { Agreement, AgreementRow } from '../../../../shared/domain/results/model.ts'
import { message } from '../../../../shared/words/message.ts'
import {
  intraclassCorrelation,
  limitsOfAgreement,
  testEquivalence,
} from '../../statistics/models/agreement.ts'
import { type Column, provenanceOf } from '../cohortMatrix.ts'
import { requireField } from '../comparison/compareGroups.ts'
import { readCovariates } from '../covariates.ts'
import { byName } from '../joinNames.ts'
import { type CohortData, refusal } from '../readMatrix.ts'
import { type AgreementParams, readOutcome } from './prepareModel.ts'

type Unit = { name: string; rows: number[] }

/** Measures how well repeats of a unit agree, for each pathway or the clock. Throws `rejected` without repeats. */
export async function measureAgreement(data: CohortData, params: AgreementParams): Promise<Agreement> {
  const { matrix, columns } = await readOutcome(data, params)
  const table = await readCovariates(data.journal, matrix.sampleIds)
  const texts = requireField(table, params.unit, 'unit')
  const rowsOf = Map.groupBy(matrix.sampleIds.keys(), (row) => texts[row] ?? null)
  const withoutUnit = rowsOf.get(null)?.length ?? 0
  const units = [...rowsOf].flatMap(([name, rows]): Unit[] =>
    name === null || rows.length < 2 ? [] : [{ name, rows }],
  )
  const [first] = units
  if (!first) throw refusal('unit', message('analyses.noRepeats', { field: params.unit }))
  const repeats = usualCount(units)
  const used = units.flatMap(({ rows }) => rows)
  const [only, other] = columns
  return {
    ...provenanceOf(used.flatMap((row) => matrix.origins[row] ?? [])),
    measure: params.measure,
    unit: params.unit,
    equivalence: params.equivalence,
    rows: columns.map((column) => toRow(column, units, repeats, params.equivalence)).sort(byName),
    points: only && !other ? pointsOf(only, units) : [],
    leftOut: {
      withoutUnit,
      withoutRepeat: matrix.sampleIds.length - withoutUnit - used.length,
      withoutResult: params.sampleIds.length - matrix.sampleIds.length,
    },
  }
}

/** Returns the number of repeats that most units have; the larger of two. */
function usualCount(units: readonly Unit[]): number {
  const counts = [...Map.groupBy(units, ({ rows }) => rows.length)]
  return counts.toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || b - a)[0]?.[0] ?? 2
}

function toRow(
  { pathway, values }: Column,
  units: readonly Unit[],
  repeats: number,
  margin: number | null,
): AgreementRow {
  const table = units.map(({ rows }) =>
    Float64Array.from({ length: repeats }, (_, at) => values[rows[at] ?? -1] ?? Number.NaN),
  )
  const icc = intraclassCorrelation(table)
  const limits = limitsOfAgreement(
    table.map(([one = Number.NaN, two = Number.NaN]) => Float64Array.of(two - one)),
  )
  return {
    pathway,
    units: icc?.units ?? limits?.units ?? 0,
    repeats,
    icc: icc?.icc ?? null,
    iccLow: icc?.low ?? null,
    iccHigh: icc?.high ?? null,
    bias: limits?.bias.estimate ?? null,
    biasLow: limits?.bias.low ?? null,
    biasHigh: limits?.bias.high ?? null,
    limitLow: limits?.lower.estimate ?? null,
    limitHigh: limits?.upper.estimate ?? null,
    equivalenceP:
      limits === null || margin === null
        ? null
        : testEquivalence(
            { estimate: limits.bias.estimate, se: limits.sd / Math.sqrt(limits.units), df: limits.units - 1 },
            margin,
          ).p,
  }
}

const pointsOf = ({ values }: Column, units: readonly Unit[]): Agreement['points'] =>
  units.flatMap(({ name, rows: [first = -1, second = -1] }) => {
    const [one, two] = [values[first] ?? Number.NaN, values[second] ?? Number.NaN]
    return Number.isFinite(one + two) ? [{ unit: name, mean: (one + two) / 2, difference: two - one }] : []
  })
