import { expect, isQuickOnSimulator, partOfFull, test } from './support/fixtures.ts'
import { connect, exploreDemo, openSettings } from './support/models.ts'

test.skip(isQuickOnSimulator, partOfFull)

test('a wrong key is rejected in plain words, the right one signs in, and the key is not shown again', async ({
  page,
  service,
}) => {
  await connect(page, { url: service.url, apiKey: 'not-the-key' })
  await expect(page.getByRole('alert')).toContainText(/key/i)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await openSettings(page, 'Account')
  await expect(page.getByText('standard', { exact: true })).toBeVisible()
  expect(await page.content()).not.toContain(service.apiKey)
})

test.describe('the demo', () => {
  test.use({ data: 'demo' })

  test('the theme and the language change immediately and are stored', async ({ page }) => {
    await exploreDemo(page)
    await openSettings(page, 'Appearance')
    await page.getByText('Dark', { exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.getByText('简体中文').click()
    await expect(page.getByRole('link', { name: '资料库' })).toBeVisible()
  })
})
