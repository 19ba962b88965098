// npm run e2e: builds when needed, finds a browser, and runs the end-to-end tests; arguments go to Playwright.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, projectRoot, requireNode24 } from './build.mjs'
import { ensureChromium } from './prepare.mjs'

requireNode24()
ensureBuilt({ quiet: false })
const browser = ensureChromium()
if (!browser) {
  console.error('No Chromium, Chrome or Edge was found: install one, or set PATHCLOCK_CHROMIUM to its path.')
  process.exit(1)
}
const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js')
const args = ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)]
const env = { ...process.env, PATHCLOCK_CHROMIUM: browser }
process.exitCode =
  spawnSync(process.execPath, [playwright, ...args], { cwd: projectRoot, stdio: 'inherit', env }).status ?? 1
