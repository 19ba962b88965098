import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from '../support/fixtures.ts'
import { goTo, view } from '../support/models.ts'
import { guide } from './guide.ts'
import { savePicture } from './guideShots.ts'

guide.use({ data: 'analysed' })

guide('what leaves the app', async ({ app, page, takeShots: shoot, folder, browser }) => {
  await goTo(page, 'Results')
  await view(page, 'Compare')
  await expect(page.getByRole('grid', { name: 'Pathways compared' })).toBeVisible()
  await page.keyboard.press('Control+e')
  const exportParts = page.getByRole('radiogroup', { name: 'What to export' })
  for (const [part, name] of [
    ['Table', 'export-table'],
    ['Methods text', 'export-methods'],
    ['Report', 'export-report'],
  ] as const) {
    await exportParts.getByText(part, { exact: true }).click()
    if (part === 'Methods text')
      await expect(page.getByRole('textbox', { name: 'Methods' })).toHaveValue(/paired/i)
    await shoot(name)
  }
  const report = join(folder, 'report.html')
  const done = page.getByRole('dialog', { name: 'Exported' })
  await app.saveFile(report, () => page.getByRole('button', { name: 'Write report…' }).click())
  await expect(done).toBeVisible({ timeout: 90_000 })
  await shoot('export-done')
  const paper = await browser.newPage({ viewport: { width: 1000, height: 1200 }, offline: true })
  await paper.goto(pathToFileURL(report).href)
  await savePicture(browser, await paper.screenshot(), 'report')
  await paper.close()
})

guide('a capsule', async ({ app, page, takeShots: shoot, folder }) => {
  await goTo(page, 'Results')
  await view(page, 'Compare')
  await expect(page.getByRole('grid', { name: 'Pathways compared' })).toBeVisible()
  await page.keyboard.press('Control+e')
  const exportParts = page.getByRole('radiogroup', { name: 'What to export' })
  await exportParts.getByText('Study capsule', { exact: true }).click()
  await shoot('export-capsule')
  const capsule = join(folder, 'liver.pathclock')
  await app.saveFile(capsule, () => page.getByRole('button', { name: 'Make capsule…' }).click())
  await expect(page.getByRole('dialog', { name: 'Exported' })).toBeVisible({ timeout: 90_000 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or command' }).fill('capsule')
  await page.getByRole('button', { name: 'Open a capsule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a study capsule' })
  await shoot('capsule-choose')
  await app.chooseFile(capsule, () => dialog.getByRole('button', { name: 'Choose a capsule…' }).click())
  await expect(dialog.getByText(/^48 samples · 96 answers · /)).toBeVisible()
  await shoot('capsule')
  await dialog.getByRole('button', { name: 'Open to read' }).click()
  await expect(page.getByRole('button', { name: 'Close capsule' })).toBeVisible()
  await goTo(page, 'Samples')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await shoot('capsule-open')
})

guide('a figure', async ({ page, takeShots: shoot }) => {
  await goTo(page, 'Results')
  await view(page, 'Heatmap')
  await expect(page.getByRole('img').first()).toBeVisible()
  await page.getByRole('button', { name: 'Copy or save the chart' }).click()
  await shoot('chart-menu')
  await page.getByRole('menuitem', { name: 'Save figure…' }).click()
  await expect(page.getByRole('dialog', { name: 'Save figure' })).toBeVisible()
  await shoot('figure')
})
