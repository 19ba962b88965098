import type { SampleFacets } from '../../../shared/domain/register.ts'
import { useCall } from '../../client/useCall.ts'
import { changed, type Question, toAsked } from './view.ts'

/** The counts of each facet, as if nothing of that facet itself were chosen; the same question is asked once. */
export function useFacets({ text, filter }: Question) {
  const all = useCall('samples.facets', toAsked({ text, filter }))
  const states = useCall('samples.facets', toAsked({ text, filter: changed(filter, { states: undefined }) }))
  const groups = useCall('samples.facets', toAsked({ text, filter: changed(filter, { group: undefined }) }))
  const tags = useCall('samples.facets', toAsked({ text, filter: changed(filter, { tag: undefined }) }))
  const batches = useCall(
    'samples.facets',
    toAsked({ text, filter: changed(filter, { batchId: undefined }) }),
  )
  const results = useCall(
    'samples.facets',
    toAsked({ text, filter: changed(filter, { hasResult: undefined }) }),
  )
  const origins = useCall(
    'samples.facets',
    toAsked({ text, filter: changed(filter, { synthetic: undefined }) }),
  )
  const asked = [all, states, groups, tags, batches, results, origins]
  const counts: SampleFacets | undefined = all.data && {
    total: all.data.total,
    states: states.data?.states ?? [],
    groups: groups.data?.groups ?? [],
    tags: tags.data?.tags ?? [],
    batches: batches.data?.batches ?? [],
    withoutResult: results.data?.withoutResult ?? 0,
    synthetic: origins.data?.synthetic ?? 0,
  }
  return {
    counts,
    withResult: (results.data?.total ?? 0) - (results.data?.withoutResult ?? 0),
    returned: (origins.data?.total ?? 0) - (origins.data?.synthetic ?? 0),
    failure: asked.find(({ failure }) => failure)?.failure ?? null,
    retry: () => {
      for (const { refetch } of asked) void refetch()
    },
  }
}
