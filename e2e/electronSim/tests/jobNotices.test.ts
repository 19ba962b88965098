import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isFull } from '../../../src/main/testing/faults.ts'
import type { Job } from '../../../src/shared/contract/state.ts'
import { message } from '../../../src/shared/messages/message.ts'
import { createHostFixture, type HostFixture } from '../hostFixture.ts'
import { type ElectronSim, launchElectronSim } from '../index.ts'

let browser: Browser
let fixture: HostFixture
let app: ElectronSim
let dataFolder: string

beforeAll(async () => {
  const executablePath = process.env['PATHCLOCK_CHROMIUM'] ?? '/usr/bin/chromium'
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']
  browser = await chromium.launch({ executablePath, args })
  fixture = await createHostFixture()
})
afterAll(async () => {
  await browser.close()
  await fixture.remove()
})

async function start(): Promise<void> {
  dataFolder = await fixture.newDataFolder()
  app = await launchElectronSim({ browser, main: fixture.main, dataFolder })
}
/** Of an app that was to end by itself too: it is told that nothing is being placed any more. */
afterEach(async () => {
  await push('job.ended', { jobId: 'j1' }).catch(() => undefined)
  await app.close()
})

const job: Job = {
  jobId: 'j1',
  kind: 'import',
  title: message`Order 50 samples`,
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
  message: message`48 orders placed, 2 refused by the service.`,
}

type Bridge = {
  pathclock: {
    call(name: string, input: unknown): Promise<unknown>
    listen(name: string, listener: (payload: unknown) => void): () => void
  }
}
/** The services in miniature push what they are asked to. */
const push = (name: 'job.progressed' | 'job.ended', change: Partial<Job> = {}): Promise<unknown> =>
  app.page.evaluate((event) => (window as unknown as Bridge).pathclock.call('imports.send', event), {
    name,
    payload: { ...job, ...change },
  })
const bar = async () => (await app.recorded()).windows[0]?.progressBar

describe.runIf(isFull)('the bar on the icon', () => {
  it('goes with all that runs, and turns red where rows have failed', async () => {
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

  it('runs without a measure where the whole is not known', async () => {
    await start()
    await push('job.progressed', { total: null, done: 10, failed: 1 })
    expect(await bar()).toEqual({ value: 2, mode: 'indeterminate' })
  })
})

describe.runIf(isFull)('the notice at the end', () => {
  it('says what came of long work to a person who is elsewhere; clicked, it opens what it tells of', async () => {
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

  it('is not given for short work, for work that a person ended, or in a window that has the focus', async () => {
    await start()
    await push('job.ended', ended)
    await app.leave()
    await push('job.ended', { ...ended, endedAt: '2026-01-01T00:00:09.000Z' })
    await push('job.ended', { ...ended, state: 'cancelled' })
    expect((await app.recorded()).notifications).toEqual([])
    await push('job.ended', { ...ended, state: 'failed', message: message`The batch is paused.` })
    expect((await app.recorded()).notifications).toHaveLength(1)
  })

  it('comes under the name that an installed app has in Windows', async () => {
    await start()
    expect((await app.recorded()).appUserModelId).toBe('org.pathclock.app')
  })
})

describe('quitting while orders are placed', () => {
  const closed = () => existsSync(join(dataFolder, 'closed'))

  it('is asked about, with what is stored, and goes on as before where it is not meant', async () => {
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

  it('ends the services in order once it is agreed to', async () => {
    await start()
    await push('job.progressed', { done: 12 })
    await app.answerMessageBox(1)
    await app.clickMenu('Quit')
    expect(await app.ended).toBe(0)
    expect(closed()).toBe(true)
  })

  it.skipIf(process.platform === 'darwin')(
    'is asked about also where the last window is closed',
    async () => {
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
    },
  )

  it('is not asked about other work, which goes on by itself or costs nothing', async () => {
    await start()
    await push('job.progressed', { kind: 'offlineSync' })
    await push('job.progressed')
    await push('job.ended', ended)
    await app.clickMenu('Quit').catch(() => undefined)
    expect(await app.ended).toBe(0)
  })
})
