import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, chromium, expect, type Page } from '@playwright/test'
import { findElectron, findPacked } from '../scripts/electronBinary.mjs'
import { type ReferenceService, startReferenceService } from '../src/demoService/index.ts'
import { type RunningApp, startElectron, startElectronSim, startLoopback } from './hosts.ts'

export { expect }

type HostName = 'loopback' | 'electron-sim' | 'electron'
/** `data`: what the app finds when it starts; `analysed`: the demo with the 48 samples of the example and their results. */
export type HostOption = { host: HostName; data: 'none' | 'analysed' }

type Fixtures = {
  folder: string
  /** Starts the app on the test's own data folder, after ending the one before. */
  start: () => Promise<RunningApp>
  app: RunningApp
  page: Page
  /**
   * Finds none of the faults that axe seeks on the page as it is. Nothing is sought on the Electron simulator, which
   * shows the same pages in the same browser as the loopback host.
   */
  scan: (page: Page) => Promise<void>
  /** A reference service of the test's own, apart from the app. */
  service: ReferenceService
}

const starts = { loopback: startLoopback, 'electron-sim': startElectronSim, electron: startElectron }

const browserArguments = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu']

/** Every test has its own data folder, host process and browser context; it fails on any CSP violation or page error. */
export const test = base.extend<Fixtures & HostOption>({
  host: ['loopback', { option: true }],
  data: ['none', { option: true }],

  folder: async ({ data }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'pathclock-e2e-'))
    const analysed = process.env['PATHCLOCK_E2E_ANALYSED']
    if (data === 'analysed' && analysed) await cp(analysed, join(folder, 'data'), { recursive: true })
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  browser: [
    async ({ playwright }, use) => {
      const executablePath = process.env['PATHCLOCK_CHROMIUM'] ?? '/usr/bin/chromium'
      const browser = await (playwright?.chromium ?? chromium).launch({
        executablePath,
        args: browserArguments,
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],

  start: async ({ host, folder, browser, viewport, colorScheme }, use, testInfo) => {
    const isMissing = host === 'electron' && !findPacked() && !findElectron()
    testInfo.skip(isMissing, 'skipped: no Electron binary')
    const faults: string[] = []
    const open = new Set<RunningApp>()
    await use(async () => {
      for (const former of open) await former.close()
      open.clear()
      const context = { viewport, colorScheme, locale: 'en-US' }
      const watch = (page: Page) => watchFaults(page, faults)
      const app = await starts[host]({ dataFolder: join(folder, 'data'), browser, context, watch })
      open.add(app)
      return app
    })
    for (const app of open) await app.close()
    expect(faults, 'console errors, page errors and CSP violations').toEqual([])
  },

  app: async ({ start }, use) => use(await start()),

  page: async ({ app }, use) => use(app.page),

  scan: async ({ host }, use) => use(host === 'electron-sim' ? async () => {} : findNoFaults),

  service: async ({}, use) => {
    const service = await startReferenceService({ speed: 60, rate: { requests: 6000, windowS: 60 } })
    await use(service)
    await service.close()
  },
})

/** No frames have answers to be gathered, and nothing is made of what axe finds in order. */
export async function findNoFaults(page: Page): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

/** What no run may show: an uncaught error of the page, or anything the browser refused or logged as an error. */
function watchFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
}
