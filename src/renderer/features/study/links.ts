import type { LinkProps } from '@tanstack/react-router'
import type { OverviewLink } from '../../../shared/domain/studies/overview.ts'

/** The address of the view that shows what a sentence of the overview says, of the study's samples. */
export function addressOf(link: OverviewLink, study: string): Pick<LinkProps, 'to' | 'search'> {
  const of = { filter: { study } }
  switch (link.view) {
    case 'compare':
      return { to: '/results/compare', search: { of, ...compared(link.request) } }
    case 'drugs':
      return { to: '/results/compare', search: { of, ...compared(link.request), show: 'drugs' } }
    case 'clock': {
      const { by } = groupsOf(link.request)
      return {
        to: '/results/clock',
        search: { of, measure: 'activity', ...(by === undefined ? {} : { by }) },
      }
    }
    case 'heatmap':
      return { to: '/results/heatmap', search: { of, measure: link.measure } }
    case 'groups':
      return { to: '/results/groups', search: { of, measure: link.measure, by: link.by } }
    case 'pca':
      return { to: '/results/pca', search: { of, measure: link.measure, marked: link.sampleIds } }
    case 'samples':
      return link.sampleIds
        ? { to: '/results', search: { of, measure: 'activity', marked: link.sampleIds } }
        : { to: '/samples', search: { study, ...(link.stage === 'ready' ? { result: 'no' } : {}) } }
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
