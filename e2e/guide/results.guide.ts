import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { goTo, openSample, screen, showValues, view } from '../models.ts'
import { guide } from './guide.ts'

guide.use({ data: 'analysed' })

const drawn = (page: Page) => expect(page.getByRole('img').first()).toBeVisible()

guide('a cohort', async ({ page, takeShots: shoot }) => {
  await goTo(page, 'Results')
  await view(page, 'Heatmap')
  await drawn(page)
  await shoot('results-heatmap')
  for (const name of ['Groups', 'PCA', 'Clock'] as const) {
    await view(page, name)
    await drawn(page)
    // Colours come after the points.
    if (name !== 'Groups') await expect(page.getByText('treated', { exact: true })).toBeVisible()
    await shoot(`results-${name.toLowerCase().replace('by ', '')}`)
  }
})

guide('a comparison', async ({ page, takeShots: shoot }) => {
  await goTo(page, 'Results')
  await view(page, 'Compare')
  await expect(page.getByRole('gridcell', { name: 'mTOR' })).toBeVisible()
  await shoot('results-compare-all')
  await page.getByRole('gridcell', { name: 'mTOR' }).click()
  await expect(page.getByRole('img', { name: 'Values of mTOR by group.' })).toBeVisible()
  await shoot('results-compare')
  const views = page.getByRole('main').getByRole('radiogroup')
  await page.getByText('Volcano', { exact: true }).click()
  await shoot('results-volcano')
  await views.getByText('Dot matrix', { exact: true }).first().click()
  await shoot('results-dots')
})

guide('a sample', async ({ page, takeShots: shoot }) => {
  await goTo(page, 'Results')
  await view(page, 'Table')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await shoot('results-table')
  await page.getByRole('button', { name: 'As returned', exact: true }).click()
  await shoot('results-values')
  await page.keyboard.press('Escape')
  await openSample(page, 'HLS-002')
  await drawn(page)
  await shoot('results-sample')
  await page.getByRole('button', { name: 'Show data' }).first().click()
  await shoot('results-sample-table')
  await page.getByRole('button', { name: 'All samples' }).click()
  await showValues(page, 'As returned', /samples shown/)
  await page.keyboard.press('Escape')
  await shoot('results-z')
})

guide('a screening', async ({ page, takeShots: shoot }) => {
  await goTo(page, 'Screening')
  await page.getByRole('button', { name: 'New screening…' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shoot('screening-new')
  await page.keyboard.press('Escape')
  await screen(page, 'HLS-002')
  await shoot('screening')
})
