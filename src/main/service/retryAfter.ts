/** Longer than this is taken for a mistake of the service. */
const longestMs = 3_600_000

/**
 * How long the service asks to wait, from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), else from
 * `RateLimit-Reset` and its kin in seconds. Null when it does not say, or says nothing readable; capped at one hour.
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const named =
    headers.get('Retry-After') ?? headers.get('RateLimit-Reset') ?? headers.get('X-RateLimit-Reset')
  const text = named?.trim()
  if (!text) return null
  const seconds = Number(text)
  // A number this large is a moment in seconds since 1970, as some services write it.
  const ms = Number.isFinite(seconds)
    ? seconds > 1_000_000_000
      ? seconds * 1000 - nowMs
      : seconds * 1000
    : Date.parse(text) - nowMs
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), longestMs) : null
}
