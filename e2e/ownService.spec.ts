import { expect, test } from './fixtures.ts'
import { connect, exploreDemo, goTo, openSettings, searchDrugs, settingsParts } from './models.ts'

test('a wrong key is refused in plain words, the right one signs in, and the key is never shown again', async ({
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

test('an unreachable service leaves what is cached usable, and says so', async ({ page, service }) => {
  await connect(page, service)
  await goTo(page, 'Drugs')
  await searchDrugs(page, 'metformin')
  await expect(page.getByRole('option', { name: /Metformin/ })).toBeVisible()
  await service.close()
  await searchDrugs(page, 'metf')
  await expect(page.getByRole('option', { name: /Metformin/ })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('not reachable')
})

test('the theme and the language change at once and are kept', async ({ page }) => {
  await exploreDemo(page)
  await openSettings(page, 'General')
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByText('简体中文').click()
  await expect(page.getByRole('link', { name: '样本' })).toBeVisible()
})

test('while the offline switch is on, nothing reaches the service', async ({ page, service }) => {
  await connect(page, service)
  await goTo(page, 'Drugs')
  await searchDrugs(page, 'metformin')
  await expect(page.getByRole('option', { name: /Metformin/ })).toBeVisible()
  await openSettings(page, 'General')
  await page.getByRole('switch', { name: 'Work offline' }).click()
  await expect(page.getByRole('contentinfo')).toContainText('Offline')
  const before = service.summary().requests
  await goTo(page, 'Drugs')
  await searchDrugs(page, 'metf')
  await page.getByRole('option', { name: /Metformin/ }).click()
  await expect(page.getByRole('heading', { name: 'Metformin' })).toBeVisible()
  for (const part of settingsParts) await openSettings(page, part)
  expect(service.summary().requests).toBe(before)
})
