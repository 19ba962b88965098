import { type Browser, chromium } from '@playwright/test'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { createHostFixture, type HostFixture } from '../hostFixture.ts'
import { type ElectronSim, type LaunchOptions, launchElectronSim } from '../index.ts'

/** Builds the host once for the tests of a file, in one browser. Closes the apps that a test started after it. */
export function useHost() {
  let browser: Browser
  let fixture: HostFixture
  const running: (ElectronSim & { dataFolder: string })[] = []
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
  afterEach(async () => {
    for (const app of running.splice(0)) await app.close()
  })

  const newDataFolder = () => fixture.newDataFolder()
  /** Starts an app that the caller closes. Its data folder is a new one by default. */
  const launch = async (options: LaunchOptions = {}) => {
    const dataFolder = options.dataFolder ?? (await newDataFolder())
    const app = await launchElectronSim({ browser, main: fixture.main, ...options, dataFolder })
    return { ...app, dataFolder }
  }
  return {
    preload: () => fixture.preload,
    newDataFolder,
    launch,
    async start(options?: LaunchOptions) {
      const app = await launch(options)
      running.push(app)
      return app
    },
    /** Closes the app that was started last. */
    end: async () => running.pop()?.close(),
  }
}
