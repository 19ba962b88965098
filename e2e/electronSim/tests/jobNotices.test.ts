import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isFull } from '../../../src/main/testing/faults.ts'
import type { Job } from '../../../src/shared/contract/state.ts'
import { joinMessages } from '../../../src/shared/words/message.ts'
import { useHost } from './startHost.ts'

const host = useHost()
let app: Awaited<ReturnType<typeof host.start>>

async function start(): Promise<void> {
  app = await host.start()
}
/** Ends the job, so that an app that was meant to quit closes without asking. */
afterEach(async () => {
  await push('job.ended', { jobId: 'j1' }).catch(() => undefined)
})

const job: Job = {
  jobId: 'j1',
  kind: 'import',
  title: joinMessages([`Order 50 samples`]),
  state: 'running',
  done: 0,
  failed: 0,
  total: 50,
  ratePerMin: null,
  etaS: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  message: null,
  batchId: 'b1',
}
const ended: Partial<Job> = {
  state: 'done',
  done: 48,
  failed: 2,
  endedAt: '2026-01-01T00:00:12.000Z',
  message: joinMessages([`48 orders placed, 2 refused by the service.`]),
}

type Bridge = {
  pathclock: {
    call(name: string, input: unknown): Promise<unknown>
    listen(name: string, listener: (payload: unknown) => void): () => void
  }
}
/** Makes the minimal services send an event. */
const push = (name: 'job.progressed' | 'job.ended', change: Partial<Job> = {}): Promise<unknown> =>
  app.page.evaluate((event) => (window as unknown as Bridge).pathclock.call('imports.send', event), {
    name,
    payload: { ...job, ...change },
  })
const bar = async () => (await app.recorded()).windows[0]?.progressBar

describe.runIf(isFull)('the progress bar on the icon', () => {
  it('sums all running jobs, and turns red if rows have failed', async () => {
    await start()
    await push('job.progressed', { done: 10 })
    expect(await bar()).toEqual({ value: 0.2, mode: 'normal' })
    await push('job.progressed', { jobId: 'j2', kind: 'analysis', done: 15 })
    expect(await bar()).toEqual({ value: 0.25, mode: 'normal' })
    await push('job.progressed', { done: 10, failed: 15 })
    expect(await bar()).toEqual({ value: 0.4, mode: 'error' })
    await push('job.ended', ended)
    expect(await bar()).toEqual({ value: 0.3, mode: 'normal' })
    await push('job.ended', { ...ended, jobId: 'j2' })
    expect(await bar()).toBeNull()
  })

  it('is indeterminate if the total is unknown', async () => {
    await start()
    await push('job.progressed', { total: null, done: 10, failed: 1 })
    expect(await bar()).toEqual({ value: 2, mode: 'indeterminate' })
  })
})

describe.runIf(isFull)('the notification at the end of a job', () => {
  it('reports a long job when the user is elsewhere, and opens it on a click', async () => {
    await start()
    await app.leave()
    await push('job.ended', ended)
    expect((await app.recorded()).notifications).toEqual([
      { title: 'Order 50 samples', body: '48 orders placed, 2 refused by the service.' },
    ])
    const clicked = app.page.evaluate(
      () => new Promise((done) => (window as unknown as Bridge).pathclock.listen('notice.clicked', done)),
    )
    await app.clickNotification('Order 50 samples')
    expect(await clicked).toMatchObject({ kind: 'import', batchId: 'b1' })
    expect((await app.recorded()).windows[0]).toMatchObject({ visible: true, focused: true })
    await expect(app.clickNotification('Order 50 samples')).rejects.toThrow('no notification')
  })

  it('is left out for short or cancelled jobs, and while the window has the focus', async () => {
    await start()
    await push('job.ended', ended)
    await app.leave()
    await push('job.ended', { ...ended, endedAt: '2026-01-01T00:00:09.000Z' })
    await push('job.ended', { ...ended, state: 'cancelled' })
    expect((await app.recorded()).notifications).toEqual([])
    await push('job.ended', { ...ended, state: 'failed', message: joinMessages([`The batch is paused.`]) })
    expect((await app.recorded()).notifications).toHaveLength(1)
  })

  it("uses the app's name in Windows", async () => {
    await start()
    expect((await app.recorded()).appUserModelId).toBe('org.pathclock.app')
  })
})

describe('quitting while orders are placed', () => {
  const closed = () => existsSync(join(app.dataFolder, 'closed'))

  it('asks first, with the stored progress, and continues if the user declines', async () => {
    await start()
    await push('job.progressed', { done: 12 })
    await app.answerMessageBox(0)
    await app.clickMenu('Quit')
    await expect.poll(async () => (await app.recorded()).dialogs.length).toBe(1)
    expect((await app.recorded()).dialogs[0]).toMatchObject({
      options: {
        message: 'Orders are being placed. Quit all the same?',
        detail: expect.stringMatching(/^12 of 50 are placed\. What was placed is kept/),
        defaultId: 0,
        cancelId: 0,
      },
    })
    expect((await app.recorded()).windows).toHaveLength(1)
    expect(closed()).toBe(false)
  })

  it('ends the services in order if the user agrees', async () => {
    await start()
    await push('job.progressed', { done: 12 })
    await app.answerMessageBox(1)
    await app.clickMenu('Quit')
    expect(await app.ended).toBe(0)
    expect(closed()).toBe(true)
  })

  it.skipIf(process.platform === 'darwin')('asks also when the last window is closed', async () => {
    await start()
    await push('job.progressed', { done: 12 })
    await app.answerMessageBox(0)
    await app.page.close()
    await expect.poll(async () => (await app.recorded()).dialogs.length).toBe(1)
    expect(closed()).toBe(false)
    expect((await app.recorded()).windows).toHaveLength(1)
    await app.answerMessageBox(1)
    await app.close()
    expect(closed()).toBe(true)
  })

  it('does not ask about other jobs, which resume automatically or cost nothing', async () => {
    await start()
    await push('job.progressed', { kind: 'offlineSync' })
    await push('job.progressed')
    await push('job.ended', ended)
    await app.clickMenu('Quit').catch(() => undefined)
    expect(await app.ended).toBe(0)
  })
})
