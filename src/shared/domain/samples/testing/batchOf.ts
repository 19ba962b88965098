import type { Batch } from '../importing.ts'

/** Returns a paused batch without rows, with changes. */
export const batchOf = (more: Partial<Batch> = {}): Batch => ({
  batchId: 'b1',
  fileName: 'cohort.csv',
  createdAt: '2026-11-21T00:00:00Z',
  state: 'paused',
  rows: 0,
  created: 0,
  failed: 0,
  unknown: 0,
  queued: 0,
  cancelled: 0,
  resumable: 0,
  ...more,
})
