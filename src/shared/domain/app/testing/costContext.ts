import type { CostContext } from '../../requests/paidCall.ts'

/** The service of a lab at 100 requests per minute, with none of them used. */
export const labContext: CostContext = {
  destination: { profile: 'Lab', host: 'api.example.org', isDemo: false },
  limit: { limit: 100, windowMs: 60_000, left: 100, waitMs: 0, resetMs: 0, sharing: 0 },
}

export const costContext = async (): Promise<CostContext> => labContext
