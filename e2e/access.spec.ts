import type { Page } from '@playwright/test'
import { findFocusSeen } from './checks/focusSweep.ts'
import { findNothingLost } from './checks/zoomCheck.ts'
import { type Appearance, setAppearance } from './support/appearance.ts'
import { expect, findNoFaults, isFull, partOfFull, samePages, test } from './support/fixtures.ts'
import type { RunningApp } from './support/hosts.ts'
import { exploreDemo, goTo, openSettings, view } from './support/models.ts'
import { dialogs, emptyScreens, fullScreens, importScreens, type Screen } from './support/screens.ts'
import { holdResponses } from './support/stateSetup.ts'

const appearances = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'zh-CN' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'zh-CN' },
] as const satisfies readonly Appearance[]

/** The most used screens, which `npm test` scans. `npm run test:full` scans all screens. */
const frequent = new Set([
  'samples',
  'results',
  'one sample',
  'heatmap',
  'compare',
  'palette',
  'export: Table',
  'annotate',
])
const frequentOf = (screens: readonly Screen[]): readonly Screen[] =>
  isFull ? screens : screens.filter(({ name }) => frequent.has(name))

/**
 * `npm run test:full` scans each screen in both themes and both languages. `npm test` scans each once, alternately
 * light in English and dark in Chinese. Chinese comes last, because screens are opened by English words.
 */
const appearancesFor = (screenIndex: number): readonly Appearance[] =>
  isFull ? appearances : [appearances[screenIndex % 2] ?? appearances[0]]

const english = { language: 'en', theme: 'light' } as const

type Scan = {
  within: string
  /** Runs once on each screen, light in English. */
  also?: (page: Page, screen: Screen) => Promise<void>
}

async function scanAll(app: RunningApp, screens: readonly Screen[], { within, also }: Scan) {
  const { page } = app
  for (const [screenIndex, screen] of frequentOf(screens).entries())
    await test.step(screen.name, async () => {
      await screen.open(app)
      // Toasts of finished jobs cover the screen until they disappear.
      for (const close of await page.locator('.mantine-Notification-closeButton').all())
        await close.press('Enter')
      for (const appearance of appearancesFor(screenIndex)) {
        await setAppearance(page, appearance)
        await findNoFaults(page, within)
      }
      await setAppearance(page, english)
      await also?.(page, screen)
    })
}

test.skip(({ host }) => host === 'electron-sim', samePages)
test.describe.configure({ timeout: isFull ? 900_000 : 240_000 })

test.describe(() => {
  test.skip(!isFull, partOfFull)

  test("the first screen has no violations of axe's rules", async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'Pathclock' })).toBeVisible()
    for (const appearance of appearancesFor(0)) {
      await setAppearance(page, appearance)
      await findNoFaults(page)
    }
  })
})

test.describe('of the demo without samples', () => {
  test.skip(!isFull, partOfFull)
  test.use({ data: 'demo' })

  test("every empty screen has no violations of axe's rules", async ({ app, page }) => {
    await exploreDemo(page)
    for (const appearance of appearancesFor(1)) {
      await setAppearance(page, appearance)
      await findNoFaults(page)
    }
    await setAppearance(page, english)
    await scanAll(app, emptyScreens, { within: 'main' })
  })
})

test.describe('of the cohort of the example', () => {
  test.use({ data: 'analysed' })

  test("every full screen has no violations of axe's rules, shows its focus, and stays complete when zoomed in", async ({
    app,
    page,
  }) => {
    const titles = new Set<string>()
    const also = async () => {
      titles.add(await page.title())
      await findFocusSeen(page, 12)
      if (isFull) await findNothingLost(page, '200%')
      await findNothingLost(page, '400%')
      await expectChartsDescribed(page)
    }
    await scanAll(app, fullScreens, { within: 'main', also })
    expect(titles.size).toBeGreaterThan(isFull ? 10 : 2)
  })

  test("every step of an import and every dialog has no violations of axe's rules", async ({ app, page }) => {
    const also = () => findFocusSeen(page)
    await scanAll(app, importScreens, { within: 'main', also })
    const closing = dialogs.map((dialog) => ({
      ...dialog,
      open: async (to: RunningApp) => {
        for (
          let open = 0;
          open < 3 && (await page.locator('[role="dialog"]:visible').count()) > 0;
          open += 1
        ) {
          await page.keyboard.press('Escape')
          await page.waitForTimeout(50)
        }
        await dialog.open(to)
      },
    }))
    await scanAll(app, closing, { within: '[role="dialog"]:not([hidden])', also })
  })

  test('in forced colors the focus, selection, switches and charts can be told apart', async ({
    page,
    host,
  }) => {
    test.skip(host !== 'loopback', samePages)
    await page.emulateMedia({ forcedColors: 'active' })
    await goTo(page, 'Samples')
    const row = page.getByRole('row').nth(3)
    await expect(row).toHaveCSS('outline-style', 'none')
    await row.click()
    await expect(row).toHaveCSS('outline-style', 'dashed')
    await findFocusSeen(page, 12)
    await goTo(page, 'Results')
    await view(page, 'Groups')
    const canvas = page.locator('main canvas[role="img"]').first()
    await expect(canvas).toHaveCSS('forced-color-adjust', 'none')
    // The background, the axes and at least two groups.
    await expect.poll(() => canvas.evaluate(coloursDrawn)).toBeGreaterThan(3)
    await openSettings(page, 'Data & network')
    const control = page.getByRole('switch', { name: 'Work offline' })
    expect(await control.evaluate(isSwitchVisible)).toBe(true)
  })

  test.describe(() => {
    test.skip(!isFull, partOfFull)

    test("loading and failed screens have no violations of axe's rules, and do not animate", async ({
      app,
      page,
      host,
    }) => {
      test.skip(host !== 'loopback', 'answers are held back on their way, which only this host has')
      await watchMotion(page)
      const release = await holdResponses(page)
      const screens = ['Drugs', 'Samples', 'Results', 'Screening'] as const
      const waitingScreens: Screen[] = [
        ...screens.map((name) => ({ name, open: () => goTo(page, name) })),
        { name: 'Heatmap', open: () => goTo(page, 'Results').then(() => view(page, 'Heatmap')) },
      ]
      await scanAll(app, waitingScreens, { within: 'main' })
      release()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await scanAll(app, waitingScreens, { within: 'main' })
      expect(await page.evaluate(() => window.moved)).toEqual([])
    })
  })
})

/** Checks that each chart has a name and a summary of its content, and its numbers as a table behind a button. */
async function expectChartsDescribed(page: Page): Promise<void> {
  const pictures = page.locator('main canvas')
  for (const picture of await pictures.all()) {
    await expect(picture).toHaveRole('img')
    await expect(picture).toHaveAccessibleName(/\w+ .*\w+/)
  }
  const figures = page.locator('main figure').filter({ has: page.locator('canvas') })
  for (const figure of await figures.all())
    await expect(figure.getByRole('button', { name: 'Show data' })).toBeVisible()
  if ((await figures.count()) === 0) return
  const figure = page.locator('main figure').first()
  await figure.getByRole('button', { name: 'Show data' }).press('Enter')
  await expect(figure.getByRole('table')).toBeVisible()
  await figure.getByRole('button', { name: 'Hide data' }).press('Enter')
  await expect(figure.locator('canvas')).toBeVisible()
}

/** Runs in the page. Counts the colors that cover more than a few pixels. */
function coloursDrawn(canvas: HTMLElement | SVGElement): number {
  const { width, height } = canvas as HTMLCanvasElement
  const points = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
  const counts = new Map<number, number>()
  for (let at = 0; at < points.length; at += 4) {
    const colour = ((points[at] ?? 0) << 16) | ((points[at + 1] ?? 0) << 8) | (points[at + 2] ?? 0)
    if (points[at + 3] === 255) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts.values()].filter((count) => count > 40).length
}

/** Runs in the page. True if a switch has a border, and its thumb differs in color from the track. */
function isSwitchVisible(control: HTMLElement | SVGElement): boolean {
  const track = control.parentElement?.querySelector('.mantine-Switch-track')
  const thumb = track?.querySelector('.mantine-Switch-thumb')
  if (!track || !thumb) return false
  const ground = getComputedStyle(track)
  const isLined = ground.borderTopStyle !== 'none' && ground.borderTopColor !== ground.backgroundColor
  return isLined && getComputedStyle(thumb).backgroundColor !== ground.backgroundColor
}

declare global {
  interface Window {
    moved?: string[]
  }
}

/** Records animations in the page, although the user prefers reduced motion. */
const watchMotion = (page: Page) =>
  page.evaluate(() => {
    const moved: string[] = []
    window.moved = moved
    for (const type of ['animationstart', 'transitionrun'])
      document.addEventListener(type, ({ target }) => {
        if (target instanceof Element) moved.push(`${type}: ${target.tagName} ${target.className}`)
      })
    setInterval(() => {
      for (const animation of document.getAnimations()) moved.push(`runs: ${animation.playState}`)
    }, 100)
  })
