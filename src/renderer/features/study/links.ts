import type { LinkProps } from '@tanstack/react-router'
import type { OverviewLink } from '../../../shared/domain/studies/overview.ts'

/** The address of the view that shows what a sentence of the overview says, of the study's samples. */
export function addressOf(link: OverviewLink, studyId: string): Pick<LinkProps, 'to' | 'params' | 'search'> {
  const params = { studyId }
  switch (link.view) {
    case 'compare':
      return { to: '/study/$studyId/compare', params, search: { ...compared(link.request) } }
    case 'drugs':
      return { to: '/study/$studyId/compare', params, search: { ...compared(link.request), show: 'drugs' } }
    case 'clock': {
      const { by } = groupsOf(link.request)
      return {
        to: '/study/$studyId/explore/clock',
        params,
        search: { measure: 'activity', ...(by === undefined ? {} : { by }) },
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
        : { to: '/study/$studyId/samples', params, search: link.stage === 'ready' ? { result: 'no' } : {} }
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
