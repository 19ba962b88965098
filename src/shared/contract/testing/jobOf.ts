import { joinMessages } from '../../words/message.ts'
import type { Job } from '../state.ts'

/** Returns a running job, with changes. */
export const jobOf = (more: Partial<Job> = {}): Job => ({
  jobId: 'j1',
  kind: 'import',
  title: joinMessages([]),
  state: 'running',
  done: 0,
  failed: 0,
  total: null,
  ratePerMin: null,
  etaS: null,
  startedAt: '2026-01-01T00:00:00Z',
  endedAt: null,
  message: null,
  batchId: null,
  ...more,
})
