import { uniform } from './model/noise.ts'

export type SimulatedState = 'queued' | 'running' | 'succeeded'
type Durations = { queuedS: number; runningS: number }

/** How long an order and a screening take at speed 1, each ±20% by its id. */
export const sampleDurations: Durations = { queuedS: 20, runningS: 40 }
export const taskDurations: Durations = { queuedS: 3, runningS: 12 }

/**
 * Where something made at `createdAtMs` stands now: computed, so that nothing runs in the background and a restart
 * changes nothing. `sinceMs`: when it came to this state; `progress`: 0 to 1.
 */
export function stateAt(
  item: { id: string; createdAtMs: number },
  durations: Durations,
  { nowMs, speed }: { nowMs: number; speed: number },
): { state: SimulatedState; sinceMs: number; progress: number } {
  const msPerSecond = ((0.8 + 0.4 * uniform(`pace|${item.id}`)) * 1000) / speed
  const startedAt = item.createdAtMs + durations.queuedS * msPerSecond
  const doneAt = startedAt + durations.runningS * msPerSecond
  if (nowMs < startedAt) return { state: 'queued', sinceMs: item.createdAtMs, progress: 0 }
  if (nowMs >= doneAt) return { state: 'succeeded', sinceMs: doneAt, progress: 1 }
  const progress = Math.floor((100 * (nowMs - startedAt)) / (doneAt - startedAt)) / 100
  return { state: 'running', sinceMs: startedAt, progress }
}
