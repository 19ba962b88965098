import { allSamplesId } from '../domain/studies/study.ts'

/** Where the screens of earlier versions are now, by the beginning of their path. */
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

/** An address as it is written now: saved views and the place of a window were stored before a study had its own. */
export function currentAddress(address: string): string {
  const [path = '', search] = address.split('?', 2)
  const found = moved.find(([from]) => path === from)
  if (!found) return address
  const params = new URLSearchParams(search)
  const to = found[1](encodeURIComponent(params.get('study') ?? studyOf(params.get('of')) ?? allSamplesId))
  return search === undefined ? to : `${to}?${search}`
}

/** The study that a choice of samples named; null: none. */
function studyOf(choice: string | null): string | null {
  const [, name] = /"study":"((?:[^"\\]|\\.)*)"/.exec(choice ?? '') ?? []
  return name === undefined ? null : String(JSON.parse(`"${name}"`))
}
