import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { startReferenceService } from '../src/demoService/index.ts'
import { expect, onSimulator, samePages, test } from './support/fixtures.ts'
import { projectRoot } from './support/hosts.ts'

test.skip(onSimulator, samePages)

test('from the first start, one click leads to the findings of the demo study, and Home shows it', async ({
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

test.describe(() => {
  test.use({ data: 'analysed' })

  test('a link opens in a second tab, which survives closing the first tab and reloading', async ({
    page,
  }) => {
    const study = page.getByRole('link', { name: 'cohort', exact: true }).first()
    const [second] = await Promise.all([
      page.context().waitForEvent('page'),
      study.click({ modifiers: ['ControlOrMeta'] }),
    ])
    const heading = second.getByRole('heading', { level: 1, name: 'cohort' })
    await expect(heading).toBeVisible()
    await page.close()
    await second.reload()
    await expect(heading).toBeVisible()
  })
})

test("from the first start with a key, six clicks lead to the heatmap of the user's file", async ({
  app,
  page,
}) => {
  test.setTimeout(180_000)
  const service = await startReferenceService({ speed: 100_000, rate: { requests: 60_000, windowS: 60 } })
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  try {
    await click(button('Connect to your service'))
    await page.getByLabel('Service URL').fill(service.url)
    await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
    await click(button('Connect'))
    const file = join(projectRoot, 'examples/cohort.csv')
    await app.chooseFile(file, () => click(button('Choose a file…')))
    await click(button('Order 48 samples'))
    // Cost and destination are confirmed before anything is sent.
    await expect(page.getByRole('dialog', { name: 'Order 48 samples?' })).toContainText('127.0.0.1')
    expect(service.summary().orders).toBe(0)
    await click(page.getByRole('dialog').getByRole('button', { name: 'Order 48 samples' }))
    await click(button('Open the study'))
    await expect(page.getByRole('img', { name: /^Pathway activity/ })).toBeVisible({ timeout: 120_000 })
    expect(clicks).toBe(6)
    expect(service.summary().orders).toBe(48)
  } finally {
    await service.close()
  }
})
