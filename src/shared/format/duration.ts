type Duration = { unit: 'seconds' | 'minutes' | 'hours' | 'days'; count: number }

/**
 * Returns a duration in the largest unit that gives at least 2, so that a countdown moves. Rounds up, so that a wait is
 * never longer than shown.
 */
export function toDuration(seconds: number): Duration {
  if (seconds < 120) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) }
  if (seconds < 2 * 3600) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  if (seconds < 2 * 86_400) return { unit: 'hours', count: Math.ceil(seconds / 3600) }
  return { unit: 'days', count: Math.ceil(seconds / 86_400) }
}
