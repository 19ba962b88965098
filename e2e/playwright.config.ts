import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { HostOption } from './support/fixtures.ts'

// Every test starts the app, whose code is then compiled only once.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/node')

// The same specs on every host. Without Electron's binary its project reports "skipped: no Electron binary".
export default defineConfig<HostOption>({
  testDir: '.',
  globalSetup: '../scripts/demoData.mjs',
  // `npm run guide` takes the screenshots of docs/guide; all other runs use the specs.
  testMatch: process.env['PATHCLOCK_GUIDE'] ? '**/*.guide.ts' : '*.spec.ts',
  timeout: 90_000,
  // Long enough for a busy computer.
  expect: { timeout: 30_000 },
  // One more than a small computer has processors, because a test alternately waits for its host and its browser.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  outputDir: '../test-results',
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? '../test-results/e2e.json' }],
  ],
  use: {
    actionTimeout: 30_000,
    video: 'off',
    // A trace takes a screenshot at every step, which is a large part of a test's time; `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'loopback', use: { host: 'loopback' } },
    { name: 'electron-sim', use: { host: 'electron-sim' } },
    { name: 'electron', use: { host: 'electron' } },
  ],
})
