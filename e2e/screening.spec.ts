import { expect, isFull, onSimulator, partOfFull, samePages, test } from './support/fixtures.ts'
import { goTo, screen } from './support/models.ts'

test.use({ data: 'analysed' })
test.skip(onSimulator, samePages)
test.skip(!isFull, partOfFull)

test('a screening ranks drugs for a sample, and each links to its page', async ({ page }) => {
  await goTo(page, 'Screening')
  await screen(page, 'HLS-002')
  const first = page.getByRole('row').nth(1).getByRole('link')
  const name = (await first.textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
})
