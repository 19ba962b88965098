import type { Agreement } from '../../../../../shared/domain/results/model.ts'
import { withApp } from '../../app.ts'
import { counted, pick } from '../../output/output.ts'
import type { CommandSpec } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { oneOf, positiveOf, textOf } from '../../program/values.ts'
import { readCohort } from './compareOptions.ts'
import { chance, figure, unitWords } from './figures.ts'

const measures = ['activity', 'aging_offset', 'age_acceleration'] as const

export const agreement: CommandSpec = {
  name: 'agreement',
  group: 'Results',
  options: () => [
    '--replicates-by <FIELD>',
    { flags: '--measure <MEASURE>', choices: measures },
    '--equivalence <MARGIN>',
    '--pathways <PATHWAY,...>',
    '--samples <ID,...>',
    '--study <NAME>',
    '--group <GROUP>',
  ],
  examples: [
    'agreement --replicates-by vial',
    'agreement --replicates-by donor_id --measure age_acceleration --equivalence 2',
  ],
  async run(run) {
    const { values, output } = run
    const unit = textOf(values, 'replicates-by')
    if (!unit) throw new UsageError('Say which samples are repeats: --replicates-by FIELD.')
    const cohort = readCohort(values)
    const measure = oneOf(values, 'measure', measures) ?? 'activity'
    const equivalence = positiveOf(values, 'equivalence') ?? null
    return withApp(run, async (app) => {
      const found = await app.call('results.agreement', {
        measure,
        unit,
        equivalence,
        ...(await cohort(app)),
      })
      for (const row of found.rows) output.record({ type: 'agreement', measure, ...toLine(row) })
      output.summary({
        ...pick(found, 'measure', 'unit', 'equivalence', 'leftOut', 'service', 'synthetic'),
        pathways: found.rows.length,
      })
      output.print(`${unitWords(measure)}: repeats by ${unit}`)
      output.table(
        ['pathway', 'units', 'ICC', '95% CI', 'bias', 'limits of agreement', 'equivalence p'],
        found.rows.map((row) => [
          row.pathway,
          row.units,
          figure(row.icc),
          rangeOf(row.iccLow, row.iccHigh),
          figure(row.bias),
          rangeOf(row.limitLow, row.limitHigh),
          chance(row.equivalenceP),
        ]),
      )
      const { withoutUnit, withoutRepeat, withoutResult } = found.leftOut
      for (const [count, why] of [
        [withoutUnit, `without ${unit}`],
        [withoutRepeat, 'without a repeat'],
        [withoutResult, 'without a result'],
      ] as const)
        if (count > 0) output.print(`${counted(count, 'sample')} left out: ${why}.`)
    })
  },
}

const rangeOf = (low: number | null, high: number | null): string =>
  low === null ? '' : `${figure(low)} to ${figure(high)}`

const toLine = (row: Agreement['rows'][number]) => ({
  ...pick(row, 'pathway', 'units', 'repeats', 'icc'),
  icc_ci_low: row.iccLow,
  icc_ci_high: row.iccHigh,
  bias: row.bias,
  bias_ci_low: row.biasLow,
  bias_ci_high: row.biasHigh,
  limit_low: row.limitLow,
  limit_high: row.limitHigh,
  equivalence_p: row.equivalenceP,
})
