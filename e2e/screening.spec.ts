import { join } from 'node:path'
import { expect, test } from './fixtures.ts'
import { projectRoot } from './hosts.ts'
import { checkFile, exploreDemo, goTo, order, screen } from './models.ts'

test('a screening ranks drugs for a sample, and each leads to its page', async ({ app, page }) => {
  await exploreDemo(page)
  await checkFile(app, join(projectRoot, 'examples/cohort.csv'))
  await order(page, 48)
  await goTo(page, 'Samples')
  await expect(page.getByRole('row', { name: /HLS-002/ })).toContainText('Succeeded', { timeout: 30_000 })
  await goTo(page, 'Screening')
  await screen(page, 'HLS-002')
  const first = page.getByRole('row').nth(1).getByRole('link')
  const name = (await first.textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
})
