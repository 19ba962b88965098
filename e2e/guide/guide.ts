import { join } from 'node:path'
import { test } from '../support/fixtures.ts'
import { projectRoot } from '../support/hosts.ts'
import { type TakeShots, takeGuideShots } from './guideShots.ts'

/** What takes the pictures of docs/guide: on the loopback host, since every host shows the same pages. */
export const guide = test.extend<{ takeShots: TakeShots; extendedTimeout: undefined }>({
  viewport: { width: 1280, height: 800 },
  actionTimeout: 90_000,
  // Six pictures of each screen take their time.
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
