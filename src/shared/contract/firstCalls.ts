import type { MethodName } from './methodNames.ts'

/** What every first screen shows; none takes an input. A host on this computer sends it with the session, unasked. */
export const firstCalls = [
  'settings.get',
  'app.status',
  'studies.list',
  'jobs.list',
] as const satisfies readonly MethodName[]

export type FirstCall = (typeof firstCalls)[number]
