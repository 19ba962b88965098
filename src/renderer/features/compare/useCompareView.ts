import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type CompareView, type GroupDraft, parseCompare, toCompareSearch } from './address.ts'
import { withGroups } from './request.ts'

const path = '/results/compare'

/**
 * What the address says of the comparison, and the way to change it. Where nobody chose groups, those that are suggested
 * are written into it, so that it always holds the whole request.
 */
export function useCompareView(suggested: GroupDraft | null) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const said = parseCompare(search)
  const view = said.groups === null && suggested ? withGroups(said, suggested) : said
  const go = (part: Partial<CompareView>, { replace = false } = {}) => {
    const written = (before: object) => ({ ...before, ...toCompareSearch({ ...view, ...part }) })
    void navigate({ to: path, search: written as never, replace })
  }
  const isUnsaid = said.groups === null && suggested !== null
  useEffect(() => {
    // By now someone may have gone on: nobody is called back.
    if (isUnsaid && history.location.pathname === path) go({}, { replace: true })
  })
  return { view, go }
}
