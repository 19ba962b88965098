import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { projectRoot, type RunningApp } from './hosts.ts'
import {
  checkFile,
  drugView,
  goTo,
  openDrug,
  openFields,
  openReading,
  openSample,
  openSettings,
  screen,
  searchDrugs,
  settingsParts,
  view,
} from './models.ts'

/** `open`: navigates from the previous screen, in English, and waits for the content. */
export type Screen = { name: string; open(app: RunningApp): Promise<unknown> }

const at = (name: string, open: (page: Page) => Promise<unknown>): Screen => ({
  name,
  open: ({ page }) => open(page),
})
const drawn = (page: Page) => expect(page.locator('main canvas[role="img"]').first()).toBeVisible()
const rows = (page: Page) => expect(page.locator('main [role="gridcell"]').first()).toBeVisible()

const settings = settingsParts.map((part) =>
  at(`settings: ${part}`, async (page) => {
    await openSettings(page, part)
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
  }),
)

/** The screens before anything has been ordered, fetched or saved. */
export const emptyScreens: readonly Screen[] = [
  at('drugs', (page) => goTo(page, 'Drugs')),
  at('drug lists', (page) => drugView(page, 'Lists')),
  at('pathways', (page) => drugView(page, 'Pathways')),
  at('offline', (page) => drugView(page, 'Offline')),
  at('samples', (page) => goTo(page, 'Samples')),
  at('batches', (page) => goTo(page, 'Batches')),
  at('import: file', (page) => openImport(page)),
  at('results', (page) => goTo(page, 'Results')),
  at('heatmap', (page) => view(page, 'Heatmap')),
  at('screening', (page) => goTo(page, 'Screening')),
  ...settings,
  at('connect', (page) => hash(page, '/connect')),
  at('not found', (page) => hash(page, '/nowhere')),
]

/** The screens of the analyzed example cohort. */
export const fullScreens: readonly Screen[] = [
  at('drugs', async (page) => {
    await goTo(page, 'Drugs')
    await searchDrugs(page, 'rapa')
    await openDrug(page, /Sirolimus/)
  }),
  at('drug lists', async (page) => {
    await page.getByRole('button', { name: 'Favorite' }).click()
    await drugView(page, 'Lists')
    await page.getByRole('button', { name: /^Favorites/ }).click()
    await rows(page)
  }),
  at('pathways', async (page) => {
    await drugView(page, 'Pathways')
    await page.getByText('mTOR', { exact: true }).first().click()
    await expect(page.getByRole('heading', { level: 2, name: 'mTOR' })).toBeVisible()
  }),
  at('samples', async (page) => {
    await goTo(page, 'Samples')
    // Until the grid is rendered, the previous screen would get the click.
    await expect(page.getByRole('grid', { name: 'Samples' })).toBeVisible()
    await page.getByRole('row').nth(3).click()
    await expect(page.getByRole('article')).toBeVisible()
  }),
  at('batches', async (page) => {
    await goTo(page, 'Batches')
    await page.getByRole('row').nth(1).click()
  }),
  at('results', async (page) => {
    await goTo(page, 'Results')
    await rows(page)
  }),
  at('one sample', async (page) => {
    await openSample(page, 'HLS-002')
    await drawn(page)
  }),
  at('heatmap', async (page) => {
    await page.getByRole('button', { name: 'All samples' }).click()
    await view(page, 'Heatmap')
    await drawn(page)
  }),
  ...(['Groups', 'PCA', 'Clock'] as const).map((name) =>
    at(name, async (page) => {
      await view(page, name)
      await drawn(page)
    }),
  ),
  at('compare', async (page) => {
    await view(page, 'Compare')
    await page.getByRole('gridcell', { name: 'mTOR' }).click()
    await drawn(page)
  }),
  at('volcano', async (page) => {
    await page.getByText('Volcano', { exact: true }).click()
    await drawn(page)
  }),
  at('linear model', async (page) => {
    await page.getByText('Table', { exact: true }).click()
    await page.getByRole('button', { name: 'Adjust for…' }).click()
    await page.getByLabel('Effect may depend on').selectOption('sex')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid', { name: 'Pathways in the model' })).toBeVisible()
    await drawn(page)
  }),
  at('plan', async (page) => {
    await page.getByRole('button', { name: 'Plan samples' }).click()
    await expect(page.getByRole('heading', { name: 'What they cost' })).toBeVisible({ timeout: 60_000 })
  }),
  at('screening', async (page) => {
    await goTo(page, 'Screening')
    await screen(page, 'HLS-002')
  }),
  at('connection, checked', async (page) => {
    await openSettings(page, 'Advanced')
    await page.getByRole('button', { name: 'Check the connection' }).click()
    await expect(page.getByRole('heading', { name: 'Requests made' })).toBeVisible({ timeout: 60_000 })
  }),
]

/** The import of a file full of errors, up to but excluding the order. */
export const importScreens: readonly Screen[] = [
  { name: 'import: rows', open: (app) => checkFile(app, join(projectRoot, 'examples/cohort-messy.csv')) },
  at('import: how it was read', openReading),
  at('import: order fields', openFields),
]

/** Dialogs and popovers. Each opens its own screen first; one Escape closes it. */
export const dialogs: readonly Screen[] = [
  at('palette', async (page) => {
    await goTo(page, 'Samples')
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  ...['Pathclock help', 'Keyboard shortcuts', 'Report a problem'].map((command) =>
    at(command.toLowerCase(), async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('textbox', { name: 'Search or command' }).fill(command)
      const palette = page.getByRole('dialog', { name: 'Search or command' })
      await palette.getByRole('button', { name: new RegExp(`^${command}`) }).click()
      await expect(palette).toBeHidden()
      await expect(page.getByRole('dialog')).toBeVisible()
    }),
  ),
  at('offline switch', (page) =>
    page.getByRole('contentinfo').getByRole('status').getByRole('button').click(),
  ),
  ...['Table', 'Report', 'Study capsule', 'Methods text'].map((part) =>
    at(`export: ${part}`, async (page) => {
      await page.keyboard.press('ControlOrMeta+e')
      await page.getByRole('dialog').getByText(part, { exact: true }).click()
    }),
  ),
  at('annotate', async (page) => {
    await goTo(page, 'Samples')
    await page.getByRole('grid').getByRole('checkbox').nth(2).check()
    await page.getByRole('button', { name: 'Group, tag…' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  at('existing IDs', async (page) => {
    await page.getByRole('button', { name: 'Add existing IDs…' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  at('columns', async (page) => {
    await goTo(page, 'Results')
    // The previous screen has rows and columns too, and a table that renders again closes an open popover.
    await expect(page.getByRole('grid', { name: 'Results' }).getByRole('gridcell').first()).toBeVisible()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
  }),
  at('saved views', (page) => page.getByRole('button', { name: 'Saved views' }).click()),
  at('values', (page) => page.getByRole('button', { name: 'As returned', exact: true }).click()),
  at('save figure', async (page) => {
    await view(page, 'Heatmap')
    await drawn(page)
    await page.getByRole('button', { name: 'Copy or save the chart' }).click()
    await page.getByRole('menuitem', { name: 'Save figure…' }).click()
    await expect(page.getByRole('dialog', { name: 'Save figure' })).toBeVisible()
  }),
  at('new screening', async (page) => {
    await goTo(page, 'Screening')
    await page.getByRole('button', { name: 'New screening…' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  at('new list', async (page) => {
    await goTo(page, 'Drugs')
    await drugView(page, 'Lists')
    await page.getByRole('button', { name: 'New list…' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
  at('profile', async (page) => {
    await openSettings(page, 'Account')
    await page
      .getByRole('button', { name: /^Edit ./ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }),
]

const hash = (page: Page, address: string) =>
  page.evaluate((to) => {
    location.hash = `#${to}`
  }, address)

const openImport = async (page: Page) => {
  await goTo(page, 'Samples')
  await page.getByRole('button', { name: 'Import…' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible()
}
