// Packs the app with electron-builder's real configuration and checks the packed files. Electron's own binaries are
// replaced by empty ones, so this needs no download; it verifies the package, not that Electron starts. `packCheck.mjs
// mac win` packs for these systems only, `packCheck.mjs --x64` for x64 only.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, projectRoot, requireNode24 } from '../build.mjs'
import { packedPackages } from './licences.mjs'
import { checkAssociations } from './packing/associations.mjs'
import { checkContents } from './packing/contents.mjs'
import { checkFuses, checkIntegrity } from './packing/seals.mjs'
import { writeStub } from './packing/stubs.mjs'
import { onlyShipped, readSbom } from './sbom.mjs'

requireNode24()
ensureBuilt({ quiet: false })

const work = mkdtempSync(join(tmpdir(), 'pathclock-pack-'))
const problems = []

/** The paths where electron-builder puts the app; it names every architecture except x64. */
const platforms = {
  linux: { folder: 'linux{}-unpacked', resources: 'resources', program: 'pathclock', prebuild: 'linux' },
  win: { folder: 'win{}-unpacked', resources: 'resources', program: 'Pathclock.exe', prebuild: 'win32' },
  mac: {
    folder: 'mac{}',
    resources: 'Pathclock.app/Contents/Resources',
    program: 'Pathclock.app',
    prebuild: 'darwin',
  },
}
const requested = process.argv.slice(2).filter((argument) => argument !== '--x64')
const architectures = process.argv.includes('--x64') ? ['x64'] : ['x64', 'arm64']

async function check(platform) {
  const electron = join(work, `electron-${platform}`)
  const output = join(work, `out-${platform}`)
  await writeStub(platform, electron)
  const { succeeded, text } = await pack(platform, electron, output)
  if (!succeeded) problems.push(`${platform}: electron-builder failed\n${text}`)
  else for (const architecture of architectures) await checkOne(platform, architecture, output)
}

function pack(platform, electron, output) {
  const builder = join(projectRoot, 'node_modules/electron-builder/cli.js')
  const options = [`-c.electronDist=${electron}`, `-c.directories.output=${output}`]
  const names = [`--${platform}`, ...architectures.map((name) => `--${name}`), '--dir', '--publish=never']
  const child = spawn(process.execPath, [builder, ...names, ...options], {
    cwd: projectRoot,
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ succeeded: false, text: String(error) }))
    child.once('close', (code) => resolve({ succeeded: code === 0, text }))
  })
}

async function checkOne(platform, architecture, output) {
  const { folder, resources, program, prebuild } = platforms[platform]
  const name = `${platform} ${architecture}`
  const app = join(output, folder.replace('{}', architecture === 'x64' ? '' : `-${architecture}`))
  const expect = (holds, problem) => holds || problems.push(`${name}: ${problem}`)
  const parts = {
    platform,
    program: join(app, program),
    resources: join(app, resources),
    prebuild: `${prebuild}-${architecture}`,
    expect,
  }
  console.log(`${name}: ${checkContents(parts)}`)
  await checkFuses(parts)
  await checkIntegrity(parts)
  checkAssociations(parts)
}

try {
  const names = requested.length > 0 ? requested : Object.keys(platforms)
  for (const name of names.filter((one) => !platforms[one]))
    problems.push(`There is no platform ${name}: say ${Object.keys(platforms).join(', ')}.`)
  await Promise.all(names.filter((one) => platforms[one]).map(check))
} finally {
  rmSync(work, { recursive: true, force: true })
}
try {
  const { components } = onlyShipped(readSbom(), packedPackages())
  console.log(`list of parts: ${components.length}, each with a licence that is allowed`)
} catch (error) {
  problems.push(error.message)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log('packing: everything in its place (desktop entries and registry keys by their sources only)')
