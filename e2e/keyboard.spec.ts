import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, isFull, partOfFull, test } from './support/fixtures.ts'
import { projectRoot } from './support/hosts.ts'
import { useKeyboard } from './support/keyboard.ts'

test.skip(({ host }) => host === 'electron-sim', 'the same pages in the same browser as on the loopback host')
test.skip(!isFull, partOfFull)
test.use({ data: 'demo' })

test('the main workflow works with the keyboard alone, and the focus is visible at every stop', async ({
  app,
  page,
  folder,
}) => {
  test.setTimeout(180_000)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  // Handles the file dialog from here on: a listener added at the key press would be too late.
  page.on('filechooser', () => undefined)
  const keys = await useKeyboard(page)

  await test.step('starts with the demo, and finds the link that skips the sections', async () => {
    await expect(page.getByRole('contentinfo')).toContainText('Synthetic demo data')
    await keys.tabTo(page.getByRole('link', { name: 'Skip to the content' }))
    await keys.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await keys.press('Tab')
    expect(await page.getByRole('main').evaluate((main) => main.contains(document.activeElement))).toBe(true)
  })

  await test.step('reaches the parts of the page in their visual order', async () => {
    await keys.tabTo(page.getByRole('link', { name: 'Skip to the content' }), { back: true })
    const regions = 'nav[aria-label="Sections"], section[aria-label="Place and search"], main, footer'
    const met: string[] = []
    for (let step = 0; step < 60 && met.at(-1) !== 'FOOTER'; step += 1) {
      await keys.press('Tab')
      const part = await page.evaluate(
        (regions) => document.activeElement?.closest(regions)?.tagName,
        regions,
      )
      if (part && part !== met.at(-1)) met.push(part)
    }
    expect(met).toEqual(['NAV', 'SECTION', 'MAIN', 'FOOTER'])
  })

  await test.step('imports the example file', async () => {
    await keys.activate(button('Import samples…'), { back: true })
    await keys.tabTo(button('Choose a file…'))
    await app.chooseFile(join(projectRoot, 'examples/cohort.csv'), () => keys.press('Enter'))
    await expect(page.getByRole('grid', { name: 'Rows of the file' })).toBeFocused()
    await expect(page.getByText('No problems found.')).toBeVisible()
    await keys.activate(button('Order 48 samples'))
    await expect(page.getByRole('heading', { name: '48 orders placed' })).toBeVisible({ timeout: 60_000 })
  })

  await test.step('opens the study, whose samples are analyzed automatically, and one of them', async () => {
    await keys.activate(button('Open the study'))
    await expect(page.getByRole('region', { name: 'Findings' })).toBeVisible({ timeout: 60_000 })
    const place = page.getByRole('region', { name: 'Place and search' })
    await keys.activate(place.getByRole('link', { name: 'Explore' }), { back: true })
    await keys.activate(page.getByRole('link', { name: 'Table' }))
    const grid = page.getByRole('grid', { name: 'Results' })
    await keys.tabTo(grid)
    await keys.press('ArrowDown')
    await keys.press('ArrowDown')
    await keys.press('Enter')
    const picture = page.getByRole('application', { name: /ranked by Activity/ })
    await keys.tabTo(picture)
    await keys.press('ArrowDown')
    await expect(picture.getByRole('status')).toContainText(/\d/)
    await keys.activate(button('Show data').first(), { back: true })
    await expect(page.getByRole('table').first()).toBeVisible()
    await keys.activate(button('All samples'), { back: true })
    await expect(grid).toBeVisible()
  })

  await test.step('exports, and returns the focus when a dialog has closed', async () => {
    await keys.activate(
      page.getByRole('region', { name: 'Place and search' }).getByRole('link', { name: 'Share' }),
      { back: true },
    )
    const opener = button('Export a table…')
    // Toasts of finished jobs cover a dialog until they disappear.
    await expect(page.locator('.mantine-Notification-root')).toHaveCount(0, { timeout: 20_000 })
    await keys.activate(opener)
    const dialog = page.getByRole('dialog', { name: 'Export a table' })
    await expect(dialog.getByText('48 rows', { exact: true })).toBeVisible()
    for (let step = 0; step < 40; step += 1) {
      await keys.press('Tab')
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await keys.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await keys.press('Enter')
    await keys.tabTo(dialog.getByRole('radio', { name: 'Results, wide' }))
    await keys.press('ArrowUp')
    await expect(dialog.getByText('1,248 rows', { exact: true })).toBeVisible()
    const saved = join(folder, 'results.csv')
    await keys.tabTo(dialog.getByRole('button', { name: 'Export…', exact: true }))
    await app.saveFile(saved, () => keys.press('Enter'))
    await expect(page.getByRole('dialog', { name: 'Exported' })).toBeVisible()
    expect(parse(await readFile(saved), { columns: true })).toHaveLength(48 * 26)
  })

  const { stops, faults } = await keys.readLog()
  expect(faults).toEqual([])
  expect(stops).toBeGreaterThan(60)
})
