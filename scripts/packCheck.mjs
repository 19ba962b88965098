// Packs the app with electron-builder's real configuration, and reads back what was packed. Electron's own binaries
// are stood in for by empty ones, so this needs no download; it proves what is packed, not that Electron starts.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { ensureBuilt, projectRoot, requireNode24 } from './build.mjs'

requireNode24()
ensureBuilt({ quiet: false })

// The archive's and the executables' readers are those that electron-builder itself works with.
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json'))
const ofLibrary = createRequire(ofBuilder.resolve('app-builder-lib/package.json'))
const asar = ofLibrary('@electron/asar')

const version = JSON.parse(
  readFileSync(join(projectRoot, 'node_modules/electron/package.json'), 'utf8'),
).version
const work = mkdtempSync(join(tmpdir(), 'pathclock-pack-'))
const problems = []
const expect = (holds, problem) => holds || problems.push(problem)

/** The marker that Electron's fuses are found by, then version, length and a digit for each of them, all switched on. */
const fuseWire = Buffer.concat([
  Buffer.alloc(64),
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('111111111'),
  Buffer.alloc(64),
])

function write(file, content, mode = 0o644) {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, mode)
}

function writeCommon(folder) {
  write(join(folder, 'version'), version)
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) write(join(folder, name), 'empty')
}

function linuxDistribution(folder) {
  writeCommon(folder)
  write(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), fuseWire]), 0o755)
  write(join(folder, 'locales/en-US.pak'), '')
  mkdirSync(join(folder, 'resources'))
}

async function windowsDistribution(folder) {
  const { NtExecutable, NtExecutableResource, Resource } = await import(ofLibrary.resolve('resedit'))
  writeCommon(folder)
  const executable = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(executable)
  const info = Resource.VersionInfo.createEmpty()
  info.lang = 1033
  info.setFileVersion(1, 0, 0, 0, 1033)
  info.setStringValues({ lang: 1033, codepage: 1200 }, { FileDescription: 'empty', ProductName: 'Electron' })
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  write(join(folder, 'electron.exe'), Buffer.concat([Buffer.from(executable.generate()), fuseWire]))
  write(join(folder, 'locales/en-US.pak'), '')
  mkdirSync(join(folder, 'resources'))
}

function macDistribution(folder) {
  writeCommon(folder)
  const program = (bundle, name, id) => {
    const entries = Object.entries({
      CFBundleExecutable: name,
      CFBundleIdentifier: id,
      CFBundleName: name,
      CFBundleDisplayName: name,
    })
    const keys = entries.map(([key, value]) => `<key>${key}</key><string>${value}</string>`).join('')
    const head =
      '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x">'
    write(join(bundle, 'Contents/Info.plist'), `${head}<plist version="1.0"><dict>${keys}</dict></plist>`)
    write(join(bundle, 'Contents/MacOS', name), 'empty', 0o755)
    mkdirSync(join(bundle, 'Contents/Resources'), { recursive: true })
  }
  const bundle = join(folder, 'Electron.app')
  program(bundle, 'Electron', 'com.github.Electron')
  const frameworks = join(bundle, 'Contents/Frameworks')
  write(join(frameworks, 'Electron Framework.framework/Electron Framework'), fuseWire)
  for (const suffix of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'])
    program(
      join(frameworks, `Electron Helper${suffix}.app`),
      `Electron Helper${suffix}`,
      'com.github.Electron.helper',
    )
}

const platforms = {
  linux: {
    distribution: linuxDistribution,
    resources: 'linux-unpacked/resources',
    program: 'linux-unpacked/pathclock',
    prebuild: 'linux-x64',
  },
  win: {
    distribution: windowsDistribution,
    resources: 'win-unpacked/resources',
    program: 'win-unpacked/Pathclock.exe',
    prebuild: 'win32-x64',
  },
  mac: {
    distribution: macDistribution,
    resources: 'mac/Pathclock.app/Contents/Resources',
    program: 'mac/Pathclock.app',
    prebuild: 'darwin-x64',
  },
}

async function check(name) {
  const { distribution, resources, program, prebuild } = platforms[name]
  const electron = join(work, `electron-${name}`)
  const output = join(work, `out-${name}`)
  mkdirSync(electron)
  await distribution(electron)
  const builder = join(projectRoot, 'node_modules/electron-builder/cli.js')
  const options = [`-c.electronDist=${electron}`, `-c.directories.output=${output}`]
  const run = spawnSync(
    process.execPath,
    [builder, `--${name}`, '--x64', '--dir', '--publish=never', ...options],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
    },
  )
  if (run.status !== 0) {
    problems.push(`${name}: electron-builder failed\n${run.stdout}${run.stderr}`)
    return
  }
  checkFiles(name, join(output, resources), prebuild)
  await checkFuses(name, join(output, program))
}

/** Whatever lies in the archive is one of these: built files, our package.json, and keytar with what it needs. */
const wanted = [
  /^out(\/|$)/,
  /^package\.json$/,
  /^node_modules$/,
  /^node_modules\/keytar(\/(lib|prebuilds)(\/|$)|\/package\.json$|\/LICENSE|$)/,
]

function checkFiles(name, resources, prebuild) {
  const archive = join(resources, 'app.asar')
  const files = asar
    .listPackage(archive, { isPack: false })
    .map((path) => path.split(sep).join('/').replace(/^\//, ''))
  const about = JSON.parse(asar.extractFile(archive, 'package.json').toString())
  const main = about.main.replace(/^\.\//, '')
  expect(files.includes(main), `${name}: the main entry ${main} is not in the archive`)
  for (const entry of [
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/main/keychainHelper.js',
    'out/main/csvWorker.js',
    'out/main/journalWorker.js',
    'out/main/analysesWorker.js',
    'out/main/drugsWorker.js',
    'out/main/exportWorker.js',
    'out/main/figuresWorker.js',
  ])
    expect(files.includes(entry), `${name}: ${entry} is not in the archive`)
  const strangers = files.filter(
    (path) => !wanted.some((pattern) => pattern.test(path)) || /\.(ts|map)$|\.test\./.test(path),
  )
  expect(
    strangers.length === 0,
    `${name}: does not belong into the app: ${strangers.slice(0, 10).join(', ')}`,
  )
  expect(
    !about.devDependencies && !about.scripts,
    `${name}: package.json still names what only development needs`,
  )

  const right = `node_modules/keytar/prebuilds/${prebuild}/keytar.node`
  const native = files.filter((path) => path.endsWith('.node'))
  expect(
    native.length === 1 && native[0] === right,
    `${name}: wanted ${right} alone, packed ${native.join(', ') || 'none'}`,
  )
  const unpacked = join(`${archive}.unpacked`, right)
  expect(existsSync(unpacked), `${name}: ${right} is not outside the archive`)
  expect(existsSync(join(resources, 'examples/cohort.csv')), `${name}: the examples are missing`)
  if (name === 'linux' && process.platform === 'linux' && process.arch === 'x64') checkLoads(unpacked)
  const sizes = [archive, ...filesBelow(`${archive}.unpacked`), ...filesBelow(join(resources, 'examples'))]
  const bytes = sizes.reduce((sum, file) => sum + statSync(file).size, 0)
  console.log(`${name}: ${files.length} entries, ${(bytes / 1e6).toFixed(2)} MB of our own files`)
}

const filesBelow = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

/** Loads the packed library in a process of its own. A missing libsecret is this machine's lack, not the package's. */
function checkLoads(file) {
  const code = 'console.log(Object.keys(require(process.argv[1])).join())'
  const run = spawnSync(process.execPath, ['-e', code, file], { encoding: 'utf8' })
  if (/libsecret/.test(run.stderr)) console.log('linux: keytar needs libsecret here, so it was not loaded')
  else
    expect(
      run.stdout.includes('getPassword'),
      `linux: the packed keytar does not load: ${run.stderr.slice(0, 300)}`,
    )
}

/** On, or off; a fuse that is not listed stays as Electron made it. */
const fuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  GrantFileProtocolExtraPrivileges: false,
}

async function checkFuses(name, program) {
  const wire = await getCurrentFuseWire(program)
  for (const [fuse, on] of Object.entries(fuses))
    expect(
      wire[FuseV1Options[fuse]] === (on ? FuseState.ENABLE : FuseState.DISABLE),
      `${name}: the fuse ${fuse} should be ${on ? 'on' : 'off'}`,
    )
}

try {
  const asked = process.argv.slice(2)
  for (const name of asked.length > 0 ? asked : Object.keys(platforms)) {
    if (platforms[name]) await check(name)
    else problems.push(`There is no platform ${name}: say ${Object.keys(platforms).join(', ')}.`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log('packing: everything in its place')
