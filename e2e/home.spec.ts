import { expect, onSimulator, samePages, test } from './fixtures.ts'

test.skip(onSimulator, samePages)

test('from the first start one click leads to what the demo study says, and Home shows it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.getByRole('button', { name: 'Explore the demo study' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rapamycin in aging liver' })).toBeVisible()
  const findings = page.getByRole('region', { name: 'Findings' })
  await expect(findings).toContainText(/\d of 26 pathways differ in activity .*mTOR ↓/, { timeout: 60_000 })
  await expect(findings).toContainText('years younger')
  await findings.getByRole('link', { name: 'Show the comparison' }).first().click()
  await expect(page.getByRole('navigation', { name: 'Views of Rapamycin in aging liver' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'mTOR' }).first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('48 analyzed').first()).toBeVisible()
})
