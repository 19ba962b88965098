import type { LinkProps } from '@tanstack/react-router'
import type { OverviewLink } from '../../../shared/domain/studies/overview.ts'

/** Returns the address of the view that shows a statement of the overview, for the study's samples. */
export function addressOf(link: OverviewLink, studyId: string): Pick<LinkProps, 'to' | 'params' | 'search'> {
  const params = { studyId }
  switch (link.view) {
    case 'compare':
      return { to: '/study/$studyId/compare', params, search: { ...compared(link.request) } }
    case 'drugs':
      return { to: '/study/$studyId/drugs', params, search: compared(link.request) }
    case 'clock': {
      const { request, measure } = link
      const { by } = groupsOf(request)
      return {
        to: '/study/$studyId/explore/clock',
        params,
        search: {
          measure: 'activity',
          ageMeasure: measure,
          ...(by === undefined ? {} : { by }),
          // An empty value means no pairs; without it, the view would suggest some.
          ...(request && { pair: request.pairBy ?? '' }),
        },
      }
    }
    case 'heatmap':
      return { to: '/study/$studyId/explore/heatmap', params, search: { measure: link.measure } }
    case 'groups':
      return { to: '/study/$studyId/explore/groups', params, search: { measure: link.measure, by: link.by } }
    case 'pca':
      return {
        to: '/study/$studyId/explore/pca',
        params,
        search: { measure: link.measure, marked: link.sampleIds },
      }
    case 'samples':
      return link.sampleIds
        ? {
            to: '/study/$studyId/explore/table',
            params,
            search: { measure: 'activity', marked: link.sampleIds },
          }
        : {
            to: '/study/$studyId/samples',
            params,
            search: link.stages.length > 0 ? { state: link.stages.join(',') } : {},
          }
  }
}

type ComparedRequest = Extract<OverviewLink, { view: 'compare' }>['request']

const groupsOf = (request: Pick<ComparedRequest, 'groups'> | null) =>
  request && 'by' in request.groups
    ? { by: request.groups.by, groups: request.groups.values }
    : request && 'sets' in request.groups
      ? { sets: request.groups.sets }
      : {}

const compared = (request: ComparedRequest) => ({
  measure: request.measure,
  ...groupsOf(request),
  test: request.test,
  pair: request.pairBy,
  replicates: request.replicatesBy,
})
