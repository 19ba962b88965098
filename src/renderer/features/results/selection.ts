import type { Measure, SampleResult } from '../../../shared/domain/analysis.ts'
import { type RankedBars, rankBars } from '../../charts/rankedBars.ts'

/** One sample's pathways, ranked by the measure. */
export const toRankedBars = (result: SampleResult, measure: Measure): RankedBars =>
  rankBars(
    result.scores.map(({ pathway, activity, agingOffset }) => ({
      label: pathway,
      value: measure === 'activity' ? activity : agingOffset,
    })),
  )
