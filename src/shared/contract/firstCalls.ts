import type { MethodName } from './methodNames.ts'

/**
 * The calls that every first screen makes. They take no input, and the loopback host sends their results with the
 * session.
 */
export const firstCalls = [
  'settings.get',
  'app.status',
  'studies.list',
  'jobs.list',
] as const satisfies readonly MethodName[]

export type FirstCall = (typeof firstCalls)[number]
