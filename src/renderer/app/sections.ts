/** The sections of the app, by the first segment of an address. */
const sectionNames = ['home', 'study', 'library', 'activity', 'import', 'settings', 'connect'] as const
export type SectionName = (typeof sectionNames)[number]

export const sectionOf = (pathname: string): SectionName =>
  sectionNames.find((name) => pathname === `/${name}` || pathname.startsWith(`/${name}/`)) ?? 'home'

/** The tabs of each section: their routes and the keys of their names. `exact`: active only on its own route, since others are below it. */
export const tabs = {
  study: [
    { to: '/study/$studyId', label: 'study.overview', exact: true },
    { to: '/study/$studyId/samples', label: 'term.samples' },
    { to: '/study/$studyId/explore', label: 'study.explore' },
    { to: '/study/$studyId/compare', label: 'action.compare' },
    { to: '/study/$studyId/drugs', label: 'term.drugs' },
    { to: '/study/$studyId/share', label: 'study.share' },
  ],
  library: [
    { to: '/library/drugs', label: 'term.drugs' },
    { to: '/library/lists', label: 'library.lists' },
    { to: '/library/pathways', label: 'term.pathways' },
    { to: '/library/offline', label: 'library.offline' },
  ],
  activity: [
    { to: '/activity', label: 'activity.tasks', exact: true },
    { to: '/activity/batches', label: 'term.batches' },
    { to: '/activity/screenings', label: 'activity.screenings' },
  ],
} as const

/** The sections with content in a capsule; the others would be empty or change something. */
const capsuleSections: readonly SectionName[] = ['home', 'study', 'settings', 'connect']
export const isInCapsule = (section: SectionName): boolean => capsuleSections.includes(section)
