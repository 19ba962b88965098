import type { Checked } from '../../../../shared/contract/contract.ts'
import type { SamplePlan } from '../../../../shared/domain/results/model.ts'
import { message } from '../../../../shared/words/message.ts'
import { consensusCorrelation } from '../../statistics/models/blocks.ts'
import { createDesign } from '../../statistics/models/design.ts'
import { fitModel } from '../../statistics/models/fitModel.ts'
import { type PlanOptions, planSamples, simulatePower } from '../../statistics/models/planSamples.ts'
import type { PathwayNames } from '../joinNames.ts'
import { type CohortData, refusal } from '../readMatrix.ts'
import { prepareModel } from './prepareModel.ts'

type Request = Checked<'results.plan'>
export type PlanParams = Omit<Request, 'pilot'> & {
  pilot: (NonNullable<Request['pilot']> & { sampleIds: readonly string[]; pathwayNames: PathwayNames }) | null
}

type Numbers = { sd: number; icc: number; explained: number; priorDf: number; covariates: number }
/** The numbers that are neither given nor measured by a pilot. `priorDf`: below the 11 of the demo, for a cautious plan. */
const assumed: Numbers = { sd: 1, icc: 0.5, explained: 0, priorDf: 4, covariates: 1 }
const seed = 1
/** The sizes at which the curve shows the power, as shares of the planned one. */
const curveShares = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** Computes the samples that find an effect with the requested power. Throws `rejected` if too many are needed. */
export async function planStudy(
  data: CohortData,
  { pilot: request, design, effect, level, power, ...given }: PlanParams,
): Promise<Omit<SamplePlan, 'cost'>> {
  const pilot = request && (await readPilot(data, request))
  const measured: Partial<Numbers> = pilot?.numbers ?? {}
  const numbers: Numbers = {
    sd: given.sd ?? measured.sd ?? assumed.sd,
    icc: given.icc ?? measured.icc ?? assumed.icc,
    explained: given.explained ?? measured.explained ?? assumed.explained,
    priorDf: given.priorDf ?? measured.priorDf ?? assumed.priorDf,
    covariates: measured.covariates ?? assumed.covariates,
  }
  const isPaired = design === 'paired'
  const isAdjusted = design === 'covariates' || (design === 'moderated' && numbers.explained > 0)
  const options: PlanOptions = {
    effect,
    sd: numbers.sd,
    icc: isPaired ? numbers.icc : null,
    covariates: isAdjusted ? numbers.covariates : 0,
    explained: isAdjusted ? numbers.explained : 0,
    priorDf: design === 'moderated' ? numbers.priorDf : 0,
    alpha: level,
    power,
    seed,
  }
  const plan = planSamples(options)
  if (!plan) throw refusal('effect', message('models.planTooLarge'))
  const sizes = curveShares.map((share) =>
    Math.max(options.covariates + 3, Math.round(share * plan.perGroup)),
  )
  return {
    design,
    effect,
    level,
    sd: numbers.sd,
    icc: options.icc ?? 0,
    explained: options.explained,
    covariates: options.covariates,
    priorDf: design === 'moderated' && Number.isFinite(numbers.priorDf) ? numbers.priorDf : null,
    pilot: pilot && { samples: pilot.samples, pathway: pilot.pathway },
    ...plan,
    requestedPower: power,
    curve: [...new Set(sizes)].map((perGroup) => ({ perGroup, power: simulatePower(options, perGroup) })),
  }
}

/** Measures the spread of a pilot, the correlation within its donors, and the share that covariates explain. */
async function readPilot(
  data: CohortData,
  { group, covariates, donor, pathway, measure, sampleIds, pathwayNames }: NonNullable<PlanParams['pilot']>,
) {
  const terms = [{ field: group, as: 'factor' as const }, ...covariates.map((field) => ({ field }))]
  const { model, block, rows, responses, outcome } = await prepareModel(data, {
    measure,
    sampleIds,
    pathwayNames,
    terms,
    block: donor,
    pathways: pathway === null ? [] : [pathway],
    interaction: null,
    contrasts: [],
    moderation: 'none',
    leastEffect: 0,
    equivalence: null,
  })
  const designOf = (count: number) =>
    createDesign({ terms: model.terms.slice(0, count), interaction: null }, rows.length)
  const fit = (count: number) =>
    fitModel(designOf(count), responses, [], { block: null, moderation: 'constant', leastEffect: 0 })
  const [groupsOnly, whole] = [fit(1), fit(model.terms.length)]
  const spreads = groupsOnly.fits
    .flatMap((one, at) => (one && one.variance > 0 ? [{ at, variance: one.variance }] : []))
    .sort((a, b) => a.variance - b.variance)
  const chosen = spreads[Math.floor((spreads.length - 1) / 2)]
  if (!chosen) throw refusal('pilot', message('models.pilotTooSmall'))
  const { at, variance } = chosen
  const left = whole.fits[at]?.variance ?? variance
  const icc = block && consensusCorrelation(designOf(1), responses, block.ids)
  return {
    samples: rows.length,
    pathway: outcome.columns[at]?.pathway ?? '',
    numbers: {
      sd: Math.sqrt(variance),
      ...(icc === null ? {} : { icc: Math.min(0.99, Math.max(0, icc)) }),
      explained: Math.min(0.99, Math.max(0, 1 - left / variance)),
      covariates: designOf(model.terms.length).names.length - designOf(1).names.length,
      ...(groupsOnly.priorDf === null || responses.length < 2 ? {} : { priorDf: groupsOnly.priorDf }),
    },
  }
}
