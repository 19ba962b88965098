import type { DrugHit } from '../../../shared/domain/drug.ts'

/**
 * What is shown, joined by newer answers without moving: a drug keeps its place and takes the newest answer about it;
 * drugs not shown yet come after, in the order of their answer.
 */
export function mergeHits(shown: readonly DrugHit[], ...answers: (readonly DrugHit[])[]): DrugHit[] {
  const merged = new Map(shown.map((hit) => [hit.drugId, hit]))
  for (const hit of answers.flat()) {
    const before = merged.get(hit.drugId)
    if (before === undefined || isNewer(hit, before)) merged.set(hit.drugId, hit)
  }
  return [...merged.values()]
}

const isNewer = (hit: DrugHit, before: DrugHit): boolean =>
  hit.fetchedAt > before.fetchedAt || (hit.fetchedAt === before.fetchedAt && hit.source === 'service')
