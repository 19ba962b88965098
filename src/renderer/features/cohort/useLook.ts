import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type Look, parseLook, toLookSearch } from './look.ts'

/** How the view in front is drawn, as its address says, and the way to change it. */
export function useLook() {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const search: Record<string, unknown> = useSearch({ strict: false })
  const look = parseLook(search)
  const go = (part: Partial<Look>) => {
    const written = (before: object) => ({ ...before, ...toLookSearch({ ...look, ...part }) })
    void navigate({ to: path, search: written as never })
  }
  return { look, go }
}
