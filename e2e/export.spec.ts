import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, isFull, onSimulator, samePages, test } from './support/fixtures.ts'
import { goTo, view } from './support/models.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export a table' })
const column = (page: Page, name: string) =>
  dialog(page).getByRole('checkbox', { name: new RegExp(`^${name}`) })
const done = async (page: Page) => {
  await expect(page.getByRole('dialog', { name: 'Exported' })).toBeVisible({ timeout: 30_000 })
  return (await page.locator('code').textContent()) ?? ''
}

test.use({ data: 'analysed' })
test.skip(onSimulator, samePages)

test('results are exported with chosen columns, saved as a preset, and exported again', async ({
  app,
  page,
  folder,
  scanWhenFull,
}) => {
  test.setTimeout(240_000)
  await goTo(page, 'Results')
  await view(page, 'Table')
  await expect(page.getByRole('columnheader', { name: 'AMPK' })).toBeVisible()

  const workbook = join(folder, 'results.xlsx')
  await test.step('exports a workbook of three columns in a custom order', async () => {
    await page.keyboard.press('Control+e')
    await expect(dialog(page).getByRole('radio', { name: 'Results, wide' })).toBeChecked()
    await expect(dialog(page).getByText('48 rows', { exact: true })).toBeVisible()
    await scanWhenFull(page)
    await dialog(page).getByRole('radio', { name: 'Results, long' }).check()
    await expect(dialog(page).getByText('1,248 rows')).toBeVisible()
    await expect(dialog(page).getByText('Synthetic data')).toBeVisible()
    await dialog(page)
      .getByText(/^Excel workbook/)
      .click()
    await dialog(page).getByRole('button', { name: 'None', exact: true }).click()
    for (const name of ['sample_id', 'pathway', 'activity']) await column(page, name).check()
    await column(page, 'pathway').focus()
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Alt+ArrowUp')
    await scanWhenFull(page)
    await app.saveFile(workbook, () =>
      dialog(page).getByRole('button', { name: 'Export…', exact: true }).click(),
    )
    expect(await done(page)).toMatch(/^[0-9a-f]{64}$/)
    await expect(page.getByText('1,248', { exact: true })).toBeVisible()
    await scanWhenFull(page)
    const { sheets } = await readXlsx(await readFile(workbook))
    const rows = sheets[0]?.rows ?? []
    expect(new Set(rows[0])).toEqual(new Set(['sample_id', 'pathway', 'activity', 'synthetic']))
    expect(rows).toHaveLength(1249)
    await page.keyboard.press('Escape')
  })

  // The rest is covered by the tests of the dialog and of the export, without a browser.
  if (!isFull) return
  await test.step('exports again with one click', async () => {
    await page.keyboard.press('Control+e')
    await dialog(page).getByRole('radio', { name: 'Results, long' }).check()
    const again = join(folder, 'again.xlsx')
    await app.saveFile(again, () => dialog(page).getByRole('button', { name: 'Export again' }).click())
    await done(page)
    const { sheets } = await readXlsx(await readFile(again))
    expect(sheets[0]?.rows[0]).toEqual((await readXlsx(await readFile(workbook))).sheets[0]?.rows[0])
    await page.getByRole('button', { name: 'Export another' }).click()
  })

  await test.step('exports with a preset, as CSV, on another screen', async () => {
    await dialog(page).getByRole('radio', { name: 'Samples', exact: true }).check()
    await dialog(page).getByText('CSV', { exact: true }).click()
    await dialog(page).getByRole('radio', { name: 'The whole study' }).check()
    await expect(dialog(page).getByText('48 rows', { exact: true })).toBeVisible()
    await dialog(page).getByLabel('Name for these settings').fill('Register')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Remove the preset Register' })).toBeVisible()
    await page.keyboard.press('Escape')
    await goTo(page, 'Drugs')
    await expect(page).toHaveTitle(/Drugs · Library/)
    await page.keyboard.press('Control+e')
    await expect(dialog(page).getByRole('radio', { name: 'Drugs', exact: true })).toBeChecked()
    await dialog(page).getByLabel('Choose a preset').selectOption('Register')
    await expect(dialog(page).getByRole('radio', { name: 'Samples', exact: true })).toBeChecked()
    const register = join(folder, 'register.csv')
    await expect(dialog(page).getByText('48 rows', { exact: true })).toBeVisible()
    await app.saveFile(register, () =>
      dialog(page).getByRole('button', { name: 'Export…', exact: true }).click(),
    )
    await done(page)
    const rows: Record<string, string>[] = parse(await readFile(register), { columns: true })
    expect(rows).toHaveLength(48)
  })
})
