import { allSamplesId } from '../domain/studies/study.ts'

/** The current paths of screens from earlier versions, by their old path. */
const moved: readonly (readonly [from: string, to: (studyId: string) => string])[] = [
  ['/drugs/lists', () => '/library/lists'],
  ['/drugs/pathways', () => '/library/pathways'],
  ['/drugs/offline', () => '/library/offline'],
  ['/drugs', () => '/library/drugs'],
  ['/samples/batches', () => '/activity/batches'],
  ['/samples', (studyId) => `/study/${studyId}/samples`],
  ['/results/compare', (studyId) => `/study/${studyId}/compare`],
  ['/results/heatmap', (studyId) => `/study/${studyId}/explore/heatmap`],
  ['/results/groups', (studyId) => `/study/${studyId}/explore/groups`],
  ['/results/pca', (studyId) => `/study/${studyId}/explore/pca`],
  ['/results/clock', (studyId) => `/study/${studyId}/explore/clock`],
  ['/results', (studyId) => `/study/${studyId}/explore/table`],
  ['/screening', () => '/activity/screenings'],
]

/**
 * Converts an earlier address to its current form. Saved views and window addresses may date from before studies had
 * addresses of their own.
 */
export function currentAddress(address: string): string {
  const [path = '', search] = address.split('?', 2)
  const found = moved.find(([from]) => path === from)
  if (!found) return address
  const params = new URLSearchParams(search)
  const to = found[1](encodeURIComponent(params.get('study') ?? studyOf(params.get('of')) ?? allSamplesId))
  return search === undefined ? to : `${to}?${search}`
}

function studyOf(choice: string | null): string | null {
  const [, name] = /"study":"((?:[^"\\]|\\.)*)"/.exec(choice ?? '') ?? []
  return name === undefined ? null : String(JSON.parse(`"${name}"`))
}
