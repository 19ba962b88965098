import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { HostOption } from './support/fixtures.ts'

// Every test starts the app anew, which then is compiled once only.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/node')

// The same specs on every host. Without Electron's binary its project says "skipped: no Electron binary".
export default defineConfig<HostOption>({
  testDir: '.',
  globalSetup: '../scripts/demoData.mjs',
  // npm run guide takes the pictures of docs/guide; everything else runs the specs.
  testMatch: process.env['PATHCLOCK_GUIDE'] ? '**/*.guide.ts' : '*.spec.ts',
  timeout: 90_000,
  // As long as a busy computer needs.
  expect: { timeout: 30_000 },
  // One more than a small machine has processors: a test waits for its host and its browser by turns.
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
    // A trace takes pictures of the page at every step, which is a good part of a test's time; `--trace on` gives one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'loopback', use: { host: 'loopback' } },
    { name: 'electron-sim', use: { host: 'electron-sim' } },
    { name: 'electron', use: { host: 'electron' } },
  ],
})
