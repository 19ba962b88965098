/** The parts of the app, by the first word of an address. */
const sectionNames = ['home', 'study', 'library', 'activity', 'import', 'settings', 'connect'] as const
export type SectionName = (typeof sectionNames)[number]

/** The section that an address belongs to; `home` for one that names none. */
export const sectionOf = (pathname: string): SectionName =>
  sectionNames.find((name) => pathname === `/${name}` || pathname.startsWith(`/${name}/`)) ?? 'home'

/** What a capsule holds; the other sections would be empty, or change something. */
const capsuleSections: readonly SectionName[] = ['home', 'study', 'settings', 'connect']
export const isInCapsule = (section: SectionName): boolean => capsuleSections.includes(section)
