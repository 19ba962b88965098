import type { MethodName } from './methodNames.ts'

/** The calls of every first screen. They take no input; the loopback host sends their results with the session. */
export const firstCalls = [
  'settings.get',
  'app.status',
  'studies.list',
  'jobs.list',
] as const satisfies readonly MethodName[]

export type FirstCall = (typeof firstCalls)[number]
