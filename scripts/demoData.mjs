// Made once before the end-to-end tests, which begin with it: the demo with the 48 samples of the example imported and
// analysed by the command line, and the demo without samples. That the window does the same is shown by coreWorkflow,
// import and access. `node scripts/demoData.mjs FOLDER`
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from './build.mjs'

async function makeDemos(folder) {
  execFileSync(process.execPath, [
    join(projectRoot, 'out/main/cli.js'),
    'demo',
    `--dir=${join(folder, 'tables')}`,
    `--data=${join(folder, 'analysed')}`,
  ])
  const host = spawn(process.execPath, [
    join(projectRoot, 'out/main/headless.js'),
    '--no-open',
    '--port=0',
    `--data=${join(folder, 'empty')}`,
  ])
  const [line] = await once(host.stdout, 'data')
  await openDemo(new URL(JSON.parse(line).url))
  host.kill()
  await once(host, 'exit')
}

/** As its page does, without the study that the page makes. */
async function openDemo({ origin, hash }) {
  const post = (path, body, headers = {}) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const session = await post('/session', { token: hash.slice('#token='.length) })
  const { headerToken } = await session.json()
  const cookie = session.headers.get('set-cookie').split(';')[0]
  await post('/call/session.startDemo', {}, { cookie, 'x-pathclock-token': headerToken })
}

/** Returns the environment variables that e2e/support/fixtures.ts reads. */
export const demoEnvironment = (folder) => ({
  PATHCLOCK_E2E_ANALYSED: join(folder, 'analysed'),
  PATHCLOCK_E2E_DEMO: join(folder, 'empty'),
})

/** Playwright calls it, where npm test has not made them already. */
export default async function setUp() {
  if (process.env.PATHCLOCK_E2E_ANALYSED) return
  const folder = mkdtempSync(join(tmpdir(), 'pathclock-e2e-demos-'))
  await makeDemos(folder)
  Object.assign(process.env, demoEnvironment(folder))
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

if (import.meta.main) await makeDemos(process.argv[2])
