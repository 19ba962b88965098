import { useCallback, useMemo, useState } from 'react'
import type { GridColumn } from './gridColumns.ts'

type Pulled = { id: string; width: number; of: readonly GridColumn[] }

/**
 * The columns with the one that is being pulled as wide as the pointer has it. Its width holds until others come for the
 * columns, so that it does not jump back while it is being kept.
 */
export function usePulledWidth(columns: readonly GridColumn[]) {
  const [pulled, setPulled] = useState<Pulled | null>(null)
  const shown = useMemo(() => {
    if (pulled?.of !== columns) return columns
    return columns.map((column) => (column.id === pulled.id ? { ...column, width: pulled.width } : column))
  }, [columns, pulled])
  const pull = useCallback((id: string, width: number) => setPulled({ id, width, of: columns }), [columns])
  return { shown, pull }
}
