import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { findFocusSeen } from './checks/focusSweep.ts'
import { expect, onSimulator, samePages, test } from './support/fixtures.ts'
import { goTo, view } from './support/models.ts'

const compared = (page: Page) => page.getByRole('grid', { name: 'Pathways compared' })

/** Returns the full numbers of the first rows, as in their tooltips. */
const numbersOf = async (page: Page) => {
  await expect(compared(page)).toHaveAttribute('aria-rowcount', '27')
  const titled = compared(page).getByRole('row').locator('[role=gridcell] [title]')
  // Rows are rendered after the table.
  await expect(titled.nth(39)).toBeAttached()
  return titled.evaluateAll((cells) => cells.slice(0, 40).map((cell) => cell.getAttribute('title')))
}

/** Opens the export dialog at one of its parts. */
const openPart = async (page: Page, part: 'Report' | 'Study capsule' | 'Methods text') => {
  await page.keyboard.press('Control+e')
  await page.getByRole('radiogroup', { name: 'What to export' }).getByText(part, { exact: true }).click()
}

const sumOf = async (page: Page) => {
  await expect(page.getByRole('dialog', { name: 'Exported' })).toBeVisible({ timeout: 90_000 })
  const sum = await page.locator('code').textContent()
  await page.keyboard.press('Escape')
  return sum ?? ''
}

/** Opens a page without a network and returns its headings, requests and errors. */
async function readAlone(browser: Browser, path: string) {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const requestedUrls: string[] = []
  const faults: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(pathToFileURL(path).href)
  const headings = await page.getByRole('heading').allTextContents()
  const text = await page.locator('body').innerText()
  const figures = await page.locator('svg').count()
  await context.close()
  return {
    requests: requestedUrls.filter((url) => !url.startsWith('data:')),
    faults,
    headings,
    text,
    figures,
  }
}

test.use({ data: 'analysed' })
test.skip(onSimulator, samePages)

test('a study is exported as a report and as a capsule, which opens read-only with the same numbers', async ({
  app,
  page,
  browser,
  folder,
  host,
  scanWhenFull,
}) => {
  test.setTimeout(240_000)
  await goTo(page, 'Results')
  await view(page, 'Compare')
  const numbers = await numbersOf(page)
  expect(numbers).toHaveLength(40)

  await test.step('the report is readable without a network', async () => {
    await openPart(page, 'Report')
    await expect(page.getByText('All samples · group: treated − control · Paired t-test')).toBeVisible()
    await scanWhenFull(page)
    const report = join(folder, 'report.html')
    await app.saveFile(report, () => page.getByRole('button', { name: 'Write report…' }).click())
    expect(await sumOf(page)).toMatch(/^[0-9a-f]{64}$/)
    const read = await readAlone(browser, report)
    expect(read.requests).toEqual([pathToFileURL(report).href])
    expect(read.faults).toEqual([])
    expect(read.headings.length).toBeGreaterThan(3)
    expect(read.figures).toBeGreaterThan(1)
    expect(read.text).toMatch(/research use only/i)
    expect(read.text).toMatch(/synthetic/i)
  })

  await test.step('its methods text can be copied', async () => {
    await openPart(page, 'Methods text')
    const text = page.getByRole('textbox', { name: 'Methods' })
    await expect(text).toHaveValue(/paired/i)
    await scanWhenFull(page)
    // Electron saves downloads with its own dialog, which the simulator does not have.
    if (host === 'loopback') {
      const script = join(folder, 'methods.R')
      await app.saveFile(script, () => page.getByRole('button', { name: 'Save R script…' }).click())
    }
    await page.keyboard.press('Escape')
  })

  const capsule = join(folder, 'liver.pathclock')
  let sum = ''
  await test.step('the capsule is written', async () => {
    await openPart(page, 'Study capsule')
    await app.saveFile(capsule, () => page.getByRole('button', { name: 'Make capsule…' }).click())
    sum = await sumOf(page)
  })

  await test.step('it is checked, described and opened', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Search or command' }).fill('capsule')
    await page.getByRole('button', { name: 'Open a capsule…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open a study capsule' })
    await app.chooseFile(capsule, () => dialog.getByRole('button', { name: 'Choose a capsule…' }).click())
    await expect(dialog.getByText(sum)).toBeVisible()
    await expect(dialog.getByText(/^48 samples · 96 answers · /)).toBeVisible()
    await expect(dialog.getByText('Synthetic data')).toBeVisible()
    await scanWhenFull(page)
    await dialog.getByRole('button', { name: 'Open to read' }).click()
    await expect(page.getByRole('button', { name: 'Close capsule' })).toBeVisible()
  })

  await test.step('it shows the same numbers, and nothing can be ordered in it', async () => {
    await view(page, 'Compare')
    expect(await numbersOf(page)).toEqual(numbers)
    await scanWhenFull(page)
    await findFocusSeen(page, 12)
    await goTo(page, 'Samples')
    await expect(page.getByText('48 samples').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import…' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Analyze\b/ })).toHaveCount(0)
    await scanWhenFull(page)
    await page.evaluate(() => (location.hash = '#/import'))
    await expect(page.getByText('This is not part of a capsule')).toBeVisible()
  })

  await test.step('closing it returns to the earlier data', async () => {
    await page.getByRole('button', { name: 'Close capsule' }).click()
    await expect(page.getByRole('contentinfo')).toContainText('Synthetic demo data')
    await goTo(page, 'Samples')
    await expect(page.getByRole('button', { name: 'Import…' })).toBeVisible()
  })
})
