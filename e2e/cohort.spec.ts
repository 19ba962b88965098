import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { projectRoot } from './hosts.ts'
import { analyseAll, checkFile, exploreDemo, order, view } from './models.ts'

const picture = (page: Page, name: RegExp) => page.getByRole('img', { name })

test('a cohort is seen as heatmap, components, clock and by group, with one selection', async ({
  app,
  page,
  host,
}) => {
  test.setTimeout(300_000)
  const scan = async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(host === 'electron').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
      [],
    )
  }
  await exploreDemo(page)
  await page.evaluate(() => {
    location.hash = '#/results/pca'
  })
  await expect(page.getByText('No results yet')).toBeVisible()
  await scan()
  await checkFile(app, join(projectRoot, 'examples/cohort.csv'))
  await order(page, 48)
  await analyseAll(page, 48)

  await test.step('clusters samples and pathways, with covariates along the columns', async () => {
    await view(page, 'Heatmap')
    await expect(picture(page, /Heatmap of 26 pathways × 48 samples/)).toBeVisible()
    await page.getByRole('button', { name: 'Clustered' }).click()
    await page.getByLabel('Linkage').selectOption('ward')
    await page.getByLabel('Distance').selectOption('correlation')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Tracks' }).click()
    await page.getByRole('combobox', { name: /^Shown above the columns/ }).click()
    await page.getByRole('option', { name: 'sex' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '1 track' })).toBeVisible()
    await expect(page.getByText('sex:')).toBeVisible()
    expect(page.url()).toContain('linkage=ward')
    await scan()
  })

  await test.step('marks a sample by the keyboard, which the table and the other views show', async () => {
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Clear 1 chosen' })).toBeVisible()
    await view(page, 'Table')
    await expect(page.getByText('1 marked')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Clear 1 chosen' })).toBeVisible()
    await expect(page.getByRole('button', { name: '1 track' })).toBeVisible()
  })

  await test.step('draws components with their share of the variance, and their loadings', async () => {
    await view(page, 'PCA')
    await expect(
      picture(page, /Principal components of 48 samples: PC1 \(\d.*% of the variance\)/),
    ).toBeVisible()
    await page.getByLabel('Upwards').selectOption('2')
    await expect(picture(page, /against PC3/)).toBeVisible()
    await page.getByLabel('Shape').selectOption('sex')
    await expect(page.getByText('treated · F')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Loadings' })).toHaveAttribute('aria-rowcount', '27')
    await expect(page.getByRole('button', { name: 'Clear 1 chosen' })).toBeVisible()
    await scan()
  })

  await test.step('draws predicted against chronological age, and says what is assumed', async () => {
    await view(page, 'Clock')
    await expect(picture(page, /n = 48; r = 0\.\d+ \(95% CI .*\); mean absolute error/)).toBeVisible()
    await expect(page.getByText(/is an assumption; the service does not document it/)).toBeVisible()
    await page
      .getByLabel('Chronological age', { exact: true })
      .selectOption({ label: 'age (from the register)' })
    await expect(picture(page, /of 48 samples/)).toBeVisible()
    await scan()
  })

  await test.step('draws one pathway by group, and its pairs', async () => {
    await view(page, 'By group')
    await page.getByRole('combobox', { name: 'Pathway' }).fill('mTOR')
    await page.getByRole('option', { name: 'mTOR' }).click()
    await expect(picture(page, /mTOR of 48 samples in 2 groups/)).toBeVisible()
    await page.getByLabel('Pairs share').selectOption('donor_id')
    await expect(picture(page, /24 pairs of mTOR, from control to treated/)).toBeVisible()
    await scan()
  })
})
