import { useCallback, useMemo, useState } from 'react'
import { mostCompared } from '../../state/searchSchemas.ts'

export type Chosen = { drugId: string; name: string }

/** The drugs chosen to be compared; they stay chosen while other searches are made. */
export function useChosen() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  /** Does nothing with a seventh. */
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
  // The same as long as the choice is, so that nothing that shows it is drawn anew.
  return useMemo(() => {
    const isChosen = (drugId: string) => chosen.some((drug) => drug.drugId === drugId)
    return { chosen, isChosen, isFull: chosen.length >= mostCompared, toggle, clear }
  }, [chosen, toggle, clear])
}

export type Choosing = ReturnType<typeof useChosen>

/** The address of the comparison, in the view of lists; an array, since an id may hold whatever would part them. */
export const compareSearch = (chosen: readonly Chosen[]) => ({
  compare: chosen.map(({ drugId }) => drugId),
})
