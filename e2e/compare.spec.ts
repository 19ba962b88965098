import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expect, isFull, onSimulator, partOfFull, samePages, test } from './support/fixtures.ts'
import { projectRoot } from './support/hosts.ts'
import { goTo, tab, view } from './support/models.ts'

const run = promisify(execFile)
type Line = { pathway: string; difference: number; p: number; q: number; effect: number }

/** The button that summarizes the comparison and opens its settings. */
const question = (page: Page) => page.getByRole('button', { name: /^treated( \(24\))? − control/ })
const grid = (page: Page) => page.getByRole('grid', { name: 'Pathways compared' })

/** Returns the full numbers of a row, as in its tooltips. */
async function lineOf(page: Page, pathway: string): Promise<Omit<Line, 'pathway'>> {
  const row = grid(page).getByRole('row').filter({ hasText: pathway })
  const at = async (column: number) => {
    const title = await row.locator('[role=gridcell]').nth(column).locator('[title]').getAttribute('title')
    return Number(title?.split(' ').at(-1))
  }
  return { difference: await at(1), effect: await at(2), p: await at(3), q: await at(4) }
}

/** Runs the same comparison with the command line, on the same data. */
async function linesOfCommand(dataFolder: string): Promise<Line[]> {
  const groups = [
    '--by',
    'group',
    '--a',
    'treated',
    '--b',
    'control',
    '--measure',
    'activity',
    '--test',
    'paired',
  ]
  const command = ['compare', ...groups, '--json', '--offline', '--data', dataFolder]
  const { stdout } = await run(process.execPath, [join(projectRoot, 'out/main/cli.js'), ...command])
  const lines = stdout.trim().split('\n')
  return lines.map((line) => JSON.parse(line)).filter((line) => 'pathway' in line)
}

test.use({ data: 'analysed' })
test.skip(onSimulator, samePages)
test.skip(!isFull, partOfFull)

test('treated and control differ as in the model, and the command line gives the same numbers', async ({
  app,
  page,
  scanWhenFull,
}) => {
  test.setTimeout(300_000)
  await goTo(page, 'Results')
  await view(page, 'Compare')

  await test.step('compares treated with control immediately, in pairs', async () => {
    await expect(question(page)).toHaveText(/· Paired t-test, 24 donor pairs$/)
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '27')
    const first = grid(page).locator('[role=row] [role=gridcell]:first-child')
    await expect(first.nth(3)).toBeVisible()
    // The effects of rapamycin in the model of the demo.
    expect((await first.allTextContents()).slice(0, 4).toSorted()).toEqual([
      'Autophagy',
      'NF_KB',
      'Senescence',
      'mTOR',
    ])
    await expect(page.getByText('4 pathways with q < 0.05')).toBeVisible()
    await scanWhenFull(page)
  })

  await test.step('shows the same numbers as the command line', async () => {
    const lines = await linesOfCommand(app.dataFolder)
    expect(lines).toHaveLength(26)
    for (const { pathway, difference, effect, p, q } of lines.slice(0, 5))
      expect({ pathway, ...(await lineOf(page, pathway)) }).toEqual({ pathway, difference, effect, p, q })
  })

  await test.step('opens a row with the keyboard, with its samples by group', async () => {
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const detail = page.getByRole('region', { name: 'Autophagy by group' })
    await expect(detail.getByRole('img', { name: 'Values of Autophagy by group.' })).toBeVisible()
    await expect(detail.getByText('Degrees of freedom')).toBeVisible()
    await scanWhenFull(page)
  })

  await test.step('draws the pairs, and compares without them on request', async () => {
    const pairs = page.getByRole('img', { name: 'Pairs of Autophagy from control to treated.' })
    await expect(pairs).toBeVisible()
    await question(page).click()
    await page.getByLabel('Test', { exact: true }).selectOption('welch')
    await page.keyboard.press('Escape')
    await expect(pairs).toBeHidden()
    await expect(
      page.getByRole('button', { name: 'Use the paired test (24 complete donor pairs)' }),
    ).toBeVisible()
  })

  await test.step('draws a volcano and a dot matrix, and keeps all settings in the address', async () => {
    await page.getByText('Volcano', { exact: true }).click()
    await expect(
      page.getByRole('img', { name: /Volcano plot of 26 pathways.* 4 with q below 0.05/ }),
    ).toBeVisible()
    await scanWhenFull(page)
    await page.getByText('Dot matrix', { exact: true }).click()
    await expect(page.getByRole('img', { name: /Dot matrix of 26 pathways/ })).toBeVisible()
    await scanWhenFull(page)
    await page.reload()
    await expect(page.getByRole('img', { name: /Dot matrix of 26 pathways/ })).toBeVisible()
    await expect(question(page)).toBeVisible()
  })

  await test.step('fetches missing pathways with one button, and lists drugs that oppose or mimic the difference', async () => {
    await tab(page, 'Drugs').click()
    await page.getByRole('button', { name: 'Fetch pathways…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fetch pathways of drugs' })
    const all = dialog.getByRole('radio', { name: 'All drugs of the service' })
    if (await all.isVisible()) await all.check()
    await dialog.getByRole('checkbox', { name: /Also fetch details/ }).check()
    await scanWhenFull(page)
    await dialog.getByRole('button', { name: /Send [\d,]+ requests/ }).click()
    await page.getByText('Oppose', { exact: true }).click()
    const hydroxychloroquine = page.getByRole('row').filter({ hasText: 'Hydroxychloroquine' })
    await expect(hydroxychloroquine).toContainText('Drug inhibits Autophagy', { timeout: 60_000 })
    await expect(page.getByText('It does not predict an effect.')).toBeVisible()
    await page.getByText('Mimic', { exact: true }).click()
    const sirolimus = page.getByRole('row', { name: /^1 Sirolimus / })
    await expect(sirolimus).toContainText('Drug activates Autophagy', { timeout: 60_000 })
    await expect(sirolimus.getByRole('link', { name: /^DrugBank/ })).toHaveAttribute(
      'href',
      'https://go.drugbank.com/drugs/DB00877',
      { timeout: 60_000 },
    )
    await expect(page.getByRole('button', { name: 'Fetch pathways…' })).toBeHidden({ timeout: 60_000 })
    await scanWhenFull(page)
  })
})
