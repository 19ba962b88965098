import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signingOptions, updateOptions } from '../scripts/release/dist.mjs'
import { isSqliteSufficient } from '../scripts/release/electronSqlite.mjs'
import { isAllowed, licenceProblems, licencesText, type Packed } from '../scripts/release/licences.mjs'
import { ofLibrary } from '../scripts/release/packing/library.mjs'
import { checksums, stage } from '../scripts/release/releaseFiles.mjs'
import { onlyShipped, type Sbom } from '../scripts/release/sbom.mjs'

const packed = (name: string, licence: string, more: Partial<Packed> = {}): Packed => ({
  name,
  version: '1.0.0',
  licence,
  text: 'You may.',
  notice: '',
  ...more,
})

describe('the licences of what is packed', () => {
  it.each(['MIT', 'Apache-2.0 AND BSL-1.0', '(MIT OR GPL-3.0-only)', 'OFL-1.1'])('may be %s', (licence) => {
    expect(isAllowed(licence)).toBe(true)
  })

  it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1', 'MPL-2.0', 'MIT AND GPL-2.0', 'UNLICENSED', ''])(
    'may not be "%s"',
    (licence) => expect(isAllowed(licence)).toBe(false),
  )

  it('are refused by name when the text is missing, or when they are not on the list', () => {
    const packages = [
      packed('good', 'MIT'),
      packed('mute', 'MIT', { text: '' }),
      packed('copyleft', 'GPL-3.0'),
    ]
    expect(licenceProblems(packages)).toEqual([
      'mute 1.0.0 has no licence text',
      'copyleft 1.0.0 is under "GPL-3.0", which is not on the list',
    ])
  })

  it('are listed once if packages share them, with their notices', () => {
    const text = licencesText([
      packed('a', 'MIT'),
      packed('b', 'MIT'),
      packed('c', 'MIT', { notice: 'By C.' }),
    ])
    expect(text).toContain('a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n\nYou may.\n')
    expect(text).toContain('c 1.0.0 (MIT)\n\nYou may.\n\nBy C.\n')
  })
})

const part = (name: string, purl = name) => ({
  'bom-ref': `${name}@1.0.0`,
  name,
  version: '1.0.0',
  scope: 'optional',
  purl: `pkg:npm/${encodeURIComponent(purl).replace('%2F', '/')}@1.0.0`,
})
const sbom: Sbom = {
  metadata: { component: { 'bom-ref': 'own@1.0.0', type: 'library', name: 'folder' } },
  components: [part('react'), part('vitest'), part('electron'), part('keytar', '@github/keytar')],
  dependencies: [
    { ref: 'own@1.0.0', dependsOn: ['react@1.0.0', 'vitest@1.0.0'] },
    { ref: 'react@1.0.0', dependsOn: ['vitest@1.0.0', 'keytar@1.0.0'] },
    { ref: 'vitest@1.0.0', dependsOn: [] },
  ],
}

describe('the list of parts', () => {
  const shipped = ['react', '@github/keytar'].map((name) => ({ name, version: '1.0.0' }))

  it('holds Electron and what is packed, and what they need of each other', () => {
    const cut = onlyShipped(sbom, shipped)
    expect(cut.components.map(({ name, scope }) => `${name} ${scope}`)).toEqual([
      'react required',
      'electron required',
      'keytar required',
    ])
    expect(cut.dependencies).toEqual([
      { ref: 'own@1.0.0', dependsOn: ['react@1.0.0', 'electron@1.0.0', 'keytar@1.0.0'] },
      { ref: 'react@1.0.0', dependsOn: ['keytar@1.0.0'] },
    ])
    expect(cut.metadata.component).toMatchObject({ type: 'application', name: 'pathclock' })
  })

  it('is not made when something packed is not in it', () => {
    expect(() => onlyShipped(sbom, [...shipped, { name: 'stranger', version: '2.0.0' }])).toThrow(
      "Packed, but not in npm's list: stranger@2.0.0",
    )
  })
})

describe('the packaged app', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  const config = (ofLibrary('js-yaml') as { load(text: string): unknown }).load(
    read('electron-builder.yml'),
  ) as { toolsets?: { appimage?: string }; electronFuses: Record<string, boolean> }

  it('is an AppImage whose runtime needs no libfuse2, and whose desktop entry keeps the sandbox', () => {
    // electron-builder adds --no-sandbox for its oldest toolset alone (AppImageTarget.js).
    expect(config.toolsets?.appimage).toMatch(/^1\.0\.[3-9]/)
  })

  it('has no fuse that would ask the keyring for cookies, or let others run code by the program', () => {
    expect(config.electronFuses).toMatchObject({ enableCookieEncryption: false, runAsNode: false })
  })

  it('has a launcher for Windows that names the command line before any address, and is found when it is quoted', () => {
    const lines = read('build/launchers/pathclock.cmd').split(/\r?\n/)
    expect(lines).toContain('"%PATHCLOCK_BIN%..\\..\\Pathclock.exe" -- %*')
    expect(lines[lines.indexOf(':findFolder') + 1]).toBe('set "PATHCLOCK_BIN=%~dp0"')
    expect(lines).toContain('call :findFolder')
  })

  it('has an installer that runs programs of the system only', () => {
    const programs = read('build/installer.nsh').match(/nsExec::\S+ '"?[^\s"]+/g)
    expect(programs).toEqual([String.raw`nsExec::Exec '"$SYSDIR\WindowsPowerShell\v1.0\powershell.exe`])
  })

  it.skipIf(process.platform === 'win32')('has a launcher for macOS that works through links', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pathclock-launcher-')))
    const contents = join(folder, 'Path clock.app/Contents')
    mkdirSync(join(contents, 'Resources/bin'), { recursive: true })
    mkdirSync(join(contents, 'MacOS'))
    cpSync(
      join(import.meta.dirname, '../build/launchers/pathclock'),
      join(contents, 'Resources/bin/pathclock'),
    )
    writeFileSync(join(contents, 'MacOS/Pathclock'), '#!/bin/sh\nprintf "%s|" "$@"\n', { mode: 0o755 })
    symlinkSync('Path clock.app/Contents/Resources/bin/pathclock', join(folder, 'first'))
    symlinkSync(join(folder, 'first'), join(folder, 'second'))
    symlinkSync(join(contents, 'Resources/bin'), join(folder, 'bin'))
    // A folder of the same name that is not the app's.
    mkdirSync(join(folder, 'elsewhere/bin'), { recursive: true })
    const env = { ...process.env, CDPATH: join(folder, 'elsewhere') }
    for (const script of [join(folder, 'second'), 'bin/pathclock']) {
      const args = ['samples', 'import', 'my cohort.csv', '$(id) `id` %PATH% & ^ "', '']
      const printed = execFileSync('/bin/sh', [script, ...args], { cwd: folder, env })
      expect(printed.toString()).toBe(['--', ...args, ''].join('|'))
    }
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['3.51.3', true],
    ['3.52.0', true],
    ['4.0.0', true],
    ['3.51.2', false],
    ['3.50.9', false],
    ['none', false],
  ])('has an Electron whose SQLite is 3.51.3 or newer: %s', (version, sufficient) => {
    expect(isSqliteSufficient(version)).toBe(sufficient)
  })
})

describe('a release', () => {
  it('uses the update server that the environment names, and none by default', () => {
    expect(updateOptions({})).toEqual([])
    expect(updateOptions({ PATHCLOCK_UPDATE_URL: 'https://updates.example/' })).toEqual([
      '-c.publish.provider=generic',
      '-c.publish.url=https://updates.example/',
    ])
    expect(updateOptions({ PATHCLOCK_UPDATE_REPOSITORY: 'lab/pathclock' })).toEqual([
      '-c.publish.provider=github',
      '-c.publish.owner=lab',
      '-c.publish.repo=pathclock',
    ])
  })

  it.each([
    { PATHCLOCK_UPDATE_URL: 'http://updates.example/' },
    { PATHCLOCK_UPDATE_REPOSITORY: 'pathclock' },
    { PATHCLOCK_UPDATE_URL: 'https://updates.example/', PATHCLOCK_UPDATE_REPOSITORY: 'lab/pathclock' },
  ])('is refused with %j', (env) => {
    expect(() => updateOptions(env as Record<string, string>)).toThrow(/PATHCLOCK_UPDATE/)
  })

  it('has an anonymous signature on macOS without a certificate, and the hardened runtime with one', () => {
    expect(signingOptions({}, 'darwin')).toEqual(['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'])
    expect(signingOptions({ CSC_LINK: 'certificate' }, 'darwin')).toEqual([])
    expect(signingOptions({}, 'linux')).toEqual([])
  })

  it('is offered to a share of the installations', () => {
    expect(stage('version: 1.0.0\nfiles: []\n', 10)).toBe(
      'version: 1.0.0\nfiles: []\nstagingPercentage: 10\n',
    )
    expect(() => stage('version: 1.0.0\n', 0)).toThrow('from 1 to 100 percent')
    expect(() => stage('version: 1.0.0\n', Number.NaN)).toThrow('from 1 to 100 percent')
  })

  it('has checksums in the form that sha256sum reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pathclock-sums-'))
    writeFileSync(join(folder, 'a.txt'), 'abc')
    expect(await checksums(folder, ['a.txt'])).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a.txt\n',
    )
    rmSync(folder, { recursive: true })
  })
})
