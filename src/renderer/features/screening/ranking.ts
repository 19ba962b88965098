import { type RankedBars } from '../../../figures/data.ts'
import { rankBars } from '../../../figures/lollipops/rankedBars.ts'
import type { ScreeningHit, ScreeningTask } from '../../../shared/domain/drugs/screening.ts'

const barsShown = 15

/** Returns the bars of the first hits in the service's order, because a lower score may be better. */
export function toHitBars(hits: readonly ScreeningHit[]): RankedBars {
  const first = hits.slice(0, barsShown)
  const { bars, missing } = rankBars(
    first.map(({ name, score, rank }) => ({ label: `${rank}. ${name}`, value: score })),
  )
  const place = new Map(first.map(({ name, rank }, index) => [`${rank}. ${name}`, index]))
  return { bars: bars.sort((a, b) => (place.get(a.label) ?? 0) - (place.get(b.label) ?? 0)), missing }
}

/**
 * Returns the progress in whole percent. The service does not document its scale: values above 1 are percent, others
 * are fractions.
 */
export function toPercent(progress: number | null): number | null {
  if (progress === null || !Number.isFinite(progress)) return null
  return Math.round(Math.min(100, Math.max(0, progress > 1 ? progress : progress * 100)))
}

export const newestFirst = (tasks: readonly ScreeningTask[]): ScreeningTask[] =>
  [...tasks].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
