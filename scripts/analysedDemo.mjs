// Made once before the end-to-end tests: the demo with the 48 samples of the example imported and analysed, by the
// command line, which many specs begin with. That the window does the same is shown by coreWorkflow, import and access.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './build.mjs'

/** What is run in a folder of its own: the data is in its `data`. */
export const analysedDemo = (folder) => [
  join(projectRoot, 'out/main/cli.js'),
  'demo',
  `--dir=${join(folder, 'tables')}`,
  `--data=${join(folder, 'data')}`,
]

/** Playwright calls it; e2e/fixtures.ts finds the data by the environment, where npm test has made it already. */
export default function makeAnalysedDemo() {
  if (process.env.PATHCLOCK_E2E_ANALYSED) return
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-e2e-analysed-'))
  execFileSync(process.execPath, analysedDemo(folder))
  process.env.PATHCLOCK_E2E_ANALYSED = join(folder, 'data')
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
