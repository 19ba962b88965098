import { beforeEach, expect, it } from 'vitest'
import type { Job } from '../../../shared/contract/state.ts'
import { jobOf } from '../../../shared/contract/testing/jobOf.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { answer, push, reconnect, resetHost } from '../../client/testing/fakeHost.ts'
import { failureOfJob, followJob } from '../../client/useExportFile.ts'

const running = jobOf({ kind: 'export', done: 1, total: 2 })
const ended: Job = { ...running, state: 'done', done: 2, endedAt: '2026-01-01T00:00:00.000Z' }
const silent = () => undefined
const started = async () => ({ jobId: 'j1' })

beforeEach(resetHost)

it('resolves for a job that ended before the call returned its id', async () => {
  const start = async () => {
    push('job.ended', ended)
    return { jobId: 'j1' }
  }
  expect(await followJob(start, silent)).toEqual(ended)
})

it('reports the progress of its own job only', async () => {
  const reported: Job[] = []
  const followed = followJob(started, (job) => reported.push(job))
  await Promise.resolve()
  push('job.progressed', running)
  push('job.progressed', { ...running, jobId: 'other' })
  push('job.ended', { ...ended, jobId: 'other' })
  push('job.ended', ended)
  expect(await followed).toEqual(ended)
  expect(reported).toEqual([running])
})

it('looks the job up after a connection gap in which it ended', async () => {
  answer({ 'jobs.list': () => [ended] })
  const followed = followJob(started, silent)
  await Promise.resolve()
  reconnect()
  expect(await followed).toEqual(ended)
})

it('rejects if the job is no longer known', async () => {
  answer({ 'jobs.list': () => [] })
  const followed = followJob(started, silent)
  await Promise.resolve()
  reconnect()
  await expect(followed).rejects.toMatchObject({
    code: 'notFound',
    message: expect.stringContaining('again'),
  })
})

it('shows the message of a failed job with its kind of failure', () => {
  const failed: Job = { ...ended, state: 'failed', message: joinMessages([`The disk is full.`]) }
  expect(failureOfJob({ ...failed, failureCode: 'file' }, 'a.csv')).toMatchObject({
    code: 'file',
    message: 'The disk is full.',
    details: { name: 'a.csv' },
  })
  expect(failureOfJob({ ...failed, failureCode: 'timeout' }, 'a.csv')).toMatchObject({
    code: 'bug',
    message: 'The disk is full.',
    details: { reference: 'j1' },
  })
})
