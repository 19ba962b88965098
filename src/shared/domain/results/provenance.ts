import type { CohortProvenance } from './cohort.ts'

type Origin = { fetchedAt: string | null; service: string; synthetic: boolean }

/** Collects the origins of numbers from several results, one result at a time. */
export function createProvenance() {
  const services = new Set<string>()
  let oldest: string | null = null
  let newest: string | null = null
  let synthetic = false
  return {
    add(origin: Origin): void {
      const { fetchedAt } = origin
      services.add(origin.service)
      synthetic ||= origin.synthetic
      if (fetchedAt === null) return
      if (oldest === null || fetchedAt < oldest) oldest = fetchedAt
      if (newest === null || fetchedAt > newest) newest = fetchedAt
    },
    services: (): string[] => [...services].sort(),
    get: (): CohortProvenance => ({
      service: [...services].sort().join(', ') || null,
      oldestFetchedAt: oldest,
      newestFetchedAt: newest,
      synthetic,
    }),
  }
}
