import type { DrugHit } from '../../../shared/domain/drug.ts'

/**
 * What is shown, joined by newer answers without moving: a drug keeps its place and takes the newest answer about it,
 * of two equally new ones the later one; drugs not shown yet come after, in the order of their answer.
 */
export function mergeHits(shown: readonly DrugHit[], ...answers: (readonly DrugHit[])[]): DrugHit[] {
  const merged = new Map(shown.map((hit) => [hit.drugId, hit]))
  for (const hit of answers.flat()) {
    const before = merged.get(hit.drugId)
    if (before === undefined || hit.fetchedAt >= before.fetchedAt) merged.set(hit.drugId, hit)
  }
  return [...merged.values()]
}
