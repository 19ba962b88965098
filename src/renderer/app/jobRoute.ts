import type { Job } from '../../shared/contract/state.ts'

type JobRoute = { to: string; search?: Record<string, string> }

/** Where a person sees what became of a job; null where it shows nowhere, as a file that was saved. */
export function routeOfJob({ kind, batchId }: Job): JobRoute | null {
  if (kind === 'import') return { to: '/samples/batches', search: batchId === null ? {} : { batch: batchId } }
  if (kind === 'refresh') return { to: '/samples' }
  if (kind === 'analysis') return { to: '/results' }
  if (kind === 'screening') return { to: '/screening' }
  return kind === 'prefetch' ? { to: '/drugs/offline' } : null
}
