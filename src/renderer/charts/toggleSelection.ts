import type { Choosing } from '../../figures/props.ts'
import type { Pick } from './usePointing.ts'

/**
 * What is chosen after one thing was picked. Alone it replaces the rest, or goes where it was all that was chosen; with
 * `extend` it joins the others or leaves them.
 */
export function toggleSelection(
  selected: ReadonlySet<string> | undefined,
  id: string,
  extend: boolean,
): string[] {
  const before = selected ?? new Set<string>()
  if (!extend) return before.size === 1 && before.has(id) ? [] : [id]
  return before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]
}

/** Chooses by pointer and keys; `idAt`: what a point stands for, nothing where it stands for none. */
export const toPick = (
  { selected, onSelect }: Choosing,
  idAt: (index: number) => string | null | undefined,
): Pick | undefined =>
  onSelect &&
  ((index, extend) => {
    const id = idAt(index)
    if (id !== null && id !== undefined) onSelect(toggleSelection(selected, id, extend))
  })
