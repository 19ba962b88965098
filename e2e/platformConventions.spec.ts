import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, isFull, partOfFull, test } from './support/fixtures.ts'
import { goTo } from './support/models.ts'

test.use({ data: 'analysed' })
test.skip(!isFull, partOfFull)

test('the keyboard reaches everything, a link can be copied, and the sheet lists all shortcuts', async ({
  page,
  scanWhenFull,
}) => {
  // Shortcuts work once the page is rendered.
  await page.getByRole('button', { name: 'Search or command' }).waitFor()
  await page.keyboard.press('Control+2')
  await expect(page.getByRole('link', { name: 'Library', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Search or command…')).toBeVisible()
  await scanWhenFull(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Search or command' })
  await field.fill('compare')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/study\/all\/compare/)

  await goTo(page, 'Samples')
  await page.getByRole('grid', { name: 'Samples' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.focus()
  await page.keyboard.press('Control+v')
  await expect(field).toHaveValue(/^pathclock:\/\/samples\/\S+$/)
})

test.describe('in the installed app', () => {
  test.skip(({ host }) => host === 'loopback', 'A browser keeps no files.')

  test('a recent file is listed in the palette, without its path', async ({ app, page }) => {
    const path = join(import.meta.dirname, '../examples/cohort.csv')
    await page.getByRole('button', { name: 'Search or command' }).waitFor()
    await page.keyboard.press('Control+o')
    await app.chooseFile(path, () =>
      page
        .getByRole('button', { name: /choose/i })
        .first()
        .click(),
    )
    await expect(page.getByText('cohort.csv').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search or command' }).fill('cohort.csv')
    await expect(page.getByRole('button', { name: 'Open “cohort.csv”' })).toBeVisible()
    expect(await readFile(join(app.dataFolder, 'recent.json'), 'utf8')).toContain(path)
    await page.keyboard.press('Escape')
  })
})
