import type { Finding } from '../report.ts'
import type { Figures } from './measure.ts'

const mixedMs: Record<number, number> = { 20_000: 3, 200_000: 3, 2_000_000: 10 }
const minRecall = 0.99
const coldMs = 10
const memoryMb = 120
/** Bounds of our own, which no peer is held to: of two million drugs more pages have to be read for either. */
const firstMs: Record<number, number> = { 2_000_000: 50 }
const facetsMs: Record<number, number> = { 2_000_000: 50 }
/** From this size on what is searched in memory is to be so much slower. */
const comparedFrom = 200_000
const timesFaster = 30

/** `figures`: by name of the candidate; ours is called Pathclock. */
export function checkSearch(
  size: number,
  figures: ReadonlyMap<string, Figures>,
  cold: { openMs: number; firstMs: number; memoryMb: number },
): Finding[] {
  const ours = figures.get('Pathclock')
  if (!ours) return []
  const at = `${size.toLocaleString('en')} drugs`
  const below = (label: string, bound: number, value: number, unit: string): Finding => ({
    target: `${at}: ${label} under ${bound} ${unit}`,
    measured: `${value.toFixed(2)} ${unit}`,
    met: value < bound,
  })
  const mini = figures.get('MiniSearch')
  const ratios = (mini && size >= comparedFrom ? (['2 letters', 'typo'] as const) : []).map((column) => {
    const ratio = (mini?.p95[column] ?? 0) / ours.p95[column]
    return {
      target: `${at}: ${column} at least ${timesFaster} × faster than MiniSearch`,
      measured: `${ratio.toFixed(1)} ×`,
      met: ratio >= timesFaster,
    }
  })
  return [
    below('p95 over all questions', mixedMs[size] ?? 10, ours.mixed, 'ms'),
    {
      target: `${at}: typo recall@10 at least ${minRecall}`,
      measured: ours.recall.toFixed(3),
      met: ours.recall >= minRecall,
    },
    below('cold open', coldMs, cold.openMs, 'ms'),
    below('opening and the first answer', firstMs[size] ?? 20, cold.openMs + cold.firstMs, 'ms'),
    below('memory', memoryMb, cold.memoryMb, 'MB'),
    below('p95 of facets', facetsMs[size] ?? 20, ours.facets ?? Number.POSITIVE_INFINITY, 'ms'),
    ...ratios,
  ]
}
