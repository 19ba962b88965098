import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watchThread } from './checks/watchThread.ts'
import { expect, isFull, partOfFull, samePages, test } from './support/fixtures.ts'
import { checkFile, counted, exploreDemo, replaceAll, rowsOfFile, send } from './support/models.ts'

// A Playwright trace takes screenshots, which would use the measured thread.
test.use({ trace: 'off', data: 'demo' })
test.skip(({ host }) => host !== 'loopback', `${samePages}, which can be watched`)

test.skip(!isFull, partOfFull)

/** The longest response time that users perceive as instant. */
const limitMs = 100

// Other work on the computer makes a task longer, never shorter, so the best of three runs counts.
test.describe.configure({ retries: 2 })

test('a file of 100,000 rows keeps the window responsive throughout', async ({ app, page, folder }) => {
  test.setTimeout(300_000)
  await exploreDemo(page)
  const path = join(folder, 'large.csv')
  await writeFile(path, largeTable(100_000))
  const watch = await watchThread(page)
  await checkFile(app, path)
  await expect(counted(page, 'With errors')).toHaveText('1,000')
  await expect(rowsOfFile(page)).toHaveAttribute('aria-rowcount', '100001')
  await rowsOfFile(page).click()
  for (const key of ['PageDown', 'PageDown', 'ControlOrMeta+End']) await page.keyboard.press(key)
  await expect(rowsOfFile(page).getByRole('row', { name: /^100001\b/ })).toContainText('S-099999')
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(rowsOfFile(page).getByRole('row', { name: /^2\b/ })).toContainText('S-000000')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'What is wrong with this row' })).toContainText('adult')
  await replaceAll(page, 'sample_name', 'S-000007', 'S-7')
  await expect(counted(page, 'Will be ordered')).toHaveText('99,000')
  await send(page, '99,000')
  await expect(page.getByText(/^[1-9][\d,]* of 99,000 ·/)).toBeVisible({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('heading', { name: 'Ordering is paused' })).toBeVisible({ timeout: 30_000 })
  const tasks = await watch.end()
  console.log(`100,000 rows: the longest of ${tasks.count} tasks of the window took ${tasks.longestMs} ms`)
  expect(tasks.count).toBeGreaterThan(1000)
  expect(tasks.longestMs, `after ${tasks.atS} s`).toBeLessThan(limitMs)
})

test('a task that blocks the window is detected', async ({ page }) => {
  const watch = await watchThread(page)
  await page.evaluate(() => {
    for (const endMs = performance.now() + 2000; performance.now() < endMs; );
  })
  expect((await watch.end()).longestMs).toBeGreaterThan(limitMs)
})

/** Creates a table with an invalid age in every 100th row. */
function largeTable(rows: number): string {
  const lines = ['sample_name,donor,group,age,sex,tissue']
  for (let row = 0; row < rows; row += 1) {
    const name = `S-${String(row).padStart(6, '0')}`
    const age = row % 100 === 50 ? 'adult' : 20 + (row % 60)
    lines.push(`${name},D${row % 500},${row % 2 ? 'treated' : 'control'},${age},${row % 2 ? 'F' : 'M'},liver`)
  }
  return lines.join('\n')
}
