import { useCallback, useMemo, useState } from 'react'
import { mostCompared } from '../../state/searchSchemas.ts'

export type Chosen = { drugId: string; name: string }

/** Holds the drugs to compare. They stay selected during other searches. */
export function useChosen() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  /** Does nothing if the maximum is reached. */
  const toggle = useCallback(
    ({ drugId, name }: Chosen) =>
      setChosen((before) => {
        const others = before.filter((drug) => drug.drugId !== drugId)
        if (others.length < before.length || before.length >= mostCompared) return others
        return [...before, { drugId, name }]
      }),
    [],
  )
  const clear = useCallback(() => setChosen([]), [])
  // Memoized, so that components that show the selection are not rendered again.
  return useMemo(() => {
    const isChosen = (drugId: string) => chosen.some((drug) => drug.drugId === drugId)
    return { chosen, isChosen, isFull: chosen.length >= mostCompared, toggle, clear }
  }, [chosen, toggle, clear])
}

export type Choosing = ReturnType<typeof useChosen>

/** Returns the search params of the comparison. An array, because an id may contain any separator. */
export const compareSearch = (chosen: readonly Chosen[]) => ({ compare: chosen.map(({ drugId }) => drugId) })
