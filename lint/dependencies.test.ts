import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'))

type Locked = {
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  link?: boolean
}
type Lock = { lockfileVersion: number; packages: Record<string, Locked> }
type Manifest = {
  allowScripts: Record<string, boolean>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  overrides: Record<string, string>
}
const lock = readJson('package-lock.json') as Lock
const manifest = readJson('package.json') as Manifest

/** The name under which a package is published: an alias is only where it lies. */
const nameOf = (path: string, { name }: Locked): string => name ?? path.split('node_modules/').at(-1) ?? ''

/** Returns packages with an install script that are not in the list of decisions. */
const undecided = (packages: Lock['packages'], decided: Record<string, boolean>): string[] =>
  Object.entries(packages)
    .filter(([path, one]) => one.hasInstallScript && !(nameOf(path, one) in decided))
    .map(([path]) => path)

/**
 * Returns the install scripts of a package from its own files, regardless of the lockfile. npm builds packages with a
 * binding.gyp.
 */
function scriptsOf(path: string): string[] {
  const file = join(path, 'package.json')
  if (!existsSync(join(root, file))) return []
  const { scripts = {} } = readJson(file) as { scripts?: Record<string, string> }
  const named = ['preinstall', 'install', 'postinstall'].filter((name) => name in scripts)
  return existsSync(join(root, path, 'binding.gyp')) ? [...named, 'binding.gyp'] : named
}

/** Returns the host of most packages; null if the lockfile has no addresses. */
function mostCommonHost(packages: Lock['packages']): string | null {
  const counts = new Map<string, number>()
  for (const { resolved } of Object.values(packages)) {
    if (resolved === undefined || !URL.canParse(resolved)) continue
    const { protocol, host } = new URL(resolved)
    if (protocol === 'https:') counts.set(host, (counts.get(host) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

const isFromHost = (resolved: string, host: string | null): boolean =>
  URL.canParse(resolved) && new URL(resolved).protocol === 'https:' && new URL(resolved).host === host

/** Returns packages that are not pinned to one content: without a hash, with a weak one, or from another host. */
function unpinned(packages: Lock['packages']): string[] {
  const host = mostCommonHost(packages)
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(
      ([, { integrity = '', resolved, link, version = '' }]) =>
        link ||
        !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ||
        (resolved !== undefined && !isFromHost(resolved, host)) ||
        !/^\d+\.\d+\.\d+/.test(version),
    )
    .map(([path]) => path)
}

/** Names that a newer release could take the place of, or that come from elsewhere than the registry. */
const inexactVersions = (versions: Record<string, string>): string[] =>
  Object.entries(versions)
    .filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+[\w.-]*$/.test(version))
    .map(([name, version]) => `${name}: ${version}`)

describe('an installed package', () => {
  it('runs no script unless it is listed, and only one listed script may run', () => {
    expect(undecided(lock.packages, manifest.allowScripts)).toEqual([])
    // The Node release that the app is tested on, as a package.
    const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may)
    expect(allowed.map(([name]) => name)).toEqual(['node'])
  })

  it('has no script that the lockfile is silent about', () => {
    const silent = Object.entries(lock.packages).filter(
      ([path, { hasInstallScript }]) => path !== '' && !hasInstallScript && scriptsOf(path).length > 0,
    )
    expect(silent.map(([path]) => path)).toEqual([])
    // The look itself sees those that there are.
    expect(scriptsOf('node_modules/node')).toEqual(['preinstall'])
  })

  it('is what the lockfile has a hash of, from the registry alone', () => {
    expect(lock.lockfileVersion).toBe(3)
    expect(Object.keys(lock.packages).length).toBeGreaterThan(500)
    expect(unpinned(lock.packages)).toEqual([])
  })

  it('is requested by exact version', () => {
    const { dependencies, devDependencies, overrides } = manifest
    expect(inexactVersions({ ...dependencies, ...devDependencies, ...overrides })).toEqual([])
  })
})

const lockedPackage = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` }

describe('a manipulated dependency is reported', () => {
  it('if a package brings a script', () => {
    const packages = {
      'node_modules/good': lockedPackage,
      'node_modules/bad': { ...lockedPackage, hasInstallScript: true },
    }
    expect(undecided(packages, { node: true })).toEqual(['node_modules/bad'])
    expect(undecided(packages, { bad: false })).toEqual([])
  })

  it('if another package uses a name that we allow', () => {
    const packages = { 'node_modules/node': { ...lockedPackage, name: 'nade', hasInstallScript: true } }
    expect(undecided(packages, { node: true })).toEqual(['node_modules/node'])
  })

  it.each([
    { version: '1.0.0' },
    { ...lockedPackage, integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
    { ...lockedPackage, resolved: 'https://evil.example/x.tgz' },
    { ...lockedPackage, resolved: 'git+ssh://git@example.org/x.git' },
    { ...lockedPackage, version: 'file:../x' },
    { ...lockedPackage, link: true },
  ])('where a package is not held to its content: %j', (planted) => {
    const good = { ...lockedPackage, resolved: 'https://packages.example/good.tgz' }
    expect(unpinned({ '': {}, 'node_modules/good': good, 'node_modules/bad': planted })).toEqual([
      'node_modules/bad',
    ])
  })

  it.each(['^1.0.0', '~1.0.0', 'latest', '*', '>=1', 'git+https://x/y.git', 'https://x/y.tgz', 'file:../x'])(
    'where a version is %s',
    (version) =>
      expect(inexactVersions({ x: version, y: '1.2.3', z: 'npm:@a/z@1.2.3' })).toEqual([`x: ${version}`]),
  )
})
