import { type RankedBars, rankBars } from '../../../figures/lollipops/rankedBars.ts'
import type { Measure, SampleResult } from '../../../shared/domain/results/analysis.ts'

/** One sample's pathways, ranked by the measure. */
export const toRankedBars = (result: SampleResult, measure: Measure): RankedBars =>
  rankBars(
    result.scores.map(({ pathway, activity, agingOffset }) => ({
      label: pathway,
      value: measure === 'activity' ? activity : agingOffset,
    })),
  )
