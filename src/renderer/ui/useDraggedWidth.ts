import { useCallback, useMemo, useState } from 'react'
import type { GridColumn } from './gridColumns.ts'

type DraggedWidth = { id: string; width: number; of: readonly GridColumn[] }

/**
 * The columns with the one that is being pulled as wide as the pointer has it. Its width holds until others come for the
 * columns, so that it does not jump back while it is being kept.
 */
export function useDraggedWidth(columns: readonly GridColumn[]) {
  const [dragged, setDragged] = useState<DraggedWidth | null>(null)
  const shown = useMemo(() => {
    if (dragged?.of !== columns) return columns
    return columns.map((column) => (column.id === dragged.id ? { ...column, width: dragged.width } : column))
  }, [columns, dragged])
  const dragWidth = useCallback(
    (id: string, width: number) => setDragged({ id, width, of: columns }),
    [columns],
  )
  return { shown, pull: dragWidth }
}
