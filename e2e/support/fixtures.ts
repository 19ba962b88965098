import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test'
import { findElectron, findPacked } from '../../scripts/electronBinary.mjs'
import { type ReferenceService, startReferenceService } from '../../src/demoService/index.ts'
import { findNoFaults } from '../checks/axeScan.ts'
import { watchFaults } from '../checks/watchFaults.ts'
import { type RunningApp, startElectron, startElectronSim, startLoopback } from './hosts.ts'

export { expect, findNoFaults }

type HostName = 'loopback' | 'electron-sim' | 'electron'
/**
 * `data`: the initial data of the app. `demo`: the demo without samples. `analysed`: the 48 samples of the example with
 * their results.
 */
export type HostOption = {
  host: HostName
  data: 'none' | 'demo' | 'analysed'
  /** True for a new user, who is offered the tour. */
  newcomer: boolean
  /** Keeps animations, as most users see them; without them tests do not wait for frames in between. */
  moving: boolean
}

type Fixtures = {
  folder: string
  /** The faults so far, which no test may cause; a test that provokes some removes them. */
  faults: string[]
  /** Starts the app on the test's own data folder, after ending the previous one. */
  start: () => Promise<RunningApp>
  app: RunningApp
  page: Page
  /**
   * Checks the current page with axe in `npm run test:full` on the loopback host. Otherwise does nothing:
   * access.spec.ts scans the most used screens in each run, and the Electron simulator shows the same pages.
   */
  scanWhenFull: (page: Page) => Promise<void>
  /** A reference service of the test, separate from the app. */
  service: ReferenceService
}

const starts = { loopback: startLoopback, 'electron-sim': startElectronSim, electron: startElectron }

/** True in `npm run test:full`, which includes long and rare tests. */
export const isFull = process.env['PATHCLOCK_FAULTS'] === 'full'
/** The reason why `npm test` skips a test: `test.skip(!isFull, partOfFull)`. */
export const partOfFull = 'part of npm run test:full'
/**
 * The condition for a test that runs on the simulator only in `npm run test:full`: `test.skip(isQuickOnSimulator,
 * partOfFull)`.
 */
export const isQuickOnSimulator = ({ host }: { host: HostName }): boolean => !isFull && onSimulator({ host })

/** The reason why a test of pages and services skips the simulator: `test.skip(onSimulator, samePages)`. */
export const samePages = 'the same pages and services in the same browser as on the loopback host'
export const onSimulator = ({ host }: { host: HostName }): boolean => host === 'electron-sim'

const browserArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  // A heap snapshot then contains long texts completely.
  '--js-flags=--heap-snapshot-string-limit=1000000',
]

/**
 * Every test has its own data folder, host process and browser context; it fails on any CSP violation or page error.
 */
export const test = base.extend<Fixtures & HostOption>({
  host: ['loopback', { option: true }],
  data: ['none', { option: true }],

  newcomer: [false, { option: true }],

  moving: [false, { option: true }],

  folder: async ({ data, newcomer }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'pathclock-e2e-'))
    const template = {
      none: undefined,
      demo: process.env['PATHCLOCK_E2E_DEMO'],
      analysed: process.env['PATHCLOCK_E2E_ANALYSED'],
    }[data]
    if (template) await cp(template, join(folder, 'data'), { recursive: true })
    if (!newcomer) await declineTour(join(folder, 'data'))
    await use(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },

  faults: async ({}, use) => use([]),

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

  start: async (
    { host, folder, browser, viewport, colorScheme, bypassCSP, moving, faults },
    use,
    testInfo,
  ) => {
    const isMissing = host === 'electron' && !findPacked() && !findElectron()
    testInfo.skip(isMissing, 'skipped: no Electron binary')
    const open = new Set<RunningApp>()
    await use(async () => {
      for (const runningApp of open) await runningApp.close()
      open.clear()
      const reducedMotion: 'reduce' | 'no-preference' = moving ? 'no-preference' : 'reduce'
      const context = { viewport, colorScheme, bypassCSP, reducedMotion, locale: 'en-US' }
      const watch = (opened: BrowserContext) => watchFaults(opened, faults)
      const app = await starts[host]({ dataFolder: join(folder, 'data'), browser, context, watch })
      open.add(app)
      return app
    })
    for (const app of open) await app.close()
    expect(faults, 'console errors, page errors and CSP violations').toEqual([])
  },

  app: async ({ start }, use) => use(await start()),

  page: async ({ app }, use) => use(app.page),

  scanWhenFull: async ({ host }, use) =>
    use(host === 'electron-sim' || !isFull ? async () => {} : findNoFaults),

  service: async ({}, use) => {
    const service = await startReferenceService({ speed: 60, rate: { requests: 6000, windowS: 60 } })
    await use(service)
    await service.close()
  },
})

/** Marks the tour as seen, so that it is not offered. */
async function declineTour(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const file = join(dataFolder, 'settings.json')
  const saved: unknown = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
  await writeFile(file, JSON.stringify({ ...Object(saved), tourSeen: true }))
}
