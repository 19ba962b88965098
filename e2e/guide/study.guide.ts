import type { Page } from '@playwright/test'
import { expect } from '../support/fixtures.ts'
import { goTo, openSample, screen, showValues, tab, view } from '../support/models.ts'
import { guide } from './guide.ts'

const studyName = 'Rapamycin in aging liver'

const drawn = (page: Page) => expect(page.getByRole('main').getByRole('img').first()).toBeVisible()

/** Opens the demo study with its results, with the one click of the first start. */
async function openDemoStudy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore the demo study' }).click()
  await expect(page.getByRole('heading', { level: 1, name: studyName })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Findings' })).toContainText('years younger', {
    timeout: 60_000,
  })
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 })
}

guide('a study', async ({ page, takeShots: shoot }) => {
  await openDemoStudy(page)
  await shoot('study-overview')
  await page.getByRole('button', { name: 'Edit study…' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit study' })).toBeVisible()
  await shoot('study-edit')
  await page.keyboard.press('Escape')
  await tab(page, 'Samples').click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await page.getByRole('grid').getByRole('checkbox').nth(2).check()
  await shoot('study-samples')
  await tab(page, 'Drugs').click()
  await page.getByText('Mimic', { exact: true }).click()
  await expect(page.getByRole('row', { name: /^1 Sirolimus / })).toBeVisible({ timeout: 60_000 })
  await shoot('study-drugs')
  await tab(page, 'Share').click()
  await expect(page.getByRole('heading', { name: 'Figure boards' })).toBeVisible()
  await shoot('study-share')
  await goTo(page, 'Home')
  await expect(page.getByText('48 analyzed').first()).toBeVisible()
  await shoot('home')
})

guide('a board of figures', async ({ page, takeShots: shoot }) => {
  await openDemoStudy(page)
  const add = async () => {
    await drawn(page)
    await page.getByRole('main').getByRole('button', { name: 'Copy or save the chart' }).first().click()
    await page.getByRole('menuitem', { name: 'Add to board…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to a board' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    return dialog
  }
  for (const name of ['Heatmap', 'PCA'] as const) {
    await view(page, name)
    await (await add()).getByRole('button', { name: 'Done' }).click()
  }
  await view(page, 'Clock')
  await (await add()).getByRole('button', { name: 'Open board' }).click()
  // The size appears once the board is drawn.
  await expect(page.getByText(/^174 × [\d.]+ mm/)).toBeVisible({ timeout: 60_000 })
  await shoot('study-board')
})

guide('the views of a study', async ({ page, takeShots: shoot }) => {
  await openDemoStudy(page)
  await view(page, 'Heatmap')
  await drawn(page)
  await shoot('explore-heatmap')
  for (const name of ['Groups', 'PCA', 'Clock'] as const) {
    await view(page, name)
    await drawn(page)
    // Colors appear after the points.
    if (name !== 'Groups') await expect(page.getByText('treated', { exact: true }).first()).toBeVisible()
    await shoot(`explore-${name.toLowerCase()}`)
  }
  await view(page, 'Table')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await shoot('explore-table')
  await page.getByRole('button', { name: 'As returned', exact: true }).click()
  await shoot('explore-values')
  await page.keyboard.press('Escape')
  await openSample(page, 'HLS-002')
  await drawn(page)
  await shoot('explore-sample')
  await page.getByRole('button', { name: 'Show data' }).first().click()
  await shoot('explore-sample-data')
  await page.getByRole('button', { name: 'All samples' }).click()
  await showValues(page, 'As returned', /samples shown/)
  await page.keyboard.press('Escape')
  await shoot('explore-z')
})

guide('a comparison', async ({ page, takeShots: shoot }) => {
  await openDemoStudy(page)
  await view(page, 'Compare')
  await expect(page.getByRole('gridcell', { name: 'mTOR' })).toBeVisible()
  await shoot('compare-table')
  await page.getByRole('button', { name: /^treated( \(24\))? − control/ }).click()
  await shoot('compare-form')
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell', { name: 'mTOR' }).click()
  await expect(page.getByRole('img', { name: /^Values of mTOR by group/ })).toBeVisible()
  await shoot('compare-pathway')
  for (const name of ['Volcano', 'Forest', 'Dot matrix']) {
    await page.getByRole('main').getByText(name, { exact: true }).first().click()
    await drawn(page)
    await shoot(`compare-${name.toLowerCase().replace(' ', '-')}`)
  }
})

guide.describe('the cohort of the example', () => {
  guide.use({ data: 'analysed' })

  guide('a screening', async ({ page, takeShots: shoot }) => {
    await goTo(page, 'Screening')
    await page.getByRole('button', { name: 'New screening…' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await shoot('screening-new')
    await page.keyboard.press('Escape')
    await screen(page, 'HLS-002')
    await shoot('screening')
  })
})
