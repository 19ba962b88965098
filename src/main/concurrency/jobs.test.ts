import { describe, expect, test } from 'vitest'
import type { EventName, Events } from '../../shared/contract/events.ts'
import { Failure } from '../../shared/contract/failures.ts'
import type { Job } from '../../shared/contract/state.ts'
import { joinMessages, toEnglish } from '../../shared/words/message.ts'
import { createVirtualClock } from '../api/testing/virtualClock.ts'
import { createJobs, type JobSpec, type JobWork } from './jobs.ts'

const spec: JobSpec = { kind: 'import', title: joinMessages([`Import of cohort.csv`]), total: 10 }

function setUp() {
  const time = createVirtualClock()
  const pushes: { name: EventName; job: Job; atMs: number }[] = []
  const bugs: unknown[] = []
  let count = 0
  const jobs = createJobs({
    clock: time.clock,
    random: { next: () => 0.5, id: () => `job-${++count}` },
    emit: (name: EventName, payload: Events[EventName]) =>
      void pushes.push({ name, job: payload as Job, atMs: time.clock.now() }),
    onUnexpectedError: (error) => void bugs.push(error),
  })
  const run = (work: JobWork): Promise<Job> => time.finish(jobs.finished(jobs.start(spec, work)))
  return { time, jobs, pushes, bugs, run }
}

describe('a job', () => {
  test('returns its id immediately and starts the work afterwards', async () => {
    const { jobs, time } = setUp()
    let started = false
    const jobId = jobs.start(spec, async () => {
      started = true
    })
    expect(jobId).toBe('job-1')
    expect(started).toBe(false)
    expect(jobs.list()[0]).toMatchObject({ jobId: 'job-1', state: 'running', total: 10, done: 0 })
    await time.finish(jobs.finished(jobId))
    expect(started).toBe(true)
  })

  test('ends as done with the message of its work, and stays in the list', async () => {
    const { jobs, pushes, run } = setUp()
    const ended = await run(async (progress) => {
      progress.advance({ done: 9, failed: 1 })
      return joinMessages([`9 of 10 were placed.`])
    })
    expect(ended).toMatchObject({ state: 'done', done: 9, failed: 1, message: '9 of 10 were placed.' })
    expect(ended.endedAt).toBe('2026-01-01T00:00:00.000Z')
    expect(jobs.list()).toEqual([ended])
    expect(pushes.filter(({ name }) => name === 'job.ended').map(({ job }) => job)).toEqual([ended])
  })

  test('ends as failed with the message of the failure', async () => {
    const { run, bugs } = setUp()
    const ended = await run(async () => {
      throw new Failure('offline', joinMessages([`The service cannot be reached. Try again later.`]), {
        reason: 'network',
      })
    })
    expect(ended).toMatchObject({
      state: 'failed',
      failureCode: 'offline',
      message: 'The service cannot be reached. Try again later.',
    })
    expect(bugs).toEqual([])
  })

  test('hides the details of an unforeseen error, and passes it to the error handler', async () => {
    const { run, bugs } = setUp()
    const error = new TypeError('secret of token abc')
    const ended = await run(async () => {
      throw error
    })
    expect(ended.state).toBe('failed')
    expect(toEnglish(ended.message!)).not.toContain('secret')
    expect(bugs).toEqual([error])
  })

  test('ends as cancelled after a cancel, whether its work throws or returns', async () => {
    const { jobs, time } = setUp()
    const waiting = jobs.start(spec, (_progress, signal) => time.clock.sleep(1e9, signal))
    const graceful = jobs.start(spec, async (_progress, signal) => {
      await time.clock.sleep(1e9, signal).catch(() => undefined)
      return joinMessages([`3 of 10 were placed.`])
    })
    await time.advance(10)
    jobs.cancel(waiting)
    jobs.cancel(graceful)
    expect(await time.finish(jobs.finished(waiting))).toMatchObject({ state: 'cancelled', message: null })
    expect(await time.finish(jobs.finished(graceful))).toMatchObject({
      state: 'cancelled',
      message: '3 of 10 were placed.',
    })
  })

  test('ends an export as done if it was cancelled after its file was complete', async () => {
    const { jobs, time } = setUp()
    const late = jobs.start({ ...spec, kind: 'export' }, () => time.clock.sleep(1000))
    const early = jobs.start({ ...spec, kind: 'export' }, (_progress, signal) =>
      time.clock.sleep(1000, signal),
    )
    await time.advance(10)
    jobs.cancel(late)
    jobs.cancel(early)
    expect(await time.finish(jobs.finished(late))).toMatchObject({ state: 'done' })
    expect(await time.finish(jobs.finished(early))).toMatchObject({ state: 'cancelled' })
  })

  test('does not change after it has ended', async () => {
    const { jobs, run } = setUp()
    let late = (): void => undefined
    await run(async (progress) => {
      late = () => progress.advance({ done: 1 })
    })
    late()
    jobs.cancel('job-1')
    expect(jobs.list()[0]).toMatchObject({ state: 'done', done: 0 })
  })

  test('throws notFound for an unknown id', async () => {
    const { jobs } = setUp()
    expect(() => jobs.cancel('other')).toThrow(Failure)
    await expect(jobs.finished('other')).rejects.toMatchObject({ code: 'notFound' })
  })
})

describe('progress', () => {
  test('reports the rate of the last minute and the time left', async () => {
    const { jobs, time } = setUp()
    jobs.start({ ...spec, total: 1000 }, async (progress, signal) => {
      for (let i = 0; i < 120; i += 1) {
        await time.clock.sleep(i < 60 ? 100 : 1000, signal)
        progress.advance({ done: 1 })
      }
    })
    await time.advance(65_000)
    // The first 60 items came at 600 per minute and have left the window by now.
    const { done, ratePerMin, etaS } = jobs.list()[0]!
    expect(done).toBe(119)
    expect(ratePerMin).toBeGreaterThan(50)
    expect(ratePerMin).toBeLessThan(70)
    expect(etaS).toBe(Math.round(((1000 - done) * 60) / ratePerMin!))
  })

  test('has no rate and no time left before anything is done', async () => {
    const { jobs, time } = setUp()
    jobs.start(spec, (_progress, signal) => time.clock.sleep(1000, signal))
    await time.advance(500)
    expect(jobs.list()[0]).toMatchObject({ ratePerMin: null, etaS: null })
    await jobs.close()
  })

  test('reports the time left under the rate limit, even after a faster burst at the start', async () => {
    const { jobs, time } = setUp()
    const { clock } = time
    const used = Array.from({ length: 99 }, () => 100)
    const limit = () => ({ limit: 100, windowMs: 60_000, left: 1, waitMs: 0, resetMs: 60_000 })
    jobs.start({ ...spec, total: 10_000, requestsPerItem: 1, limit }, async (progress, signal) => {
      for (const ms of used) {
        await clock.sleep(ms)
        progress.advance({ done: 1 })
      }
      await clock.sleep(3_600_000, signal)
    })
    await time.advance(9_900)
    const { done, ratePerMin, etaS } = jobs.list()[0]!
    expect(done).toBe(99)
    expect(etaS).toBeGreaterThan(98 * 60)
    expect(etaS).toBeLessThan(100 * 60)
    expect(((ratePerMin ?? 0) * (etaS ?? 0)) / 60).toBeCloseTo(10_000 - done, -1)
    expect(jobs.requestsLeft()).toBe(10_000 - done)
  })

  test('is pushed at most five times per second, including the last state of a burst', async () => {
    const { jobs, time, pushes } = setUp()
    jobs.start({ ...spec, total: null }, async (progress, signal) => {
      for (let i = 0; i < 500; i += 1) {
        await time.clock.sleep(2, signal)
        progress.advance({ done: 1 })
      }
      await time.clock.sleep(10_000, signal)
    })
    await time.advance(2000)
    expect(pushes.length).toBeLessThanOrEqual(7)
    expect(pushes.at(-1)?.job.done).toBe(500)
    expect(pushes.at(-1)?.atMs).toBeLessThanOrEqual(Date.UTC(2026, 0, 1) + 1200)
    await jobs.close()
  })
})

test('closing cancels running jobs and waits for their end', async () => {
  const { jobs, time } = setUp()
  let tidied = false
  jobs.start(spec, async (_progress, signal) => {
    await time.clock.sleep(1e9, signal).catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    tidied = true
  })
  await time.advance(1)
  await jobs.close()
  expect(tidied).toBe(true)
  expect(jobs.list()[0]?.state).toBe('cancelled')
})
