// npm run guide: takes the screenshots of docs/guide again.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './build.mjs'

const env = { ...process.env, PATHCLOCK_GUIDE: '1' }
const args = [join(projectRoot, 'scripts/e2e.mjs'), '--project=loopback', ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1
