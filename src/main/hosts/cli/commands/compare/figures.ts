import type { ComparedMeasure } from '../../../../../shared/domain/results/comparison.ts'
import { describeAgeComparison } from '../../../../../shared/domain/results/describeClock.ts'
import { toEnglish } from '../../../../../shared/words/message.ts'

/** Names a measure with its unit. */
export function unitWords(measure: ComparedMeasure): string {
  if (measure === 'activity') return 'Activity (as returned, unit not documented)'
  if (measure === 'aging_offset') return 'Aging offset (as returned, unit not documented)'
  return toEnglish(describeAgeComparison(measure))
}

/** Formats a probability so that programs can read it too, such as 3.95e-13. */
export const chance = (value: number | null): string =>
  value === null ? '' : String(Number(value.toPrecision(3)))

export const formatInterval = ({ ciLow, ciHigh }: { ciLow: number | null; ciHigh: number | null }): string =>
  ciLow === null ? '' : `${figure(ciLow)} to ${figure(ciHigh)}`

export const figure = (value: number | null): string =>
  value === null ? '' : Number(value.toPrecision(4)).toString()
