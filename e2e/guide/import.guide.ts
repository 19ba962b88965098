import { expect } from '../support/fixtures.ts'
import {
  checkFile,
  connect,
  exploreDemo,
  goTo,
  openDetails,
  openFields,
  openReading,
  order,
  rowsOfFile,
  tab,
} from '../support/models.ts'
import { seedSamples } from '../support/seed.ts'
import { example, guide } from './guide.ts'
import { takeGuideShots } from './guideShots.ts'

guide.use({ data: 'demo' })

guide('the import of a file with faults', async ({ app, page, takeShots: shoot }) => {
  await exploreDemo(page)
  await goTo(page, 'Samples')
  await page.getByRole('button', { name: 'Import…' }).click()
  await shoot('import-file')
  await checkFile(app, example('cohort-messy.csv'))
  await rowsOfFile(page).getByRole('row').nth(1).getByRole('gridcell').nth(2).click()
  await shoot('import-check')
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await shoot('import-replace')
  await page.keyboard.press('Escape')
  await openFields(page)
  await shoot('import-columns')
  await openReading(page)
  await shoot('import-read')
})

guide('an order', async ({ app, page, takeShots: shoot }) => {
  await exploreDemo(page)
  await checkFile(app, example('cohort.csv'))
  await shoot('import-clean')
  await openDetails(page)
  await shoot('import-send')
  await page.keyboard.press('Escape')
  await order(page, 48)
  await shoot('import-sent')
  await goTo(page, 'Batches')
  await tab(page, 'Tasks').click()
  await shoot('tasks')
})

guide.describe('a service that costs', () => {
  guide.use({ data: 'none' })

  guide('an order that costs money', async ({ app, page, takeShots: shoot, service }) => {
    await connect(page, service)
    // The banner depends on the keychain of the computer.
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await checkFile(app, example('cohort.csv'))
    await page.getByRole('button', { name: 'Order 48 samples' }).click()
    await expect(page.getByRole('dialog', { name: /^Order .* samples\?$/ })).toBeVisible()
    await shoot('import-confirm')
  })
})

guide.describe('the samples of the example', () => {
  guide.use({ data: 'analysed' })

  guide('the register', async ({ page, takeShots: shoot }) => {
    await goTo(page, 'Samples')
    await expect(page.getByRole('grid', { name: 'Samples' })).toBeVisible()
    await shoot('samples-list')
    await page.getByRole('row').nth(3).click()
    await expect(page.getByRole('article')).toBeVisible()
    await shoot('samples')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await shoot('samples-columns')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await shoot('samples-views')
    await page.keyboard.press('Escape')
    await goTo(page, 'Batches')
    await page.getByRole('row').nth(1).click()
    await shoot('batches')
    await page.getByRole('button', { name: 'History' }).click()
    await shoot('batches-history')
  })
})

guide('10,000 samples', async ({ start, browser }) => {
  const before = await start()
  await exploreDemo(before.page)
  await before.close()
  await seedSamples(before.dataFolder, 10_000)
  const { page } = await start()
  await goTo(page, 'Samples')
  await expect(page.getByRole('contentinfo')).toContainText('10,000 samples')
  await takeGuideShots(page, browser, 'samples-10000')
  const wait = { timeout: 60_000 }
  for (const [address, name, role, drawn] of [
    ['/explore/table', 'table', 'grid', 'Results'],
    ['/explore/heatmap', 'heatmap', 'img', /^Heatmap of 50/],
    ['/explore/groups', 'group', 'img', /groups: 2/],
    ['/explore/pca', 'pca', 'img', /^Principal components of 9,000/],
    ['/explore/clock', 'clock', 'img', /10,000 samples/],
    ['/compare', 'compare', 'grid', 'Pathways compared'],
  ] as const) {
    await page.evaluate((to) => {
      location.hash = to
    }, `#/study/all${address}`)
    await expect(page.getByRole(role, { name: drawn }).first()).toBeVisible(wait)
    await expect(page.getByRole('progressbar')).toHaveCount(0, wait)
    await takeGuideShots(page, browser, `study-${name}-10000`)
  }
})
