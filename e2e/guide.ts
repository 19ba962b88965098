// npm run guide: the pictures of docs/guide, taken of the demo on the loopback host.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { projectRoot } from './hosts.ts'
import {
  analyseAll,
  checkFile,
  drugView,
  dryRun,
  exploreDemo,
  goTo,
  hit,
  makeAllAvailableOffline,
  openDrug,
  openSample,
  order,
  screen,
  searchDrugs,
  view,
} from './models.ts'

const sizes = {
  small: { width: 1280, height: 800 },
  large: { width: 1920, height: 1080 },
}

for (const [size, viewport] of Object.entries(sizes))
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`${colorScheme}, ${size}`, () => {
      test.use({ viewport, colorScheme })
      test.setTimeout(300_000)
      const ending = [colorScheme === 'dark' && 'dark', size === 'large' && 'large'].filter(Boolean)
      const shoot = async (page: Page, name: string) => {
        // Toasts leave and charts settle before the picture is taken.
        await page.mouse.move(0, 0)
        await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
        await page.waitForTimeout(300)
        await page.screenshot({ path: join(projectRoot, 'docs/guide', `${[name, ...ending].join('-')}.png`) })
      }

      const settingsPart = (page: Page, name: string) => page.getByRole('tab', { name }).click()
      const checkConnection = async (page: Page) => {
        await page.getByRole('button', { name: 'Check the connection' }).click()
        await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
      }

      const favour = async (page: Page, name: string) => {
        await searchDrugs(page, name)
        await openDrug(page, new RegExp(name))
        await page.getByRole('button', { name: 'Favourite' }).click()
      }
      const drugScreens = async (page: Page) => {
        await goTo(page, 'Drugs')
        await drugView(page, 'Offline')
        await makeAllAvailableOffline(page)
        await expect(page.getByText('Complete')).toBeVisible({ timeout: 60_000 })
        await shoot(page, 'drugs-offline')
        await goTo(page, 'Drugs')
        await favour(page, 'Metformin')
        await favour(page, 'Sirolimus')
        await searchDrugs(page, 'rapa')
        await expect(hit(page, /Sirolimus/)).toBeVisible()
        await shoot(page, 'drugs')
        await drugView(page, 'Lists')
        await page.getByRole('button', { name: /^Favourites/ }).click()
        for (const name of ['Sirolimus', 'Metformin'])
          await page.getByRole('checkbox', { name: `Tick ${name}` }).check()
        await page.getByRole('button', { name: 'Compare' }).click()
        await shoot(page, 'drugs-lists')
        await drugView(page, 'Pathways')
        await page.getByText('mTOR', { exact: true }).first().click()
        await shoot(page, 'drugs-pathways')
      }

      const cohortScreens = async (page: Page) => {
        for (const name of ['By group', 'PCA', 'Clock'] as const) {
          await view(page, name)
          await expect(page.getByRole('img').first()).toBeVisible()
          // Colours come after the points.
          if (name !== 'By group') await expect(page.getByText('treated', { exact: true })).toBeVisible()
          await shoot(page, `results-${name.toLowerCase().replace('by ', '')}`)
        }
        await view(page, 'Compare')
        await page.getByRole('gridcell', { name: 'mTOR' }).click()
        await expect(page.getByRole('img', { name: 'Values of mTOR by group.' })).toBeVisible()
        await shoot(page, 'results-compare')
        await page.getByText('Volcano', { exact: true }).click()
        await shoot(page, 'results-volcano')
      }

      test('every screen', async ({ app, page }) => {
        await shoot(page, 'welcome')
        await exploreDemo(page)
        for (const section of ['Samples', 'Results'] as const) {
          await goTo(page, section)
          await shoot(page, `${section.toLowerCase()}-empty`)
        }
        await checkFile(app, join(projectRoot, 'examples/cohort-messy.csv'))
        await shoot(page, 'import-check')
        await page.getByRole('button', { name: 'Back' }).click()
        await shoot(page, 'import-columns')
        await page.getByRole('button', { name: 'Back' }).click()
        await shoot(page, 'import-read')
        await checkFile(app, join(projectRoot, 'examples/cohort.csv'))
        await dryRun(page)
        await shoot(page, 'import-send')
        await page.getByRole('button', { name: 'Back' }).click()
        await order(page, 48)
        await shoot(page, 'import-sent')
        await goTo(page, 'Samples')
        await page.getByRole('row').nth(3).click()
        await shoot(page, 'samples')
        await analyseAll(page, 48)
        await view(page, 'Heatmap')
        await shoot(page, 'results-heatmap')
        await cohortScreens(page)
        await view(page, 'Table')
        await shoot(page, 'results-table')
        await openSample(page, 'HLS-002')
        await shoot(page, 'results-sample')
        await drugScreens(page)
        await goTo(page, 'Screening')
        await shoot(page, 'screening-empty')
        await screen(page, 'HLS-002')
        await shoot(page, 'screening')
        await goTo(page, 'Settings')
        await shoot(page, 'settings')
        for (const part of ['Profiles', 'Connection', 'Security', 'General'] as const) {
          await settingsPart(page, part)
          if (part === 'Connection') await checkConnection(page)
          await shoot(page, `settings-${part.toLowerCase()}`)
        }
      })
    })
