import { useCallbackRef } from '@mantine/hooks'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { DrugHit } from '../../../../shared/domain/drugs/drug.ts'
import type { Chosen } from '../useChosen.ts'

type Options = {
  found: { hits: readonly DrugHit[]; isCurrent: boolean; toEnd(): Promise<string | null> }
  openDrug(drugId: string): void
  choose(drug: Chosen): void
  toField(): void
  clear(): void
}

/** The keys of the search, the same from the field and from the list: move, open, choose, and back to the field. */
export function useHitKeys({ found, openDrug, choose, toField, clear }: Options) {
  const list = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = found.hits.find(({ drugId }) => drugId === activeId)

  const acts = useRef(0)
  /** To the last drug there is; who presses another key meanwhile is left where that leads. */
  const goToEnd = async () => {
    const own = acts.current
    const last = await found.toEnd()
    if (last !== null && acts.current === own) setActiveId(last)
  }

  const act = (event: KeyboardEvent, inField: boolean): boolean => {
    const { key, ctrlKey, metaKey } = event
    acts.current++
    if ((key === 'Enter' && (ctrlKey || metaKey)) || (key === ' ' && !inField)) {
      if (active) choose(active)
      return true
    }
    if (key === 'Enter') {
      // The best match, unless it answers an older question.
      const hit = active ?? (inField && found.isCurrent ? found.hits[0] : undefined)
      if (hit) {
        setActiveId(hit.drugId)
        openDrug(hit.drugId)
      }
      return true
    }
    if (key === 'Escape') {
      if (activeId === null && inField) clear()
      setActiveId(null)
      toField()
      return true
    }
    const next = nextHit(key, activeId, found.hits, inField)
    if (next !== null) setActiveId(next)
    if (next !== null && key === 'End') void goToEnd()
    return next !== null
  }
  const on = (inField: boolean) => (event: KeyboardEvent) => {
    // An input method takes Enter and the arrows for itself while it composes.
    if (!event.nativeEvent.isComposing && act(event, inField)) event.preventDefault()
  }
  const inList = useCallbackRef(on(false))
  return { list, activeId, setActiveId, inField: on(true), inList }
}

export type HitKeys = ReturnType<typeof useHitKeys>

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
