import type { Page } from '@playwright/test'
import { expect, isFull, partOfFull, test } from './support/fixtures.ts'
import {
  connect,
  drugView,
  goTo,
  hit,
  openDrug,
  openSettings,
  type Section,
  searchDrugs,
  settingsParts,
  turnOfflineSwitch,
} from './support/models.ts'

const statusBar = (page: Page) => page.getByRole('contentinfo')
const sections: Section[] = ['Samples', 'Results', 'Screening']

// `npm test` covers all methods and restarts in offlineSwitch.faults.test.ts.
test.skip(!isFull, partOfFull)

test('while the offline switch is on no request is sent, even after a restart', async ({
  page,
  service,
  start,
}) => {
  await connect(page, service)
  await goTo(page, 'Drugs')
  await searchDrugs(page, 'metformin')
  await expect(page.getByText('from the service').first()).toBeVisible()
  await turnOfflineSwitch(page)
  await expect(statusBar(page)).toContainText('Offline switch on · 0 requests sent')
  const { requests } = service.summary()

  await searchDrugs(page, 'metf')
  await expect(hit(page, /Metformin/)).toBeVisible()
  await expect(page.getByText('· on this computer')).toBeVisible()
  await openDrug(page, /Metformin/)
  for (const view of ['Lists', 'Pathways', 'Offline'] as const) await drugView(page, view)
  await expect(page.getByRole('button', { name: 'Begin', exact: true })).toBeDisabled()
  for (const section of sections) await goTo(page, section)
  for (const part of settingsParts) await openSettings(page, part)

  const { page: restartedPage } = await start()
  await expect(statusBar(restartedPage)).toContainText('Offline switch on · 0 requests sent')
  await goTo(restartedPage, 'Drugs')
  await searchDrugs(restartedPage, 'metf')
  await expect(hit(restartedPage, /Metformin/)).toBeVisible()
  await expect(restartedPage.getByText('· on this computer')).toBeVisible()
  await expect(statusBar(restartedPage)).toContainText('0 requests sent')
  expect(service.summary().requests).toBe(requests)
  await turnOfflineSwitch(restartedPage)
  await expect(statusBar(restartedPage)).toContainText('Online')
})
