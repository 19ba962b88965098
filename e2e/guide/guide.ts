import { join } from 'node:path'
import { test } from '../support/fixtures.ts'
import { projectRoot } from '../support/hosts.ts'
import { type TakeShots, takeGuideShots } from './guideShots.ts'

/** Takes the screenshots of docs/guide on the loopback host, because every host shows the same pages. */
export const guide = test.extend<{ takeShots: TakeShots; extendedTimeout: undefined }>({
  viewport: { width: 1280, height: 800 },
  actionTimeout: 90_000,
  // Six screenshots of each screen take long.
  extendedTimeout: [
    async ({}, use, testInfo) => {
      testInfo.setTimeout(900_000)
      await use(undefined)
    },
    { auto: true },
  ],
  takeShots: async ({ page, browser }, use) => use((name) => takeGuideShots(page, browser, name)),
})

export const example = (name: string) => join(projectRoot, 'examples', name)
