import type { DrugHit } from '../../../../shared/domain/drugs/drug.ts'

const pageHits = 10

/**
 * The id of the drug that a key leads to; null where the key means nothing here. Home and End belong to the field's
 * text until a drug is active.
 */
export function nextHit(
  key: string,
  activeId: string | null,
  hits: readonly DrugHit[],
  inField = false,
): string | null {
  const at = hits.findIndex(({ drugId }) => drugId === activeId)
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageHits,
    PageUp: at - pageHits,
    ...(inField && at < 0 ? {} : { Home: 0, End: hits.length - 1 }),
  }
  const to = moves[key]
  if (to === undefined) return null
  return hits[Math.max(0, Math.min(hits.length - 1, to))]?.drugId ?? null
}

/** The id of a drug's option in the page; ids of drugs may hold anything. */
export const optionId = (list: string, drugId: string): string => `${list}-${encodeURIComponent(drugId)}`
