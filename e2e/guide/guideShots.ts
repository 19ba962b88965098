import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { type Appearance, setAppearance } from '../support/appearance.ts'
import { projectRoot } from '../support/hosts.ts'

type Shot = Appearance & { width: number; height: number }
export type TakeShots = (name: string) => Promise<void>

const small = { width: 1280, height: 800 }
const large = { width: 1920, height: 1080 }
const usual = { theme: 'light', language: 'en', ...small } as const

/** Every theme in every language, and two in the large size too; the guide shows the first. */
const shots: readonly Shot[] = [
  usual,
  { theme: 'dark', language: 'en', ...small },
  { theme: 'light', language: 'zh-CN', ...small },
  { theme: 'dark', language: 'zh-CN', ...small },
  { theme: 'light', language: 'en', ...large },
  { theme: 'dark', language: 'zh-CN', ...large },
]
/** The sheet has two screenshots per row. */
const shownWidth = 560
const quality = 54
/** Text stays sharp, with a third of the bytes of a PNG. */
const webpQuality = 0.85

const folder = join(projectRoot, 'docs/guide')
const sheets = join(projectRoot, 'test-results/guide')
const text = readFileSync(join(folder, 'README.md'), 'utf8')
/** The folder for full-size screenshots, for a manual review. */
const fullSizeFolder = process.env['PATHCLOCK_GUIDE_WHOLE']

/**
 * Takes screenshots of the current screen in every look and restores it: all of them on a sheet, and the first as
 * `NAME.webp` if the guide's text shows it.
 */
export async function takeGuideShots(page: Page, browser: Browser, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  const pictures: Buffer[] = []
  for (const shot of shots) {
    await show(page, shot)
    const picture = await page.screenshot()
    pictures.push(picture)
    if (shot === usual && text.includes(`(${name}.webp)`)) await savePicture(browser, picture, name)
    if (fullSizeFolder) await writeFile(join(fullSizeFolder, fullSizeName(name, shot)), picture)
  }
  await show(page, usual)
  await mkdir(sheets, { recursive: true })
  await makeSheet(browser, pictures, join(sheets, `${name}.jpg`))
}

const fullSizeName = (name: string, { theme, language, width }: Shot): string =>
  `${name}-${language.slice(0, 2)}-${theme}-${width}.png`

/** Saves a screenshot as `NAME.webp` of the guide. */
export async function savePicture(browser: Browser, png: Buffer, name: string): Promise<void> {
  await writeFile(join(folder, `${name}.webp`), await toWebp(browser, png))
}

/** Converts in a separate page, because the policy of the app blocks the picture. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const url = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', quality)
    },
    [`data:image/png;base64,${png.toString('base64')}`, webpQuality] as const,
  )
  await page.close()
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

async function show(page: Page, { width, height, ...appearance }: Shot): Promise<void> {
  await setAppearance(page, appearance)
  await page.setViewportSize({ width, height })
  // Toasts of finished jobs cover the screen.
  for (const close of await page.locator('.mantine-Notification-closeButton').all())
    await close.press('Enter')
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0)
  // Waits for charts to settle and fades to end.
  await page.waitForTimeout(350)
}

async function makeSheet(browser: Browser, pictures: readonly Buffer[], path: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 2 * shownWidth + 24, height: 600 } })
  const sheet = await context.newPage()
  const images = pictures.map(
    (picture) => `<img width="${shownWidth}" src="data:image/png;base64,${picture.toString('base64')}">`,
  )
  await sheet.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:1fr 1fr;gap:8px;background:#888}img{display:block}</style>${images.join('')}`,
    { waitUntil: 'load' },
  )
  await sheet.screenshot({ path, fullPage: true, type: 'jpeg', quality })
  await context.close()
}
