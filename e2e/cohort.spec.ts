import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, onSimulator, samePages, test } from './support/fixtures.ts'
import { goTo, view } from './support/models.ts'

const picture = (page: Page, name: RegExp) => page.getByRole('img', { name })

test.use({ data: 'analysed' })
test.skip(onSimulator, samePages)

test('a cohort is shown as heatmap, PCA, clock and groups, with one selection', async ({
  page,
  host,
  scanWhenFull,
}) => {
  test.setTimeout(300_000)
  await goTo(page, 'Results')

  await test.step('clusters samples and pathways, with covariates along the columns', async () => {
    await view(page, 'Heatmap')
    await expect(picture(page, /Heatmap of 26 pathways × 48 samples/)).toBeVisible()
    await page.getByRole('button', { name: 'Settings of this view' }).click()
    await page.getByLabel('Linkage').selectOption('ward')
    await page.getByLabel('Distance').selectOption('correlation')
    await page.getByRole('combobox', { name: /^Shown above the columns/ }).click()
    await page.getByRole('option', { name: 'sex' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('sex:')).toBeVisible()
    expect(page.url()).toContain('linkage=ward')
    await scanWhenFull(page)
  })

  await test.step('selects a sample with the keyboard, which the table and the other views show', async () => {
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Clear 1 selected' })).toBeVisible()
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await expect(inspector.getByRole('region', { name: 'Highest pathways' })).toBeVisible()
    await expect(inspector.getByRole('region', { name: 'Same donor' })).toBeVisible()
    await view(page, 'Table')
    await expect(page.getByRole('region', { name: 'Selected samples' })).toContainText('1 selected')
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Clear 1 selected' })).toBeVisible()
    await expect(page.getByText('sex:')).toBeVisible()
  })

  await test.step('draws principal components with their share of the variance, and their loadings', async () => {
    await view(page, 'PCA')
    await expect(
      picture(page, /Principal components of 48 samples: PC1 \(\d.*% of the variance\)/),
    ).toBeVisible()
    await page.getByLabel('Vertical axis').selectOption('2')
    await expect(picture(page, /against PC3/)).toBeVisible()
    await page.getByLabel('Shape').selectOption('sex')
    await expect(page.getByText('treated · F')).toBeVisible()
    await expect(page.getByRole('grid', { name: 'Loadings' })).toHaveAttribute('aria-rowcount', '27')
    await expect(page.getByRole('button', { name: 'Clear 1 selected' })).toBeVisible()
    await scanWhenFull(page)
  })

  await test.step('draws predicted against chronological age, and names the assumption', async () => {
    await view(page, 'Clock')
    await expect(picture(page, /n = 48; r = 0\.\d+ \(95% CI .*\); mean absolute error/)).toBeVisible()
    await expect(page.getByText(/“older than expected” is an assumption/)).toBeVisible()
    await page
      .getByLabel('Chronological age', { exact: true })
      .selectOption({ label: 'age (from the register)' })
    await expect(picture(page, /^Predicted .* of 48 samples/)).toBeVisible()
    await expect(
      page.getByText(/^Samples of treated look .* years younger than those of control by the clock/),
    ).toBeVisible()
    await expect(picture(page, /^Age acceleration residual of 48 samples by group/)).toBeVisible()
    // Both samples of a pair have the same age, so the pairs are compared with a paired t-test, without a regression.
    await expect(page.getByText(/by the clock \(95% CI .*, paired t-test, 24 pairs/)).toBeVisible()
    await scanWhenFull(page)
  })

  await test.step('draws one pathway by group, and its pairs', async () => {
    await view(page, 'Groups')
    await page.getByRole('combobox', { name: 'Pathway' }).fill('mTOR')
    await page.getByRole('option', { name: 'mTOR' }).click()
    await expect(picture(page, /mTOR of 48 samples; groups: 2/)).toBeVisible()
    await page.getByLabel('Pairs share').selectOption('donor_id')
    await expect(picture(page, /24 pairs of mTOR, from control to treated/)).toBeVisible()
    await scanWhenFull(page)
  })

  const boxes = picture(page, /mTOR of 48 samples; groups: 2/)

  await test.step('fills the height of the window, but stays readable', async () => {
    const heightIn = async (height: number) => {
      await page.setViewportSize({ width: 1280, height })
      await expect(boxes).toBeVisible()
      return (await boxes.boundingBox())?.height ?? 0
    }
    let usual = 0
    // On a busy computer a height may be measured before the page has its new size, so both are measured until they
    // match.
    const difference = async () => {
      usual = await heightIn(800)
      return (await heightIn(1080)) - usual
    }
    await expect.poll(difference).toBe(280)
    await expect.poll(() => heightIn(480)).toBe(352)
    await expect.poll(() => heightIn(800)).toBe(usual)
    await expect(page.locator('body')).toHaveJSProperty('scrollHeight', 800)
  })

  // In Electron, downloads go through the system's dialog.
  if (host === 'electron') return

  await test.step('saves vectors with text, and a picture sharp enough to print', async () => {
    const svg = (await saved(page, 'SVG')).toString()
    const drawn = await page.evaluate(describeSvg, svg)
    expect(drawn).toMatchObject({ root: 'svg', faults: 0, foreign: [], handlers: [] })
    expect(drawn.description).toMatch(/mTOR of 48 samples; groups: 2/)
    expect(drawn.texts).toEqual(expect.arrayContaining(['control', 'treated', 'n = 24']))
    for (const note of [/unit not documented/, /Fetched from http.*synthetic demo data, not measured/])
      expect(drawn.texts.join(' ')).toMatch(note)
    expect(drawn.shapes).toBeGreaterThan(50)
    const png = await saved(page, 'PNG')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
    expect(width).toBe(Math.round((174 / 25.4) * 300))
    expect(Math.abs(height / width - (drawn.viewBox[3] ?? 0) / (drawn.viewBox[2] ?? 1))).toBeLessThan(0.001)
  })

  await test.step('copies both formats to the clipboard', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const name of ['Copy as PNG', 'Copy as SVG']) {
      await openChartMenu(page)
      await page.getByRole('menuitem', { name }).click()
      await expect(page.getByText('Copied', { exact: true })).toBeVisible()
      const types = () =>
        page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types: all }) => [...all]))
      await expect.poll(types).toContain(name === 'Copy as PNG' ? 'image/png' : 'text/plain')
    }
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^<svg /)
  })
})

const openChartMenu = (page: Page) =>
  page.getByRole('button', { name: 'Copy or save the chart' }).first().click()

async function saved(page: Page, format: 'PNG' | 'SVG'): Promise<Buffer> {
  await openChartMenu(page)
  await page.getByRole('menuitem', { name: 'Save figure…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save figure' })
  await dialog.getByText(format, { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  await expect(dialog).toBeHidden()
  expect(download.suggestedFilename()).toBe(`mTOR activity.${format.toLowerCase()}`)
  return readFile(await download.path())
}

/** Runs in the page. Describes the elements of an SVG, and anything in it that could run or be fetched. */
function describeSvg(svg: string) {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const all = [...root.querySelectorAll('*')]
  const textsOf = (name: string) => [...root.querySelectorAll(name)].map((one) => one.textContent ?? '')
  return {
    root: root.nodeName,
    faults: root.querySelectorAll('parsererror').length,
    foreign: all
      .map(({ localName }) => localName)
      .filter((one) => /script|image|foreignObject|use/.test(one)),
    handlers: all.flatMap(({ attributes }) =>
      [...attributes].map(({ name }) => name).filter((name) => /^on|href$/.test(name)),
    ),
    description: textsOf('desc').join(' '),
    texts: textsOf('text'),
    shapes: root.querySelectorAll('path, rect, circle').length,
    viewBox: (root.getAttribute('viewBox') ?? '').split(' ').map(Number),
  }
}
