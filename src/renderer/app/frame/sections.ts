import { IconChartDots3, IconFlask2, IconPill, IconTestPipe, type TablerIcon } from '@tabler/icons-react'

/** The sections of the rail, in their order; their digits are the shortcuts of the host's menu too. */
export const sections = [
  { id: 'drugs', path: '/drugs', icon: IconPill, digit: '1' },
  { id: 'samples', path: '/samples', icon: IconTestPipe, digit: '2' },
  { id: 'results', path: '/results', icon: IconChartDots3, digit: '3' },
  { id: 'screening', path: '/screening', icon: IconFlask2, digit: '4' },
] as const satisfies readonly { id: string; path: string; icon: TablerIcon; digit: string }[]

/** What a capsule holds; the other sections would be empty, or change something. */
const capsuleSections: readonly SectionName[] = ['samples', 'results', 'settings', 'connect']
export const isInCapsule = (section: SectionName): boolean => capsuleSections.includes(section)

const sectionNames = ['drugs', 'samples', 'import', 'results', 'screening', 'settings', 'connect'] as const
export type SectionName = (typeof sectionNames)[number]

/** The section that an address belongs to; `drugs` for one that names none. */
export const sectionOf = (pathname: string): SectionName =>
  sectionNames.find((name) => pathname === `/${name}` || pathname.startsWith(`/${name}/`)) ?? 'drugs'
