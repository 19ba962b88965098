import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { build } from 'vite'
import { browserOptions } from '../charts/page.ts'
import { startHost } from './host.ts'

const entry = fileURLToPath(import.meta.resolve('./emptyPage.ts'))
const scriptPath = '/assets/page.js'
const markup = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><link rel="icon" href="data:," /><title>Empty</title></head>
  <body><div id="root"></div><script type="module" src=".${scriptPath}"></script></body>
</html>`

/** Serves a page with React and one paragraph, bundled and served like ours: a lower bound for our pages. */
export async function serveEmptyPage(): Promise<{ url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-bench-empty-'))
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, minify: true, lib: { entry, formats: ['es'], fileName: () => 'page.js' } },
  })
  const script = readFileSync(join(folder, 'page.js'))
  rmSync(folder, { recursive: true, force: true })
  const server = createServer(({ url }, response) => {
    const isScript = url === scriptPath
    response.writeHead(200, {
      'Content-Type': isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8',
      'Cache-Control': isScript ? 'private, max-age=31536000, immutable' : 'no-store',
    })
    response.end(isScript ? script : markup)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** ms from navigating to the first text or picture, and to the screen itself. */
export type Painted = { firstMs: number; screenMs: number }

const viewport = { width: 1280, height: 800 }

/** Opens `url` in a browser context that has seen nothing yet. `screen`: a selector of what the page is for. */
export async function measureCold(browser: Browser, url: string, screen: string): Promise<Painted> {
  const context = await browser.newContext({ viewport })
  try {
    return await measureIn(context, { url, screen })
  } finally {
    await context.close()
  }
}

/** `staysMs`: how long the page stays open after it was measured. */
async function measureIn(
  context: BrowserContext,
  { url, screen }: { url: string; screen: string },
  staysMs = 0,
): Promise<Painted> {
  const page = await context.newPage()
  try {
    await page.addInitScript({ content: watcherOf(screen) })
    await wait(settleMs)
    // Playwright injects 300 kB of its own scripts on the first query, so none is made before the screen is shown.
    const shown = page.waitForEvent('console', (message) => message.text() === shownMark)
    await page.goto(url, { waitUntil: 'commit' })
    await shown
    const handle = await page.waitForFunction((mark) => {
      const first = performance.getEntriesByName('first-contentful-paint')[0]
      const screen = performance.getEntriesByName(mark)[0]
      return first && screen ? { firstMs: first.startTime, screenMs: screen.startTime } : null
    }, shownMark)
    await wait(staysMs)
    return (await handle.jsonValue()) as Painted
  } finally {
    await page.close()
  }
}

/** Chromium reads pages of its own for a window that has just been opened, which would run beside ours. */
const settleMs = 1500

const shownMark = 'screen-shown'

/** Returns a script that runs before the page's own: it marks and logs the frame in which `selector` appears. */
const watcherOf = (selector: string): string => `
  const check = () => {
    if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(check)
    performance.mark('${shownMark}')
    console.debug('${shownMark}')
  }
  requestAnimationFrame(check)`

/** The wait until a host has its profile open, as it usually has when the user opens the page. */
const openMs = 1000

type OurPage = { dataFolder: string; screen: string; port?: number }

/** Measures the first page of a host that is started for it. */
export async function measureOurs(browser: Browser, { dataFolder, screen }: OurPage): Promise<Painted> {
  const host = await startHost({ dataFolder })
  try {
    await wait(openMs)
    return await measureCold(browser, host.url, screen)
  } finally {
    await host.end()
  }
}

/**
 * A browser stores what it compiled of a script some seconds after it has run for the second time, and uses it from the
 * third on.
 */
const runsUntilWarm = 3
const storeMs = 8000

/** Pages whose scripts the browser has stored and compiled before, as Electron has from the second start on. */
export async function measureWarm(
  empty: { url: string; screen: string },
  { dataFolder, screen, port = 0 }: OurPage,
  rounds: number,
): Promise<{ empty: Painted; ours: Painted }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-bench-browser-'))
  const context = await chromium.launchPersistentContext(folder, { ...browserOptions, viewport })
  try {
    const all: { empty: Painted; ours: Painted }[] = []
    for (let round = 0; round < runsUntilWarm + rounds; round++) {
      const host = await startHost({ dataFolder, port })
      await wait(openMs)
      const staysMs = round < runsUntilWarm ? storeMs : 0
      all.push({
        empty: await measureIn(context, empty, staysMs),
        ours: await measureIn(context, { url: host.url, screen }, staysMs),
      })
      await host.end()
    }
    return all.slice(runsUntilWarm)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
