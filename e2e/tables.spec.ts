import type { Page } from '@playwright/test'
import { expect, isFull, partOfFull, test } from './support/fixtures.ts'
import { goTo } from './support/models.ts'

test.use({ data: 'analysed' })
test.beforeEach(({ host }) => test.skip(host !== 'loopback', 'the same pages as on the loopback host'))
test.skip(!isFull, partOfFull)

const grid = (page: Page) => page.getByRole('grid', { name: 'Samples' })
const heads = (page: Page) => grid(page).getByRole('columnheader')

test('a table keeps its arrangement, and a saved view shows its own columns', async ({
  page,
  scanWhenFull,
}) => {
  test.setTimeout(60_000)
  await goTo(page, 'Samples')
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '49')

  await test.step('columns are hidden and pinned, and rows are sorted by two columns', async () => {
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Tags' }).uncheck()
    await page.getByRole('button', { name: 'Keep Group at the left' }).click()
    await scanWhenFull(page)
    await page.keyboard.press('Escape')
    await expect(heads(page).nth(1)).toContainText('Group')
    await heads(page).filter({ hasText: 'Group' }).getByRole('button').click()
    await heads(page)
      .filter({ hasText: 'Sample name' })
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await expect(heads(page).filter({ hasText: 'Sample name' })).toContainText('2')
    await scanWhenFull(page)
  })

  await test.step('a saved view keeps that when the table changes', async () => {
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('textbox', { name: 'Name for this view' }).fill('By group')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'By group', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('button', { name: 'Default order' }).click()
    await page.keyboard.press('Escape')
    await expect(heads(page).filter({ hasText: 'Tags' })).toBeVisible()
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'By group', exact: true }).click()
    await expect(heads(page).filter({ hasText: 'Tags' })).toHaveCount(0)
    await expect(heads(page).nth(1)).toContainText('Group')
  })

  await test.step('the table itself is as it was left', async () => {
    await goTo(page, 'Results')
    await goTo(page, 'Samples')
    await expect(heads(page).filter({ hasText: 'Tags' })).toBeVisible()
  })
})
