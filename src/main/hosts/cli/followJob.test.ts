import { expect, it } from 'vitest'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import { followJob } from './app.ts'
import type { OpenedApp } from './program/command.ts'

const ended = jobOf({ jobId: 'J-1', state: 'done', done: 3, total: 3 })

it('returns a job that ended before the listener was added', async () => {
  const app = {
    run: { output: { progress: () => {}, progressEnded: () => {} }, signal: new AbortController().signal },
    listen: () => () => {},
    callAnyway: async () => [ended],
  } as unknown as OpenedApp
  expect(await followJob(app, async () => ({ jobId: 'J-1' }))).toEqual(ended)
})

it('reports the end of a long pause requested by the service once', async () => {
  const waits: number[] = []
  const quota = { limit: 100, windowMs: 60_000, left: 0, resetMs: 0, etaMs: 0 }
  const paused = { ...quota, queued: 1, waitMs: 90_000, paused: true }
  const app = {
    run: {
      output: {
        progress: () => {},
        progressEnded: () => {},
        waiting: (untilMs: number) => void waits.push(untilMs),
      },
      signal: new AbortController().signal,
    },
    listen: (listener: (event: unknown) => void) => {
      for (const payload of [
        { ...paused, waitMs: 500 },
        { ...paused, queued: 0 },
        { ...paused, paused: false },
        paused,
        paused,
      ])
        listener({ name: 'quota.changed', payload })
      return () => {}
    },
    callAnyway: async () => [ended],
  } as unknown as OpenedApp
  const before = Date.now()
  await followJob(app, async () => ({ jobId: 'J-1' }))
  expect(waits).toHaveLength(1)
  expect(waits[0]! - before).toBeGreaterThanOrEqual(90_000)
})
