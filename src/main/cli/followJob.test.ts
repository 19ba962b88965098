import { expect, it } from 'vitest'
import type { Job } from '../../shared/contract/state.ts'
import type { OpenedApp } from './command.ts'
import { followJob } from './followJob.ts'

const ended: Job = {
  jobId: 'J-1',
  kind: 'refresh',
  title: 'Refresh samples',
  state: 'done',
  done: 3,
  failed: 0,
  total: 3,
  ratePerMin: null,
  etaS: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  message: null,
  batchId: null,
}

it('gives a job that had ended before anybody listened', async () => {
  const app = {
    run: { output: { progress: () => {}, progressEnded: () => {} }, signal: new AbortController().signal },
    listen: () => () => {},
    callAnyway: async () => [ended],
  } as unknown as OpenedApp
  expect(await followJob(app, async () => ({ jobId: 'J-1' }))).toEqual(ended)
})
