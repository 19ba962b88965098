import { QueryClient } from '@tanstack/react-query'
import type { EventName } from '../../shared/contract/events.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import type { AppStatus } from '../../shared/contract/state.ts'
import { transport } from './host.ts'

/** Which answers a push makes old. */
const outdatedBy: Partial<Record<EventName, readonly MethodName[]>> = {
  'status.changed': ['app.status', 'settings.get', 'session.user', 'session.secrets', 'connection.report'],
  'job.progressed': ['jobs.list'],
  'job.ended': ['jobs.list', 'batches.list'],
  'samples.changed': ['samples.list', 'samples.get', 'batches.list', 'batches.rows'],
  'results.changed': ['results.matrix', 'results.page', 'results.sample', 'samples.list', 'samples.get'],
  'screening.changed': ['screening.list', 'screening.show'],
}

/** The page's store of answers. Main retries what may be retried, so a failure is shown at once. */
export function createQueries(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false } },
  })
  for (const [event, methods] of Object.entries(outdatedBy))
    transport.listen(event as EventName, () => {
      for (const method of methods) void client.invalidateQueries({ queryKey: [method] })
    })
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
