import {
  IconChartDots3,
  IconFlask2,
  IconHome,
  IconPill,
  IconTestPipe,
  type TablerIcon,
} from '@tabler/icons-react'

/** The sections of the rail, in their order. */
export const sections = [
  { id: 'home', path: '/', icon: IconHome },
  { id: 'drugs', path: '/drugs', icon: IconPill },
  { id: 'samples', path: '/samples', icon: IconTestPipe },
  { id: 'results', path: '/results', icon: IconChartDots3 },
  { id: 'screening', path: '/screening', icon: IconFlask2 },
] as const satisfies readonly { id: string; path: string; icon: TablerIcon }[]

/** What a capsule holds; the other sections would be empty, or change something. */
const capsuleSections: readonly SectionName[] = ['home', 'samples', 'results', 'settings', 'connect']
export const isInCapsule = (section: SectionName): boolean => capsuleSections.includes(section)

const sectionNames = [
  'home',
  'drugs',
  'samples',
  'import',
  'results',
  'screening',
  'settings',
  'connect',
] as const
export type SectionName = (typeof sectionNames)[number]

/** The section that an address belongs to; `home` for one that names none, and for a study. */
export const sectionOf = (pathname: string): SectionName =>
  sectionNames.find((name) => pathname === `/${name}` || pathname.startsWith(`/${name}/`)) ?? 'home'
