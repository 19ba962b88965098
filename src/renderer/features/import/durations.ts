export type Duration = { unit: 'moment' | 'seconds' | 'minutes' | 'hours'; count: number }

/** A duration in the unit a person would say it in, rounded up. */
export function toDuration(seconds: number): Duration {
  if (seconds < 5) return { unit: 'moment', count: 0 }
  if (seconds < 90) return { unit: 'seconds', count: Math.ceil(seconds) }
  if (seconds < 5400) return { unit: 'minutes', count: Math.ceil(seconds / 60) }
  return { unit: 'hours', count: Math.ceil(seconds / 3600) }
}
