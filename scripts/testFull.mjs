// npm run test:full: what is long and rare, and no part of npm test: the fault suite at full size, every screen in both
// themes and both languages, and texts that are 40% longer. CI runs it each night.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot, requireNode24 } from './build.mjs'

requireNode24()
const run = (script, args = []) =>
  spawnSync(process.execPath, [join(projectRoot, 'scripts', script), ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, PATHCLOCK_FAULTS: 'full' },
  }).status === 0

const faults = run('testFaults.mjs')
const screens = run('e2e.mjs', ['access.spec.ts', 'longerText.spec.ts', '--project', 'loopback'])
console.log(`faults: ${faults ? 'passed' : 'failed'}, screens: ${screens ? 'passed' : 'failed'}`)
process.exitCode = faults && screens ? 0 : 1
