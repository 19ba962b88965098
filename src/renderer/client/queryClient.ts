import { type Query, QueryClient } from '@tanstack/react-query'
import { eventNames, type MethodName } from '../../shared/contract/methodNames.ts'
import { type Change, isOutdatedBy, outdatingChanges } from '../../shared/contract/staleness.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { createThrottle } from '../../shared/throttle.ts'
import { transport } from './host.ts'

/** The changes that arrive often, since a background job may store results or drugs all day. */
const frequentChanges: ReadonlySet<Change> = new Set([
  'samples.changed',
  'results.changed',
  'drugs.changed',
  'pathways.changed',
  'studySamples.changed',
])

/** Methods with small responses, which frequent changes refresh without a delay too. */
const smallResponses: ReadonlySet<MethodName> = new Set([
  'samples.list',
  'samples.get',
  'results.sample',
  'results.history',
  'journal.doubt',
  'batches.list',
  'batches.rows',
  'batches.history',
  'batches.estimate',
])

/** The methods that compute a summary of a whole study. They may lag behind, because their data changes for minutes. */
const studyPictures: ReadonlySet<MethodName> = new Set([
  'studies.overview',
  'studies.cautions',
  'studies.preview',
])

/**
 * Methods that query the service unless their input has `from: 'cache'`. Only responses from the cache are refreshed: each
 * response of the service costs a request and is cached, which would send `drugs.changed` again without end.
 */
const asksService: ReadonlySet<MethodName> = new Set(['drugs.search', 'drugs.show'])

const throttleOptions = {
  clock: {
    now: () => Date.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  },
  intervalMs: 2000,
  // Makes sure that the last event is handled.
  trailing: true,
}

/** It may be long, because the end of each job refreshes the summaries immediately. */
const pictureThrottleOptions = { ...throttleOptions, intervalMs: 15_000 }

/**
 * All changes of these responses are sent as events, so components that render soon after each other share one request.
 */
const pushedAnswers = [
  'app.status',
  'settings.get',
  'studies.list',
  'jobs.list',
] as const satisfies readonly MethodName[]
const freshForMs = 2000

/**
 * Creates the page's query cache. The main process retries what can be retried, so failures are shown immediately.
 * `begin`: adds requests that were sent earlier, so that an event in the meantime makes them outdated.
 */
export function createQueryClient(begin: (client: QueryClient) => void = () => undefined): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false } },
  })
  for (const method of pushedAnswers) client.setQueryDefaults([method], { staleTime: freshForMs })
  begin(client)
  const invalidate = (isChosen: (method: MethodName) => boolean) => {
    const predicate = ({ queryKey: [name, input] }: Query) => {
      // Every query of the page has the name of its method first.
      const method = name as MethodName
      return isChosen(method) && (!asksService.has(method) || readsCache(input))
    }
    // A first response that is still loading may have been read before the event, so it is requested again once it
    // has arrived.
    for (const query of client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }))
      if (query.state.data === undefined)
        void query
          .fetch()
          .catch(() => undefined)
          .then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
    void client.invalidateQueries({ predicate })
  }
  const pictures = createThrottle(pictureThrottleOptions, () =>
    invalidate((method) => studyPictures.has(method)),
  )
  const createRefresh = (change: Change): (() => void) => {
    if (!frequentChanges.has(change)) return () => invalidate((method) => isOutdatedBy(change, method))
    const isLarge = (method: MethodName) => !smallResponses.has(method) && !studyPictures.has(method)
    const large = createThrottle(throttleOptions, () =>
      invalidate((method) => isLarge(method) && isOutdatedBy(change, method)),
    )
    return () => {
      invalidate((method) => smallResponses.has(method) && isOutdatedBy(change, method))
      large.trigger()
      if (isOutdatedBy(change, 'studies.overview')) pictures.trigger()
    }
  }
  // An event that arrives early goes to its first listener only, so this listens to no others.
  for (const event of eventNames)
    if (outdatingChanges.has(event)) transport.listen(event, createRefresh(event))
  const refreshStudySamples = createRefresh('studySamples.changed')
  transport.listen('studies.changed', ({ samples }) => {
    if (samples) refreshStudySamples()
  })
  // Sent with every request. The event contains the whole quota, so nothing is requested.
  transport.listen('quota.changed', (quota) =>
    client.setQueriesData<AppStatus>(
      { queryKey: ['app.status'] },
      (status) => status && { ...status, quota },
    ),
  )
  // This call fails, which makes the status bar report the missing host.
  transport.whenDisconnected(() => void client.invalidateQueries({ queryKey: ['app.status'] }))
  transport.whenReconnected(() => void client.invalidateQueries())
  return client
}

const readsCache = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'from' in input && input.from === 'cache'
