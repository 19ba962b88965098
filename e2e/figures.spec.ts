import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { figureTheme } from '../src/figures/frame/theme.ts'
import { expect, isFull, partOfFull, test } from './support/fixtures.ts'
import type { RunningApp } from './support/hosts.ts'
import { exploreDemo, goTo, openSample, view } from './support/models.ts'
import { comparePictures, type Difference, onScreen } from './support/pictures.ts'
import { seedSamples } from './support/seed.ts'

const run = promisify(execFile)

/** The maximum share of different pixels. */
const maxDifferentShare = 0.02

/** Each kind of chart, with its name and the way to open it. */
const charts: [string, RegExp, (page: Page) => Promise<void>][] = [
  ['ranked', /^Pathways of BIG-00001|activity/i, (page) => openSample(page, 'BIG-00001')],
  [
    'heatmap',
    /^Heatmap of 50 pathways/,
    async (page) => {
      await goTo(page, 'Results')
      await view(page, 'Heatmap')
    },
  ],
  ['clock', /^Predicted against chronological age/, (page) => view(page, 'Clock')],
  ['boxes', /^Pathway 01 of 48 samples; groups: 2/, (page) => view(page, 'Groups')],
  [
    'volcano',
    /^Volcano plot of 50 pathways/,
    async (page) => {
      await view(page, 'Compare')
      await page.getByText('Volcano', { exact: true }).click()
    },
  ],
]

test.skip(!isFull, partOfFull)
test.use({ data: 'demo' })

test('a saved figure matches the screen, in the chosen size', async ({ start, host, folder }) => {
  test.setTimeout(180_000)
  // For printing in Electron, see electronSim/tests/host.test.ts.
  test.skip(host !== 'loopback', 'the same charts; what a page saves, a window asks the system for')
  const app = await startSeeded(start)
  const { page } = app
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await writeAsFigures(page)

  for (const [kind, name, open] of charts)
    await test.step(`${kind}: the drawing matches the canvas`, async () => {
      await open(page)
      const canvas = page.getByRole('img', { name }).first()
      await expect(canvas).toBeVisible()
      await chooseInMenu(page, 'Copy as SVG')
      await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible()
      const svg = await page.evaluate(() => navigator.clipboard.readText())
      expectAlike(await onScreen(page, canvas, svg))
    })

  const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
  const setSize = async (format: string) => {
    await chooseInMenu(page, 'Save figure…')
    await page.getByText(format, { exact: true }).click()
    await page.getByLabel('Size', { exact: true }).selectOption('column')
    await expect(page.getByRole('img', { name: /^Preview: Volcano plot/ })).toBeVisible()
  }
  let svg = ''

  await test.step('SVG has its size on paper, and real text', async () => {
    await setSize('SVG')
    svg = (await saved(page)).toString()
    expect(svg).toMatch(/^<svg width="85mm" height="\d+mm" viewBox="0 0 378\.\d+ \d+(\.\d+)?"/)
    expect(svg).toContain('synthetic demo data, not measured')
  })

  await test.step('PNG has the chosen resolution, and is the same picture', async () => {
    await setSize('PNG')
    await page.getByText('600', { exact: true }).click()
    const png = await saved(page)
    expect(dotsPerInch(png)).toBe(600)
    expect(png.readUInt32BE(16)).toBe(Math.round((85 / 25.4) * 600))
    expectAlike(await comparePictures(page, svg, png))
  })

  await test.step('PDF has one page of the size, with readable text', async () => {
    await setSize('PDF')
    const path = join(folder, 'figure.pdf')
    await app.saveFile(path, () => save.click())
    await expect(page.getByRole('dialog')).toBeHidden()
    const pdf = await readFile(path)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const heightMm = Number(/height="(\d+)mm"/.exec(svg)?.[1])
    const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))?.slice(1).map(Number)
    expect(Math.abs((box?.[0] ?? 0) - (85 / 25.4) * 72)).toBeLessThan(0.5)
    expect(Math.abs((box?.[1] ?? 0) - (heightMm / 25.4) * 72)).toBeLessThan(0.5)
    const about = await run('pdfinfo', [path]).catch((error: NodeJS.ErrnoException) => {
      // Returns null only if the program is not installed.
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (about === null) return test.info().annotations.push({ type: 'skipped', description: 'no poppler' })
    expect(about.stdout).toMatch(/Tagged:\s+yes/)
    expect(about.stdout).toMatch(/Pages:\s+1\n/)
    expect(about.stdout).toMatch(/Creator:\s+Pathclock\n/)
    const { stdout: text } = await run('pdftotext', [path, '-'])
    for (const expectedText of ['treated − control', 'synthetic demo data', 'Research use only'])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(expectedText)
  })
})

function expectAlike({ pixels, different }: Difference): void {
  expect(pixels).toBeGreaterThan(100_000)
  expect(different / pixels).toBeLessThan(maxDifferentShare)
}

/** Starts the demo with 48 seeded samples of two groups, because ordering them would take longer than the test. */
async function startSeeded(start: () => Promise<RunningApp>): Promise<RunningApp> {
  const before = await start()
  await exploreDemo(before.page)
  await before.close()
  await seedSamples(before.dataFolder, 48)
  const app = await start()
  await goTo(app.page, 'Results')
  return app
}

/** Uses the font of figures on the page, so that the same letters are compared. */
const writeAsFigures = (page: Page) =>
  page.evaluate((fontFamily) => {
    const root = document.documentElement
    root.style.setProperty('--mantine-font-family', fontFamily)
    // Charts read the fonts again when the theme changes.
    const scheme = root.getAttribute('data-mantine-color-scheme') ?? 'light'
    root.setAttribute('data-mantine-color-scheme', 'dark')
    root.setAttribute('data-mantine-color-scheme', scheme)
  }, figureTheme.fontFamily)

async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Copy or save the chart' }).first().click()
  await page.getByRole('menuitem', { name }).click()
}

/** Saves the figure of the dialog and returns its bytes. */
async function saved(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click(),
  ])
  await expect(page.getByRole('dialog')).toBeHidden()
  return readFile(await download.path())
}

/** Reads the resolution from its PNG chunk, which stores it per meter. */
function dotsPerInch(png: Buffer): number {
  const at = png.indexOf('pHYs')
  return Math.round((png.readUInt32BE(at + 4) * 25.4) / 1000)
}
