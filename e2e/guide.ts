// npm run guide: the pictures of docs/guide, taken of the demo on the loopback host, each in every theme and language.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { shoot as shootLooks } from './guideShots.ts'
import { projectRoot } from './hosts.ts'
import {
  checkFile,
  drugView,
  dryRun,
  exploreDemo,
  goTo,
  hit,
  makeAllAvailableOffline,
  openDrug,
  openSample,
  openSettings,
  order,
  screen,
  searchDrugs,
  settingsParts,
  view,
} from './models.ts'

const guide = test.extend<{ shoot: (name: string) => Promise<void> }>({
  shoot: async ({ page, browser }, use) => use((name) => shootLooks(page, browser, name)),
})
guide.use({ viewport: { width: 1280, height: 800 } })
guide.setTimeout(900_000)

const example = (name: string) => join(projectRoot, 'examples', name)

guide('the first start and the import', async ({ app, page, shoot }) => {
  await shoot('welcome')
  await exploreDemo(page)
  for (const section of ['Samples', 'Results', 'Screening'] as const) {
    await goTo(page, section)
    await shoot(`${section.toLowerCase()}-empty`)
  }
  await checkFile(app, example('cohort-messy.csv'))
  await shoot('import-check')
  await page.getByRole('button', { name: 'Back' }).click()
  await shoot('import-columns')
  await page.getByRole('button', { name: 'Back' }).click()
  await shoot('import-read')
  await checkFile(app, example('cohort.csv'))
  await dryRun(page)
  await shoot('import-send')
  await page.getByRole('button', { name: 'Back' }).click()
  await order(page, 48)
  await shoot('import-sent')
  await goTo(page, 'Samples')
  await expect(page.getByRole('navigation', { name: 'Views of the samples' })).toBeVisible()
  await page.getByRole('row').nth(3).click()
  await shoot('samples')
})

guide.describe('with results', () => {
  guide.use({ data: 'analysed' })

  guide('a cohort', async ({ page, shoot }) => {
    await goTo(page, 'Results')
    await view(page, 'Heatmap')
    await expect(page.getByRole('img').first()).toBeVisible()
    await shoot('results-heatmap')
    for (const name of ['By group', 'PCA', 'Clock'] as const) {
      await view(page, name)
      await expect(page.getByRole('img').first()).toBeVisible()
      // Colours come after the points.
      if (name !== 'By group') await expect(page.getByText('treated', { exact: true })).toBeVisible()
      await shoot(`results-${name.toLowerCase().replace('by ', '')}`)
    }
    await view(page, 'Compare')
    await page.getByRole('gridcell', { name: 'mTOR' }).click()
    await expect(page.getByRole('img', { name: 'Values of mTOR by group.' })).toBeVisible()
    await shoot('results-compare')
    await page.getByText('Volcano', { exact: true }).click()
    await shoot('results-volcano')
    await view(page, 'Table')
    await shoot('results-table')
    await openSample(page, 'HLS-002')
    await shoot('results-sample')
    await goTo(page, 'Screening')
    await screen(page, 'HLS-002')
    await shoot('screening')
  })

  guide('what leaves the app', async ({ page, shoot }) => {
    await goTo(page, 'Results')
    await view(page, 'Compare')
    await expect(page.getByRole('grid', { name: 'Pathways compared' })).toBeVisible()
    await page.keyboard.press('Control+e')
    const parts = page.getByRole('radiogroup', { name: 'What leaves the app' })
    for (const [part, name] of [
      ['Table', 'export-table'],
      ['Report', 'export-report'],
      ['Study capsule', 'export-capsule'],
      ['Methods text', 'export-methods'],
    ] as const) {
      await parts.getByText(part, { exact: true }).click()
      await shoot(name)
    }
  })

  guide('drugs and settings', async ({ page, shoot }) => {
    await drugScreens(page, shoot)
    for (const part of settingsParts) {
      await openSettings(page, part)
      if (part === 'Connection') await checkConnection(page)
      await shoot(`settings-${part.toLowerCase()}`)
    }
  })
})

async function drugScreens(page: Page, shoot: (name: string) => Promise<void>): Promise<void> {
  await goTo(page, 'Drugs')
  await drugView(page, 'Offline')
  await makeAllAvailableOffline(page)
  await expect(page.getByText('Complete')).toBeVisible({ timeout: 60_000 })
  await shoot('drugs-offline')
  await goTo(page, 'Drugs')
  for (const name of ['Metformin', 'Sirolimus']) {
    await searchDrugs(page, name)
    await openDrug(page, new RegExp(name))
    await page.getByRole('button', { name: 'Favourite' }).click()
  }
  await searchDrugs(page, 'rapa')
  await expect(hit(page, /Sirolimus/)).toBeVisible()
  await shoot('drugs')
  await drugView(page, 'Lists')
  await page.getByRole('button', { name: /^Favourites/ }).click()
  for (const name of ['Sirolimus', 'Metformin'])
    await page.getByRole('checkbox', { name: `Tick ${name}` }).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  await shoot('drugs-lists')
  await drugView(page, 'Pathways')
  await page.getByText('mTOR', { exact: true }).first().click()
  await shoot('drugs-pathways')
}

async function checkConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
}
