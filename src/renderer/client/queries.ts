import { QueryClient } from '@tanstack/react-query'
import type { EventName } from '../../shared/contract/events.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { transport } from './host.ts'

/** Answers about many samples at once. */
const ofCohorts = [
  'results.values',
  'results.covariates',
  'results.covariateValues',
  'results.compare',
  'results.cluster',
  'results.pca',
  'results.clock',
  'drugs.match',
  'exports.describe',
] as const satisfies readonly MethodName[]

/** Which answers a push makes old. */
const outdatedBy: Partial<Record<EventName, readonly MethodName[]>> = {
  'status.changed': [
    'app.status',
    'settings.get',
    'session.user',
    'session.secrets',
    'connection.report',
    'updates.status',
  ],
  'job.progressed': ['jobs.list'],
  'job.ended': ['jobs.list', 'batches.list', 'batches.history', 'prefetch.list', 'exports.list'],
  'samples.changed': ['samples.list', 'samples.get', 'batches.list', 'batches.rows', 'batches.history'],
  'results.changed': ['results.sample', 'results.history', 'samples.list', 'samples.get'],
  'screening.changed': ['screening.list', 'screening.show', 'screening.unknownWords'],
  'prefetch.changed': ['prefetch.list'],
  'update.changed': ['updates.status'],
  'recent.changed': ['recent.list'],
}

/** The same, where pushes come in swarms (a background job keeps drugs all day) and the answers may be long. */
const outdatedAtMostEvery2S: Partial<Record<EventName, readonly MethodName[]>> = {
  'results.changed': ['pathways.list', 'pathways.show', 'samples.facets', ...ofCohorts],
  'samples.changed': ['samples.facets', 'samples.unknownWords', ...ofCohorts],
  'drugs.changed': [
    'drugs.facets',
    'drugs.match',
    'exports.describe',
    'sets.list',
    'sets.show',
    'searches.list',
    'drugs.marks',
  ],
  'pathways.changed': ['pathways.list', 'pathways.show', 'drugs.facets', ...ofCohorts],
}
/**
 * The same, of those answers only that were asked of what is kept here. The service's own are left: each costs a
 * request, and is kept, which would push `drugs.changed` again without end.
 */
const outdatedWhereKept: Partial<Record<EventName, readonly MethodName[]>> = {
  'drugs.changed': ['drugs.show'],
  'pathways.changed': ['drugs.search'],
}
const gapMs = 2000

/** The page's store of answers. Main retries what may be retried, so a failure is shown at once. */
export function createQueries(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false } },
  })
  const outdate = (methods: readonly MethodName[]) => {
    for (const method of methods) void client.invalidateQueries({ queryKey: [method] })
  }
  for (const [event, methods] of Object.entries(outdatedBy))
    transport.listen(event as EventName, () => outdate(methods))
  for (const [event, methods] of Object.entries(outdatedAtMostEvery2S)) {
    const outdateSeldom = atMostEvery(gapMs, () => outdate(methods))
    transport.listen(event as EventName, outdateSeldom)
  }
  for (const [event, methods] of Object.entries(outdatedWhereKept)) {
    const outdateKept = () => {
      for (const method of methods)
        void client.invalidateQueries({
          queryKey: [method],
          predicate: ({ queryKey }) => isOfKept(queryKey[1]),
        })
    }
    transport.listen(event as EventName, atMostEvery(gapMs, outdateKept))
  }
  // Told with every request: the push carries all there is to know, so nothing is asked.
  transport.listen('quota.changed', (quota) =>
    client.setQueriesData<AppStatus>(
      { queryKey: ['app.status'] },
      (status) => status && { ...status, quota },
    ),
  )
  transport.whenReconnected(() => void client.invalidateQueries())
  return client
}

const isOfKept = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'from' in input && input.from === 'cache'

/** Does `work` at once; asked again within the gap, once more when it is over, so that the last push always counts. */
function atMostEvery(gap: number, work: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let again = false
  const run = () => {
    work()
    again = false
    waiting = setTimeout(() => {
      waiting = undefined
      if (again) run()
    }, gap)
  }
  return () => {
    if (waiting === undefined) run()
    else again = true
  }
}
