import { type Query, QueryClient } from '@tanstack/react-query'
import type { EventName } from '../../shared/contract/events.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { createThrottle } from '../../shared/throttle.ts'
import { transport } from './host.ts'

/** The methods that read many samples. */
const cohortMethods = [
  'results.values',
  'results.covariates',
  'results.covariateValues',
  'results.compare',
  'results.cluster',
  'results.pca',
  'results.clock',
  'results.compareClock',
  'results.pairing',
  'drugs.match',
  'exports.describe',
] as const satisfies readonly MethodName[]

/** The methods that compute a summary of a whole study. They may lag behind, because their data changes for minutes. */
const studyPictures = [
  'studies.overview',
  'studies.cautions',
  'studies.preview',
] as const satisfies readonly MethodName[]

/** The methods whose responses an event makes outdated. */
const invalidatedBy: Partial<Record<EventName, readonly MethodName[]>> = {
  'status.changed': [
    'app.status',
    'settings.get',
    'session.user',
    'session.secrets',
    'connection.report',
    'updates.status',
  ],
  'studies.changed': [
    'studies.list',
    'studies.names',
    'studies.show',
    'studies.overview',
    'studies.cautions',
    'studies.boards',
    'studies.ofSample',
  ],
  'job.progressed': ['jobs.list'],
  'job.ended': [
    ...studyPictures,
    'jobs.list',
    'batches.list',
    'batches.history',
    'offlineSync.list',
    'exports.list',
  ],
  'samples.changed': [
    'journal.doubt',
    'samples.list',
    'samples.get',
    'batches.list',
    'batches.rows',
    'batches.history',
    'batches.estimate',
  ],
  'results.changed': ['results.sample', 'results.history', 'samples.list', 'samples.get'],
  'screening.changed': ['screening.list', 'screening.show', 'screening.unknownWords'],
  'offlineSync.changed': ['offlineSync.list'],
  'update.changed': ['updates.status'],
  'recent.changed': ['recent.list'],
}

/** The same, throttled: for frequent events (a background job caches drugs all day) and large responses. */
const throttledInvalidations: Partial<Record<EventName, readonly MethodName[]>> = {
  'results.changed': [
    'pathways.list',
    'pathways.show',
    'samples.facets',
    'analyses.estimate',
    'studies.list',
    'studies.show',
    ...cohortMethods,
  ],
  'samples.changed': [
    'samples.facets',
    'samples.unknownWords',
    'analyses.estimate',
    'studies.list',
    'studies.show',
    'studies.ofSample',
    ...cohortMethods,
  ],
  'drugs.changed': [
    'drugs.facets',
    'drugs.match',
    'exports.describe',
    'drugLists.list',
    'drugLists.show',
    'searches.list',
    'drugs.marks',
  ],
  'pathways.changed': ['pathways.list', 'pathways.show', 'drugs.facets', ...cohortMethods],
}
const changingStudyPictures = [
  'results.changed',
  'samples.changed',
  'drugs.changed',
] as const satisfies readonly EventName[]

/** The same, for samples that entered or left a study. Renames and notes do not affect values computed from samples. */
const changedWithStudySamples = [
  'samples.list',
  'samples.facets',
  'analyses.estimate',
  'studies.preview',
  ...cohortMethods,
] as const satisfies readonly MethodName[]

/**
 * The same, only for responses from the local cache. Responses of the service are left alone: each costs a request and
 * is cached, which would send `drugs.changed` again without end.
 */
const cachedQueryInvalidations: Partial<Record<EventName, readonly MethodName[]>> = {
  'drugs.changed': ['drugs.show'],
  'pathways.changed': ['drugs.search'],
}
const throttleOptions = {
  clock: {
    now: () => Date.now(),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  },
  intervalMs: 2000,
  // Makes sure that the last event is handled.
  trailing: true,
}

/** One throttle for all events. It may be long, because the end of each job refreshes the summaries immediately. */
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
  const invalidate = (methods: readonly MethodName[], applies: (input: unknown) => boolean = () => true) => {
    for (const method of methods) {
      const filters = { queryKey: [method], predicate: ({ queryKey }: Query) => applies(queryKey[1]) }
      // A first response that is still loading may have been read before the event, so it is requested again once it
      // has arrived.
      for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
        if (query.state.data === undefined)
          void query
            .fetch()
            .catch(() => undefined)
            .then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      void client.invalidateQueries(filters)
    }
  }
  for (const [event, methods] of Object.entries(invalidatedBy))
    transport.listen(event as EventName, () => invalidate(methods))
  for (const [event, methods] of Object.entries(throttledInvalidations)) {
    transport.listen(event as EventName, createThrottle(throttleOptions, () => invalidate(methods)).trigger)
  }
  for (const [event, methods] of Object.entries(cachedQueryInvalidations)) {
    const invalidateCached = () => invalidate(methods, readsCache)
    transport.listen(event as EventName, createThrottle(throttleOptions, invalidateCached).trigger)
  }
  const invalidatePictures = createThrottle(pictureThrottleOptions, () => invalidate(studyPictures))
  for (const event of changingStudyPictures) transport.listen(event, invalidatePictures.trigger)
  const invalidateStudySamples = createThrottle(throttleOptions, () => invalidate(changedWithStudySamples))
  transport.listen('studies.changed', ({ samples }) => {
    if (samples) invalidateStudySamples.trigger()
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
