// npm run test:full: runs the long tests that npm test leaves out: the fault suite at full size, the other unit tests
// with all their sizes and variants, packing for every system, and every end-to-end test, each screen in both themes
// and both languages. CI runs it every night. `npm run test:full -- unit` runs one of its parts: faults, unit, packing
// or e2e; `npm run test:full -- unit variants` runs only the files whose path contains that word.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, projectRoot, requireNode24 } from './build.mjs'
import { ensureChromium, installReaders } from './prepare.mjs'

requireNode24()
await installReaders({ isFull: true })
const browser = ensureChromium()
ensureBuilt()
const run = (script, args = []) =>
  spawnSync(process.execPath, [join(projectRoot, 'scripts', script), ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, PATHCLOCK_FAULTS: 'full', ...(browser && { PATHCLOCK_CHROMIUM: browser }) },
  }).status === 0

const [chosen, ...words] = process.argv.slice(2)
const vitest = '../node_modules/vitest/vitest.mjs'
// Full sizes take up to half an hour, but a test that hangs must end.
const timeout = `--testTimeout=${30 * 60_000}`
const parts = {
  faults: () => run('testFaults.mjs', words),
  unit: () => run(vitest, ['run', timeout, '--exclude', '**/*.{faults,real}.test.ts', ...words]),
  packing: () => run('release/packCheck.mjs', words),
  e2e: () => run('e2e.mjs', words),
}
const results = Object.entries(parts)
  .filter(([name]) => chosen === undefined || chosen === name)
  .map(([name, work]) => [name, work()])
for (const [name, passed] of results) console.log(`${name}: ${passed ? 'passed' : 'failed'}`)
process.exitCode = results.length > 0 && results.every(([, passed]) => passed) ? 0 : 1
