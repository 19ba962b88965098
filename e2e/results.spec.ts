import type { Page } from '@playwright/test'
import { expect, isFull, onSimulator, partOfFull, samePages, test } from './support/fixtures.ts'
import { goTo, openSample, showValues, view } from './support/models.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Results' })
const header = (page: Page, name: string) => grid(page).getByRole('columnheader', { name })
/** Returns the displayed numbers of a column from the top. */
const column = async (page: Page, index: number) =>
  (await grid(page).locator(`[role="gridcell"][aria-colindex="${index}"]`).allTextContents()).map((text) =>
    Number(text.replace('−', '-')),
  )

test.use({ data: 'analysed' })
test.skip(onSimulator, samePages)
test.skip(!isFull, partOfFull)

test('48 samples are sorted, selected, compared with controls and opened', async ({ page, scanWhenFull }) => {
  test.setTimeout(240_000)
  await goTo(page, 'Results')

  await test.step('sorts by a pathway, highest first', async () => {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '49')
    await header(page, 'AMPK').getByRole('button').click()
    await expect(header(page, 'AMPK')).toHaveAttribute('aria-sort', 'descending')
    await expect(async () => {
      const values = await column(page, 4)
      expect(values.length).toBeGreaterThan(10)
      expect(values).toEqual([...values].sort((a, b) => b - a))
    }).toPass()
    await scanWhenFull(page)
  })

  await test.step('adds a sort column, and resizes a column by dragging its edge', async () => {
    await header(page, 'group').getByRole('button').click()
    await header(page, 'AMPK')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await expect(header(page, 'group')).toHaveAttribute('aria-sort', 'descending')
    await expect(header(page, 'AMPK')).toHaveAttribute('aria-sort', 'descending')
    await expect(header(page, 'AMPK')).toContainText('2')
    const box = await header(page, 'AMPK').boundingBox()
    if (!box) throw new Error('The header of AMPK is not drawn.')
    await page.mouse.move(box.x + box.width - 3, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 57, box.y + 12, { steps: 4 })
    await expect(header(page, 'AMPK')).toHaveCSS('width', `${box.width + 60}px`)
    await page.mouse.up()
    await expect(header(page, 'AMPK')).toHaveCSS('width', `${box.width + 60}px`)
    expect(decodeURIComponent(page.url())).toContain(`"pathway+AMPK","width":${box.width + 60}`)
    await page.reload()
    await expect(header(page, 'AMPK')).toHaveCSS('width', `${box.width + 60}px`)
    await page.mouse.dblclick(box.x + box.width + 57, box.y + 10)
    await expect(header(page, 'AMPK')).toHaveCSS('width', `${box.width}px`)
    await scanWhenFull(page)
  })

  await test.step('works with the keyboard alone', async () => {
    await grid(page).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Space')
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
    await page.keyboard.press('Control+End')
    await expect(grid(page).getByRole('columnheader', { name: 'WNT' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('3 selected', { exact: true })).toBeHidden()
    await page.keyboard.press('Control+Home')
  })

  await test.step('shows z-scores relative to controls, and names the controls', async () => {
    await showValues(page, 'As returned', /z against controls/)
    await page.getByLabel('Value', { exact: true }).selectOption('control')
    await expect(page.getByRole('button', { name: 'z against control' })).toBeVisible()
    await scanWhenFull(page)
    await page.keyboard.press('Escape')
    await expect(header(page, 'AMPK')).toHaveAttribute('title', /Controls: n 24, mean .*, SD /)
  })

  await test.step('keeps the selection in the heatmap, and back', async () => {
    await view(page, 'Heatmap')
    await expect(page.getByRole('img', { name: /Heatmap of 26 pathways × 48 samples/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'z against control' })).toBeVisible()
    await page.goBack()
    await expect(grid(page)).toBeVisible()
  })

  await test.step('saves a view under a name, separate from the drug searches', async () => {
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('textbox', { name: 'Name for this view' }).fill('Against control')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Against control', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await goTo(page, 'Drugs')
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await expect(page.getByText(/^None yet/)).toBeVisible()
    await page.keyboard.press('Escape')
    await goTo(page, 'Results')
    await showValues(page, 'z against control', /As returned/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('button', { name: 'Against control', exact: true }).click()
    await expect(page.getByRole('button', { name: 'z against control' })).toBeVisible()
  })

  await test.step('shows one sample completely, and the changes of a new analysis', async () => {
    await openSample(page, 'HLS-002')
    await expect(page.getByRole('img', { name: /Pathways of HLS-002 ranked by Activity/ })).toBeVisible()
    await expect(page.getByText('It does not predict an effect', { exact: false })).toBeVisible()
    await expect(page.getByText('There is one answer of each kind.', { exact: false })).toBeVisible()
    await scanWhenFull(page)
    await page.getByRole('button', { name: 'Analyze…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: /again|anew/i }).check()
    await dialog.getByRole('button', { name: /Analyze 1|Start/ }).click()
    const drift = page.getByRole('grid', { name: 'What changed for HLS-002' })
    await expect(drift).toHaveAttribute('aria-rowcount', '53')
    await expect(page.getByText(/of 52 values changed/)).toBeVisible()
    await scanWhenFull(page)
  })
})
