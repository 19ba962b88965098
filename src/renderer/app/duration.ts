type Say = (key: 'tray.seconds' | 'tray.minutes' | 'tray.hours', options: { count: number }) => string

/** Below this a count of seconds is read more easily than "2 min" that stands still. */
const countedMs = 120_000

/** What is left of a wait that is counted down. */
export const countdownOf = (ms: number, say: Say): string =>
  ms < countedMs
    ? say('tray.seconds', { count: Math.max(1, Math.ceil(ms / 1000)) })
    : durationOf(ms / 1000, say)

/** A span of time in its largest fitting unit, rounded up so that nobody waits longer than told. */
export function durationOf(seconds: number, say: Say): string {
  if (seconds < 60) return say('tray.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  if (seconds < 3600) return say('tray.minutes', { count: Math.ceil(seconds / 60) })
  return say('tray.hours', { count: Math.ceil(seconds / 3600) })
}
