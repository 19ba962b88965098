/** The sections of the app, by the first segment of an address. */
const sectionNames = ['home', 'study', 'library', 'activity', 'import', 'settings', 'connect'] as const
export type SectionName = (typeof sectionNames)[number]

export const sectionOf = (pathname: string): SectionName =>
  sectionNames.find((name) => pathname === `/${name}` || pathname.startsWith(`/${name}/`)) ?? 'home'

/** The sections with content in a capsule; the others would be empty or change something. */
const capsuleSections: readonly SectionName[] = ['home', 'study', 'settings', 'connect']
export const isInCapsule = (section: SectionName): boolean => capsuleSections.includes(section)
