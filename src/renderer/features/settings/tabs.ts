/** The parts of the settings, one level deep; which one is shown is kept in the address. */
export const tabs = [
  'account',
  'profiles',
  'connection',
  'security',
  'journal',
  'appearance',
  'network',
  'privacy',
  'general',
] as const
export type Tab = (typeof tabs)[number]

/** A capsule has no service, and its journal is a copy of what the capsule holds. */
export const capsuleTabs: readonly Tab[] = [
  'account',
  'profiles',
  'security',
  'appearance',
  'network',
  'privacy',
  'general',
]

/** Reads the search part of the address; anything unknown is the first part. */
export const parseTab = (search: Record<string, unknown>): Tab =>
  tabs.find((tab) => tab === search['tab']) ?? 'account'
