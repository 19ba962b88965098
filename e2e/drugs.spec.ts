import type { Page } from '@playwright/test'
import { type ReferenceService, startReferenceService } from '../src/demoService/index.ts'
import { expect, isFull, onSimulator, partOfFull, samePages, test } from './support/fixtures.ts'
import {
  connect,
  drugView,
  filterBy,
  goTo,
  hit,
  makeAllAvailableOffline,
  openDrug,
  resumeAll,
  searchDrugs,
  signInAgain,
} from './support/models.ts'

const statusBar = (page: Page) => page.getByRole('contentinfo')

test.skip(onSimulator, samePages)

test('a drug can be found, read and found again without a network, with its age', async ({
  page,
  service,
}) => {
  await connect(page, service)
  await goTo(page, 'Drugs')
  await searchDrugs(page, 'rapa')
  await expect(page.getByText('from the service').first()).toBeVisible()
  await filterBy(page, 'Category', /mTOR/)
  await openDrug(page, /Sirolimus/)
  await expect(page.getByRole('row', { name: /mTOR.*inhibits/ }).first()).toBeVisible()

  await service.close()
  await searchDrugs(page, 'sirolimsu')
  await expect(page.getByText('· on this computer')).toBeVisible()
  await expect(page.getByText('You see cached drugs.', { exact: false })).toBeVisible()
  await expect(statusBar(page)).toContainText('not reachable')
  await openDrug(page, /Sirolimus/)
  const age = page.getByRole('article').getByRole('time').first()
  await expect(age).toHaveAttribute('datetime', /^\d{4}-/)
  await expect(page.getByRole('row', { name: /mTOR.*inhibits/ }).first()).toBeVisible()
})

test('favorites, a list of drugs, and two drugs side by side', async ({ page, service }) => {
  test.skip(!isFull, partOfFull)
  await connect(page, service)
  await goTo(page, 'Drugs')
  for (const name of ['Sirolimus', 'Metformin']) {
    await searchDrugs(page, name)
    await openDrug(page, new RegExp(name))
    await page.getByRole('button', { name: 'Favorite' }).click()
    await expect(page.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true')
  }
  await page.getByRole('button', { name: 'Add to list' }).first().click()
  await page.getByLabel('Name of a new list').fill('To try')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Added 1 drug to “To try”.')).toBeVisible()

  await drugView(page, 'Lists')
  const lists = page.getByRole('navigation', { name: 'Lists of drugs' })
  await expect(lists.getByRole('button', { name: /^To try/ })).toContainText('1')
  await lists.getByRole('button', { name: /^Favorites/ }).click()
  for (const name of ['Sirolimus', 'Metformin'])
    await page.getByRole('checkbox', { name: `Tick ${name}` }).check()
  await page.getByRole('button', { name: 'Compare' }).click()
  for (const name of ['Sirolimus', 'Metformin'])
    await expect(page.getByRole('columnheader', { name: new RegExp(name) })).toBeVisible()
})

test.describe(() => {
  // `npm test` covers this without a page: offlineSync.faults.test.ts.
  test.skip(!isFull, partOfFull)

  test('drugs are made available offline, and a crash in the middle costs almost nothing', async ({
    start,
  }) => {
    // Two starts with a deliberately slow service.
    test.setTimeout(180_000)
    const service = await startSlowly()
    try {
      const app = await start()
      await connect(app.page, service)
      await goTo(app.page, 'Drugs')
      const before = service.summary().requests
      await makeAllAvailableOffline(app.page)
      const countRequests = () => service.summary().requests
      await expect.poll(countRequests, { timeout: 30_000, intervals: [50] }).toBeGreaterThan(before + 15)
      await app.kill()
      const atTheCrash = service.summary().requests

      const { page } = await start()
      await signInAgain(page, service)
      await goTo(page, 'Drugs')
      const plan = await resumeAll(page)
      await expect(plan.getByText('Complete')).toBeVisible({ timeout: 60_000 })
      // One list and the pathways of each drug; a few more for two sign-ins and for requests that the crash
      // interrupted.
      const sent = service.summary().requests - before
      expect(atTheCrash - before).toBeLessThan(drugs)
      expect(sent).toBeGreaterThanOrEqual(drugs)
      expect(sent).toBeLessThanOrEqual(drugs + 1 + 14)
      await service.close()
      await drugView(page, 'Drugs')
      await searchDrugs(page, 'mTOR')
      await expect(hit(page, /Sirolimus/)).toBeVisible()
      await expect(page.getByText('· on this computer')).toBeVisible()
    } finally {
      await service.close()
    }
  })
})

/** The number of drugs in the reference service. */
const drugs = 54

/** Starts a service with such slow pathways that a run can be interrupted in the middle. */
const startSlowly = (): Promise<ReferenceService> =>
  startReferenceService({
    rate: { requests: 6000, windowS: 60 },
    faults: [{ match: { path: '/pathways$/' }, fault: 'delay', delayMs: 400 }],
  })
