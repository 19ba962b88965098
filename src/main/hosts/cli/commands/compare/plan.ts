import type { Input } from '../../../../../shared/contract/contract.ts'
import { planDesignSchema } from '../../../../../shared/domain/results/model.ts'
import { withApp } from '../../app.ts'
import { findStudy } from '../../lookups.ts'
import { counted, pick } from '../../output/output.ts'
import { costRecord, describeCost } from '../../paidCalls.ts'
import { type CommandSpec, goingWith, type OpenedApp } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { listOf, type OptionValues, oneOf, positiveOf, refuse, textOf } from '../../program/values.ts'
import { figure } from './figures.ts'

const designs = planDesignSchema.options
const ofPilot = ['by', 'block', 'adjust', 'pathway', 'measure']
const measures = ['activity', 'aging_offset', 'age_acceleration'] as const

export const plan: CommandSpec = {
  name: 'plan',
  group: 'Results',
  options: () => [
    { flags: '--design <DESIGN>', choices: designs },
    '--effect <X>',
    '--power <SHARE>',
    '--level <P>',
    '--sd <X>',
    '--icc <SHARE>',
    '--explained <SHARE>',
    '--prior-df <N>',
    '--pilot <STUDY>',
    ...goingWith('--pilot', [
      '--by <FIELD>',
      '--block <FIELD>',
      '--adjust <FIELD,...>',
      { flags: '--measure <MEASURE>', choices: measures },
      '--pathway <PATHWAY>',
    ]),
  ],
  examples: [
    'plan --design unpaired --effect 1.2 --power 0.8',
    'plan --design paired --effect 0.4 --pilot Pilot --pathway mTOR --json',
  ],
  async run(run) {
    const { values, output } = run
    const params = readParams(values)
    return withApp(run, async (app) => {
      const pilot = await readPilot(app, values, params.design === 'paired')
      const found = await app.call('results.plan', { ...params, pilot })
      const { cost } = found
      for (const { perGroup, power } of found.curve)
        output.record({ type: 'power', per_group: perGroup, power })
      output.summary({
        ...pick(
          found,
          'design',
          'effect',
          'level',
          'sd',
          'icc',
          'explained',
          'covariates',
          'priorDf',
          'pilot',
        ),
        ...pick(found, 'perGroup', 'samples', 'requestedPower', 'power', 'simulations'),
        ...costRecord(cost),
      })
      const unit = found.design === 'paired' ? 'donor' : 'sample'
      output.print(
        `${counted(found.perGroup, unit)}${found.design === 'paired' ? ', each in both groups' : ' in each of two groups'}: ${counted(found.samples, 'sample')} in total.`,
      )
      output.print(
        `They find a difference of ${figure(found.effect)} with a probability of ${figure(found.power)} at p < ${figure(found.level)} (${counted(found.simulations, 'simulation')}; SD ${figure(found.sd)}${found.design === 'paired' ? `, ICC ${figure(found.icc)}` : ''}${found.explained > 0 ? `, ${figure(100 * found.explained)}% explained` : ''}${found.priorDf === null ? '' : `, prior df ${figure(found.priorDf)}`}; ${found.pilot ? `from ${counted(found.pilot.samples, 'sample')} of the pilot, ${found.pilot.pathway}` : 'assumed'}).`,
      )
      output.print(`Cost: ${counted(cost.orders, 'order')} and their results, ${describeCost(cost)}.`)
      output.table(
        ['per group', 'power'],
        found.curve.map(({ perGroup, power }) => [perGroup, figure(power)]),
      )
    })
  },
}

function readParams(values: OptionValues): Omit<Input<'results.plan'>, 'pilot'> {
  const effect = positiveOf(values, 'effect')
  if (effect === undefined) throw new UsageError('Say the smallest difference to find: --effect X.')
  if (textOf(values, 'pilot') === undefined) refuse(values, ofPilot, (name) => `${name} goes with --pilot.`)
  const share = (name: string, least: number, most: number): number | undefined => {
    const text = textOf(values, name)
    if (text === undefined) return undefined
    const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new UsageError(`--${name} must be a number from ${least} to ${most}, not "${text}".`)
  }
  return {
    design: oneOf(values, 'design', designs) ?? 'unpaired',
    effect,
    power: share('power', 0.5, 0.99),
    level: share('level', 1e-9, 0.5),
    sd: positiveOf(values, 'sd'),
    icc: share('icc', 0, 0.99),
    explained: share('explained', 0, 0.99),
    priorDf: positiveOf(values, 'prior-df'),
  }
}

/** Reads the pilot study. Its groups and donors are those of the study unless options name others. */
async function readPilot(
  app: OpenedApp,
  values: OptionValues,
  isPaired: boolean,
): Promise<Input<'results.plan'>['pilot']> {
  const name = textOf(values, 'pilot')
  if (name === undefined) return undefined
  const { studyId } = await findStudy(app, name)
  const { design } = await app.call('studies.show', { studyId })
  const group = textOf(values, 'by') ?? design.groupBy
  if (group === null) throw new UsageError('The pilot has no groups. Name their field: --by FIELD.')
  return {
    of: { filter: studyId === 'all' ? {} : { study: studyId } },
    group,
    donor: isPaired ? (textOf(values, 'block') ?? design.pairBy) : null,
    covariates: listOf(values, 'adjust'),
    measure: oneOf(values, 'measure', measures) ?? 'activity',
    pathway: textOf(values, 'pathway') ?? null,
  }
}
