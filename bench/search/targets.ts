import type { Finding } from '../quota/targets.ts'
import { columns, type Figures } from './measure.ts'

const mixedMs: Record<number, number> = { 20_000: 3, 200_000: 3, 2_000_000: 10 }
const leastRecall = 0.99
const firstMs = 10
const memoryMb = 120
const longestStopMs = 50
/** From this size on what is searched in memory is to be so much slower. */
const comparedFrom = 200_000
const timesFaster = 30

/** `figures`: by name of the candidate; ours is called Pathclock. */
export function checkSearch(
  size: number,
  figures: ReadonlyMap<string, Figures>,
  cold: { firstMs: number; memoryMb: number; longestStopMs: number },
): Finding[] {
  const ours = figures.get('Pathclock')
  if (!ours) return []
  const at = `${size.toLocaleString('en')} drugs`
  const below = (what: string, bound: number, value: number, unit: string): Finding => ({
    target: `${at}: ${what} under ${bound} ${unit}`,
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
    ...columns.map((column) => below(`p95 of ${column}`, mixedMs[size] ?? 10, ours.p95[column], 'ms')),
    {
      target: `${at}: typo recall@10 at least ${leastRecall}`,
      measured: ours.recall.toFixed(3),
      met: ours.recall >= leastRecall,
    },
    below('first answer of a cache just opened', firstMs, cold.firstMs, 'ms'),
    below('memory', memoryMb, cold.memoryMb, 'MB'),
    below('longest stop of the main thread while keeping answers', longestStopMs, cold.longestStopMs, 'ms'),
    ...ratios,
  ]
}
