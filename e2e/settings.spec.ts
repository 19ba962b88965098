import { readFile } from 'node:fs/promises'
import { expect, isFull, partOfFull, test } from './support/fixtures.ts'
import { exploreDemo, openSettings } from './support/models.ts'

// Skipped at the top of the file, so that no host starts for nothing and is closed while its page loads.
test.skip(({ host }) => host !== 'loopback', 'a second window needs a browser of its own')
test.skip(!isFull, partOfFull)

test.use({ data: 'demo' })

test('a setting can be found by name, applies immediately in every window, and is stored', async ({
  page,
  start,
}) => {
  await exploreDemo(page)
  await openSettings(page, 'Account')
  await page.getByRole('searchbox', { name: 'Search the settings' }).fill('decimal')
  await expect(page.getByRole('option', { name: /Numbers/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const numbers = page.getByRole('combobox', { name: 'Numbers' })
  await expect(numbers).toBeFocused()

  const opened = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const other = await opened
  await numbers.selectOption('1.234,5')
  await expect(other.getByRole('combobox', { name: 'Numbers' })).toHaveValue('point')
  await page.getByText('Comfortable', { exact: true }).click()
  const rowHeight = () =>
    other.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--pathclock-row'))
  await expect.poll(rowHeight).toBe('32px')
  await other.close()

  await openSettings(page, 'Data & network')
  const share = page.getByRole('textbox', { name: 'Share of the limit' })
  await share.fill('50')
  await share.press('Enter')

  const restarted = await start()
  await openSettings(restarted.page, 'Data & network')
  await expect(restarted.page.getByRole('textbox', { name: 'Share of the limit' })).toHaveValue('50%')
})

test('a workspace is backed up to one file, and restored from it after the user agrees', async ({ page }) => {
  await exploreDemo(page)
  await openSettings(page, 'Data & network')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Back up now…' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^pathclock-[\d-]+\.pathclock-backup$/)
  const file = await download.path()
  await page.getByRole('button', { name: 'Restore from a backup…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore from a backup' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a backup…' }).click(),
  ])
  await chooser.setFiles({ name: download.suggestedFilename(), mimeType: '', buffer: await readFile(file) })
  await expect(dialog.getByText(/· 0 results$/)).toBeVisible()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog.getByText('Restored to Demo')).toBeVisible()
  await dialog.getByRole('button', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Studies' })).toBeVisible()
})
