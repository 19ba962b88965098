import { type RankedBars } from '../../../figures/data.ts'
import { rankBars } from '../../../figures/lollipops/rankedBars.ts'
import type { ScreeningHit, ScreeningTask } from '../../../shared/domain/drugs/screening.ts'

const barsShown = 15

/** The first hits, kept in the service's order of ranks whatever way its score runs; those without a score are named. */
export function toHitBars(hits: readonly ScreeningHit[]): RankedBars {
  const first = hits.slice(0, barsShown)
  const { bars, missing } = rankBars(
    first.map(({ name, score, rank }) => ({ label: `${rank}. ${name}`, value: score })),
  )
  const place = new Map(first.map(({ name, rank }, index) => [`${rank}. ${name}`, index]))
  return {
    bars: bars.sort((a, b) => (place.get(a.label) ?? 0) - (place.get(b.label) ?? 0)),
    missing,
  }
}

/** Progress in whole percent: the service gives 0 to 1 or 0 to 100 and says not which; above 1 it is percent. */
export function toPercent(progress: number | null): number | null {
  if (progress === null || !Number.isFinite(progress)) return null
  return Math.round(Math.min(100, Math.max(0, progress > 1 ? progress : progress * 100)))
}

/** Newest first: what was started last is what a person looks for. */
export const newestFirst = (tasks: readonly ScreeningTask[]): ScreeningTask[] =>
  [...tasks].sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
