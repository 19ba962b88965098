import type { DrugHit } from './drug.ts'

/**
 * What is shown, joined by newer answers without moving: a drug keeps its place and takes the newest answer about it,
 * of two equally new ones the later one; drugs not shown yet come after, in the order of their answer.
 */
export function mergeHits(shown: readonly DrugHit[], ...answers: (readonly DrugHit[])[]): DrugHit[] {
  const merged = new Map(shown.map((hit) => [hit.drugId, hit]))
  for (const hit of answers.flat()) {
    const before = merged.get(hit.drugId)
    if (before === undefined) merged.set(hit.drugId, hit)
    else if (hit.fetchedAt >= before.fetchedAt) merged.set(hit.drugId, withMatch(hit, before))
  }
  return [...merged.values()]
}

/** The service does not say how it found a drug; what the cache said holds as long as the name is the same. */
const withMatch = (hit: DrugHit, { name, match }: DrugHit): DrugHit =>
  hit.match === undefined && match !== undefined && hit.name === name ? { ...hit, match } : hit

/** How many drugs only the service has named, below those that were kept here; 0 where none was kept. */
export function countAddedByService(cached: readonly DrugHit[], serviceHits: readonly DrugHit[]): number {
  const known = new Set(cached.map(({ drugId }) => drugId))
  if (known.size === 0) return 0
  return new Set(serviceHits.map(({ drugId }) => drugId).filter((drugId) => !known.has(drugId))).size
}
