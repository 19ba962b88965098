import { useMemo } from 'react'
import type { Palettes } from '../../figures/palettes.ts'
import { useAppearance } from '../ui/appearance.ts'

/** The colours that a person chose for values; the same object as long as it is the same choice. */
export function usePalettes(): Palettes {
  const { divergingPalette: diverging, sequentialPalette: sequential } = useAppearance()
  return useMemo(() => ({ diverging, sequential }), [diverging, sequential])
}
