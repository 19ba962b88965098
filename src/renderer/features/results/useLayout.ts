import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseLayout, type TableLayout, toLayoutSearch } from './tableLayout.ts'

/** The columns and the order of the table, as the address says, and the way to change them. */
export function useLayout() {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const layout = useMemo(() => parseLayout(search), [search])
  const setLayout = useCallback(
    (part: Partial<TableLayout>) => {
      const written = (before: Record<string, unknown>) => ({
        ...before,
        ...toLayoutSearch({ ...parseLayout(before), ...part }),
      })
      void navigate({ to: '/results', search: written as never, replace: true })
    },
    [navigate],
  )
  return { layout, setLayout }
}
