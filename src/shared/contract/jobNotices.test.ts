import { describe, expect, it } from 'vitest'
import { joinMessages } from '../words/message.ts'
import { overallProgress, toNotice } from './jobNotices.ts'
import type { Job } from './state.ts'
import { jobOf } from './testing/jobOf.ts'

const job: Job = jobOf({
  title: joinMessages([`Order 50 samples`]),
  state: 'done',
  done: 48,
  failed: 2,
  total: 50,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:10.001Z',
  message: joinMessages([`48 orders placed, 2 refused by the service.`]),
  batchId: 'b1',
})

describe('the notice of an ended job', () => {
  it("contains the job's message, or its counts if it has none", () => {
    const title = 'Order 50 samples'
    expect(toNotice(job)).toEqual({ title, body: '48 orders placed, 2 refused by the service.' })
    expect(toNotice({ ...job, message: null })).toEqual({ title, body: '48 done, 2 failed.' })
    expect(toNotice({ ...job, message: null, failed: 0 })?.body).toEqual('48 done.')
    const full = joinMessages([`The disk is full.`])
    expect(toNotice({ ...job, state: 'failed', message: full })?.body).toEqual(full)
  })

  it('is absent for a job that took at most 10 s, still runs, or was canceled by the user', () => {
    expect(toNotice({ ...job, endedAt: '2026-01-01T00:00:10.000Z' })).toBeNull()
    expect(toNotice({ ...job, state: 'running', endedAt: null })).toBeNull()
    expect(toNotice({ ...job, state: 'cancelled' })).toBeNull()
  })
})

describe('the overall progress', () => {
  it('counts failures as finished, across all running jobs', () => {
    const started = { ...job, done: 10, failed: 0, total: 50 }
    expect(overallProgress([{ ...started, failed: 5 }])).toBe(0.3)
    expect(overallProgress([started, { ...started, done: 90, total: 150 }])).toBe(0.5)
    expect(overallProgress([{ ...started, done: 60 }])).toBe(1)
  })

  it('is unknown if the total of one job is unknown or there is nothing to do', () => {
    expect(overallProgress([job, { ...job, total: null }])).toBeNull()
    expect(overallProgress([{ ...job, total: 0 }])).toBeNull()
    expect(overallProgress([])).toBeNull()
  })
})
