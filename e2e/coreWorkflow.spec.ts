import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, isFull, isQuickOnSimulator, partOfFull, test } from './support/fixtures.ts'
import { projectRoot } from './support/hosts.ts'
import {
  checkFile,
  exploreDemo,
  exportTable,
  goTo,
  openSample,
  order,
  searchDrugs,
  seeResults,
  view,
} from './support/models.ts'

const cohort = join(projectRoot, 'examples/cohort.csv')

// With animations, as most users see it, in the full run.
test.use({ moving: isFull, data: 'demo' })
test.skip(isQuickOnSimulator, partOfFull)

test('a cohort becomes orders, results, a heatmap and an exported file; after a restart everything is there, and nothing is ordered twice', async ({
  app,
  page,
  folder,
  start,
}) => {
  test.setTimeout(180_000)
  await exploreDemo(page)
  await checkFile(app, cohort)
  await expect(page.getByText('No problems found.')).toBeVisible()
  await order(page, 48)

  await page.getByRole('button', { name: 'Show samples' }).click()
  await expect(page.getByRole('grid', { name: 'Samples' })).toHaveAttribute('aria-rowcount', '49')

  await seeResults(page, 48)
  await view(page, 'Table')
  await expect(page.getByRole('columnheader', { name: 'AMPK' })).toBeVisible()
  await openSample(page, 'HLS-002')
  await expect(page.getByRole('img', { name: /Pathways of HLS-002 ranked by Activity/ })).toBeVisible()
  await page.getByRole('button', { name: 'All samples' }).click()
  await view(page, 'Heatmap')
  await expect(page.getByRole('img', { name: /Heatmap of 26 pathways × 48 samples/ })).toBeVisible()

  await view(page, 'Table')
  const saved = join(folder, 'results.csv')
  await exportTable(app, 'Results, long', saved)
  await expectResults(saved)

  await goTo(page, 'Drugs')
  await searchDrugs(page, 'rapa')
  await page.getByRole('option', { name: /Sirolimus/ }).click()
  await expect(page.getByText('inhibits').first()).toBeVisible()

  const restarted = await start()
  await goTo(restarted.page, 'Samples')
  await expect(restarted.page.getByRole('grid', { name: 'Samples' })).toHaveAttribute('aria-rowcount', '49')
  await checkFile(restarted, cohort)
  await expect(
    restarted.page.getByText('0 orders: 48 samples were ordered before. Nothing is sent.'),
  ).toBeVisible()
  await expect(restarted.page.getByRole('button', { name: 'Add 48 samples to the study' })).toBeEnabled()
  await expect(restarted.page.getByRole('button', { name: /^Order \d/ })).toHaveCount(0)
})

/** Checks for 48 samples × 26 pathways, each number with its time and source. */
async function expectResults(file: string): Promise<void> {
  const rows: Record<string, string>[] = parse(await readFile(file), { columns: true })
  expect(rows).toHaveLength(48 * 26)
  expect(new Set(rows.map((row) => row['sample_id'])).size).toBe(48)
  expect(new Set(rows.map((row) => row['group']))).toEqual(new Set(['control', 'treated']))
  for (const row of rows) {
    expect(Number.isFinite(Number.parseFloat(row['activity'] ?? ''))).toBe(true)
    expect(Number.isFinite(Number.parseFloat(row['aging_offset'] ?? ''))).toBe(true)
    expect(Number.isNaN(Date.parse(row['fetched_at'] ?? ''))).toBe(false)
    expect(row['service']).toContain('http://127.0.0.1:')
    expect(row['synthetic']).toBe('true')
  }
}
