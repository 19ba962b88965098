import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'

const entry = fileURLToPath(import.meta.resolve('../../src/renderer/charts/testing/benchPage.ts'))

/** Bundles what runs in the page as the app is bundled, and gives its file. */
export async function bundlePage(): Promise<{ file: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-bench-charts-'))
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, lib: { entry, formats: ['iife'], name: 'charts', fileName: () => 'page.js' } },
  })
  return { file: join(folder, 'page.js'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const browserOptions = {
  executablePath: process.env['PATHCLOCK_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
}

export const startBrowser = (): Promise<Browser> => chromium.launch(browserOptions)

/** A page of its own, so that nothing is left of the measurement before. */
export async function inPage<T>(
  browser: Browser,
  file: string,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport: { width: 1100, height: 700 } })
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  try {
    await page.setContent('<!doctype html><body></body>')
    await page.addScriptTag({ path: file })
    if (errors[0]) throw errors[0]
    return await work(page)
  } finally {
    await page.close()
  }
}

/** Drags the chart back and forth like a user and returns the longest task in ms; 0 if none reached 50 ms. */
export async function pan(page: Page): Promise<number> {
  await page.mouse.move(500, 300)
  await page.mouse.down()
  for (let step = 1; step <= 60; step++)
    await page.mouse.move(500 + 150 * Math.sin(step / 8), 300 + 80 * Math.sin(step / 5))
  await page.mouse.up()
  const tasks = await page.evaluate<number[]>('chartBench.takeLongTasks()')
  return Math.max(0, ...tasks)
}
