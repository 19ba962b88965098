type Say = (key: 'tray.seconds' | 'tray.minutes' | 'tray.hours', options: { count: number }) => string

/** A span of time in its largest fitting unit, rounded up so that nobody waits longer than told. */
export function durationOf(seconds: number, say: Say): string {
  if (seconds < 60) return say('tray.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  if (seconds < 3600) return say('tray.minutes', { count: Math.ceil(seconds / 60) })
  return say('tray.hours', { count: Math.ceil(seconds / 3600) })
}
