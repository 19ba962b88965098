import { join } from 'node:path'
import { expect, findNoFaults, test } from './fixtures.ts'
import { projectRoot } from './hosts.ts'
import {
  analyseAll,
  checkFile,
  dryRun,
  exploreDemo,
  goTo,
  openSettings,
  order,
  type Section,
  settingsParts,
} from './models.ts'

const sections: Section[] = ['Drugs', 'Samples', 'Results', 'Screening']
/** Both hosts show the same pages in the same browser, and a scan of all of them takes long: one theme each. */
const hosts = { light: 'loopback', dark: 'electron-sim' } as const

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('every screen is free of the faults that axe finds, empty and full', async ({ app, page, host }) => {
      test.skip(
        host !== 'electron' && host !== hosts[colorScheme],
        'this theme is scanned on the other host, in the same pages and the same browser',
      )
      // A scan takes some seconds, and there are many screens.
      test.setTimeout(240_000)
      const scan = () => findNoFaults(page)
      await expect(page.getByRole('heading', { name: 'Pathclock' })).toBeVisible()
      await scan()
      await exploreDemo(page)
      for (const section of sections) {
        await goTo(page, section)
        await scan()
      }
      for (const part of settingsParts) {
        await openSettings(page, part)
        await scan()
      }
      await openSettings(page, 'Connection')
      await page.getByRole('button', { name: 'Check the connection' }).click()
      await expect(page.getByRole('heading', { name: 'Requests made' })).toBeVisible()
      await scan()
      await checkFile(app, join(projectRoot, 'examples/cohort-messy.csv'), scan)
      await scan()
      await checkFile(app, join(projectRoot, 'examples/cohort.csv'))
      await dryRun(page)
      await scan()
      await page.getByRole('button', { name: 'Back' }).click()
      await order(page, 48)
      await scan()
      await analyseAll(page, 48)
      await scan()
    })
  })
