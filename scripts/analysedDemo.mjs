// Made once before the end-to-end tests: the demo with the 48 samples of the example imported and analysed, by the
// command line, which many specs begin with. That the window does the same is shown by mainJob, import and access.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './build.mjs'

/** Playwright calls it; e2e/fixtures.ts finds the data by the environment. */
export default function makeAnalysedDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-e2e-analysed-'))
  const data = join(folder, 'data')
  const cli = join(projectRoot, 'out/main/cli.js')
  execFileSync(process.execPath, [cli, 'demo', '--dir', join(folder, 'tables'), '--data', data])
  process.env.PATHCLOCK_E2E_ANALYSED = data
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
