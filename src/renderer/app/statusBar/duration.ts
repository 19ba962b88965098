type FormatUnit = (key: 'tray.seconds' | 'tray.minutes' | 'tray.hours', options: { count: number }) => string

/** Below this a count of seconds is read more easily than "2 min" that stands still. */
const secondsLimitMs = 120_000

/** What is left of a wait that is counted down. */
export const formatCountdown = (ms: number, formatUnit: FormatUnit): string =>
  ms < secondsLimitMs
    ? formatUnit('tray.seconds', { count: Math.max(1, Math.ceil(ms / 1000)) })
    : formatDuration(ms / 1000, formatUnit)

/** A span of time in its largest fitting unit, rounded up so that nobody waits longer than told. */
export function formatDuration(seconds: number, formatUnit: FormatUnit): string {
  if (seconds < 60) return formatUnit('tray.seconds', { count: Math.max(1, Math.ceil(seconds)) })
  if (seconds < 3600) return formatUnit('tray.minutes', { count: Math.ceil(seconds / 60) })
  return formatUnit('tray.hours', { count: Math.ceil(seconds / 3600) })
}
