import type { MethodName } from './methodNames.ts'

/** What every first screen shows; none takes an input. The loopback host sends it with the session. */
export const firstCalls = [
  'settings.get',
  'app.status',
  'studies.list',
  'jobs.list',
] as const satisfies readonly MethodName[]

export type FirstCall = (typeof firstCalls)[number]
