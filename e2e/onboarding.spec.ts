import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { findFocusSeen } from './checks/focusSweep.ts'
import { expect, isFull, onSimulator, partOfFull, samePages, test } from './support/fixtures.ts'
import { exploreDemo, goTo, rowsOfFile } from './support/models.ts'
import { writeCrashReport } from './support/stateSetup.ts'

test.skip(onSimulator, samePages)

const tour = (page: Page) => page.getByRole('dialog').filter({ hasText: /Step \d of \d/ })
const offer = (page: Page) => page.getByRole('button', { name: 'Take the tour' })
const openHelp = async (page: Page) => {
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  return page.getByRole('dialog', { name: 'Help' })
}

type Box = { x: number; y: number; width: number; height: number }

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const targets = ['home', 'library', 'activity', 'search', 'status', 'help']

test.use({ data: 'demo' })

test.describe('a newcomer', () => {
  test.skip(!isFull, partOfFull)
  test.use({ newcomer: true, viewport: { width: 900, height: 600 } })

  test('gets the tour once, by keyboard, without anything being covered', async ({
    page,
    start,
    scanWhenFull,
  }) => {
    await exploreDemo(page)
    await offer(page).focus()
    await page.keyboard.press('Enter')
    for (let step = 1; step <= targets.length; step++) {
      await expect(tour(page)).toContainText(`Step ${step} of ${targets.length}`)
      const targetElement = page.locator(`[data-tour="${targets[step - 1]}"]`)
      const [card, target] = await Promise.all([tour(page).boundingBox(), targetElement.boundingBox()])
      if (!card || !target) throw new Error('the tour is not drawn')
      if (step === 1) {
        await scanWhenFull(page)
        await findFocusSeen(page)
      }
      expect(overlap(card, target), `step ${step}`).toBe(false)
      expect(card.x >= 0 && card.y >= 0 && card.x + card.width <= 900 && card.y + card.height <= 600).toBe(
        true,
      )
      await page.keyboard.press(step === targets.length ? 'Enter' : 'ArrowRight')
    }
    await expect(tour(page)).toBeHidden()
    // The button that offered the tour is gone, so the screen has the focus.
    await expect(page.locator('#content')).toBeFocused()
    await expect(offer(page)).toBeHidden()

    const restartedPage = (await start()).page
    await expect(restartedPage.getByRole('navigation', { name: 'Sections' })).toBeVisible()
    await expect(offer(restartedPage)).toBeHidden()
    const help = await openHelp(restartedPage)
    await help.getByRole('button', { name: 'Take the tour' }).click()
    await expect(tour(restartedPage)).toContainText(`Step 1 of ${targets.length}`)
    await restartedPage.keyboard.press('Escape')
    await expect(tour(restartedPage)).toBeHidden()
  })
})

test('an example is imported from an empty list, and saved from the help', async ({ app, scanWhenFull }) => {
  test.skip(!isFull, partOfFull)
  const { page } = app
  await exploreDemo(page)
  await goTo(page, 'Samples')
  await page.getByRole('button', { name: 'Try it with cohort.csv' }).click()
  await expect(rowsOfFile(page).getByRole('gridcell', { name: 'HLS-001' })).toBeVisible()

  const help = await openHelp(page)
  await help.getByRole('tab', { name: 'Importing samples' }).click()
  await scanWhenFull(page)
  const saved = join(app.dataFolder, '../saved.csv')
  await app.saveFile(saved, () =>
    help.getByRole('button', { name: 'Save a copy of cohort-messy.csv…' }).click(),
  )
  await expect.poll(() => existsSync(saved)).toBe(true)
  expect(await readFile(saved)).toEqual(
    await readFile(join(import.meta.dirname, '../examples/cohort-messy.csv')),
  )
})

test.describe(() => {
  // `npm test` checks the content of such files without a page: problemReportSecrets.faults.test.ts.
  test.skip(!isFull, partOfFull)

  test('a problem report is shown before it is saved, and a crash leads to it at the next start', async ({
    app,
    start,
    scanWhenFull,
  }) => {
    await exploreDemo(app.page)
    const help = await openHelp(app.page)
    await help.getByRole('button', { name: 'Report a problem…' }).click()
    const dialog = app.page.getByRole('dialog', { name: 'Report a problem' })
    await expect(dialog.getByRole('textbox', { name: 'Text of about.txt' })).toHaveValue(/^Pathclock: \d/)
    await scanWhenFull(app.page)
    await dialog.getByLabel('What happened, and what did you expect?').fill('It stood still.')
    await dialog.getByRole('checkbox', { name: 'log.txt' }).uncheck()
    const saved = join(app.dataFolder, '../problem.zip')
    await app.saveFile(saved, () => dialog.getByRole('button', { name: 'Save as a file…' }).click())
    await expect(dialog.getByText(/Nothing was sent\.$/)).toBeVisible()
    const names = Object.keys(unzipSync(await readFile(saved)))
    expect(names.toSorted()).toEqual([
      'about.txt',
      'crashes.txt',
      'data.txt',
      'failures.txt',
      'settings.txt',
      'words.txt',
    ])
    await app.close()

    await writeCrashReport(app.dataFolder)
    const { page } = await start()
    const notice = page.getByRole('status').filter({ hasText: 'Pathclock stopped working' })
    await notice.getByRole('button', { name: 'Report a problem…' }).click()
    await expect(page.getByRole('textbox', { name: 'Text of crashes.txt' })).toHaveValue(/where: main/)
  })
})
