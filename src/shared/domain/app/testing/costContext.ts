import type { CostContext } from '../../requests/paidCall.ts'

/** A lab's own service at 100 requests a minute, all of them unused. */
export const labContext: CostContext = {
  destination: { profile: 'Lab', host: 'api.example.org', isDemo: false },
  limit: { limit: 100, windowMs: 60_000, left: 100, waitMs: 0, resetMs: 0, sharing: 0 },
}

export const costContext = async (): Promise<CostContext> => labContext
