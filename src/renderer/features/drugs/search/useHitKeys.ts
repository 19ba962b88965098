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

/**
 * Handles the keys of the search, the same in the field and in the list: move, open, select, and return to the field.
 */
export function useHitKeys({ found, openDrug, choose, toField, clear }: Options) {
  const list = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const active = found.hits.find(({ drugId }) => drugId === activeId)

  const acts = useRef(0)
  /** Moves to the last drug, unless the user presses another key while it loads. */
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
      // Opens the best match, unless it belongs to an earlier query.
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
    // An input method needs Enter and the arrows while composing.
    if (!event.nativeEvent.isComposing && act(event, inField)) event.preventDefault()
  }
  const inList = useCallbackRef(on(false))
  return { list, activeId, setActiveId, inField: on(true), inList }
}

export type HitKeys = ReturnType<typeof useHitKeys>

const pageHits = 10

/** Returns the drug that a key moves to, or null. Home and End move in the field's text until a drug is active. */
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

/** Returns the DOM id of a drug's option. Drug ids may contain any character, so they are encoded. */
export const optionId = (list: string, drugId: string): string => `${list}-${encodeURIComponent(drugId)}`
