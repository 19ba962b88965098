import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import { startHost } from './host.ts'

const entry = fileURLToPath(import.meta.resolve('./emptyPage.ts'))
const markup = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><link rel="icon" href="data:," /><title>Empty</title></head>
  <body><div id="root"></div><script type="module" src="./page.js"></script></body>
</html>`

/** A page with React and one paragraph, bundled and sent as ours is: what no page of ours can be quicker than. */
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
    const isScript = url === '/page.js'
    response.writeHead(200, {
      'Content-Type': isScript ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    response.end(isScript ? script : markup)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** ms from navigating to the first text or picture, and to the screen itself, where one is named. */
export type Painted = { firstMs: number; screenMs: number }

/** Opens `url` in a browser context that has seen nothing yet. `screen`: a selector of what the page is for. */
export async function measurePaint(browser: Browser, url: string, screen: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchFor, screen)
    await page.goto(url)
    const handle = await page.waitForFunction(() => {
      const first = performance.getEntriesByName('first-contentful-paint')[0]
      const shown = performance.getEntriesByName('screen-shown')[0]
      return first && shown ? { firstMs: first.startTime, screenMs: shown.startTime } : null
    })
    return (await handle.jsonValue()) as Painted
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything of it: marks the frame in which `selector` is there. */
function watchFor(selector: string): void {
  const check = () => {
    if (document.querySelector(selector)) performance.mark('screen-shown')
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}

/** As above, of a host that is started for it. */
export async function measureOurs(browser: Browser, dataFolder: string, screen: string): Promise<Painted> {
  const host = await startHost({ dataFolder })
  try {
    return await measurePaint(browser, host.url, screen)
  } finally {
    await host.end()
  }
}
