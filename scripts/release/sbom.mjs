// Writes dist/pathclock-VERSION.cdx.json: npm's own CycloneDX list of parts, cut down to what is packed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectRoot, requireNode24 } from '../build.mjs'
import { packedPackages } from './licences.mjs'

/** Returns the list with only the named parts, and Electron. Throws for a part that npm does not list. */
export function onlyShipped(sbom, packages) {
  const shipped = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  // A part installed under another name (keytar) has its real name only in its address.
  const keyOf = ({ purl }) => decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/\?.*$/, ''))
  const isShipped = (part) => shipped.has(keyOf(part)) || part.name === 'electron'
  const components = sbom.components.filter(isShipped).map((part) => ({ ...part, scope: 'required' }))
  const known = new Set(components.map(keyOf))
  const missing = [...shipped].filter((key) => !known.has(key))
  if (missing.length > 0) throw new Error(`Packed, but not in npm's list: ${missing.join(', ')}`)
  const references = new Set(components.map((part) => part['bom-ref']))
  const own = sbom.metadata.component
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component: { ...own, type: 'application', name: 'pathclock' } },
    components,
    dependencies: [
      { ref: own['bom-ref'], dependsOn: [...references] },
      ...sbom.dependencies
        .filter(({ ref }) => references.has(ref))
        .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => references.has(to)) })),
    ],
  }
}

/**
 * Reads npm's list from the lock file. Bundled packages are development dependencies there, which NODE_ENV=production
 * would omit.
 */
export function readSbom() {
  const list = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev']
  const run = spawnSync('npm', list, {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64e6,
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) throw new Error(`npm sbom failed: ${run.stderr || run.error}`)
  return JSON.parse(run.stdout)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode24()
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const file = join(projectRoot, `dist/pathclock-${version}.cdx.json`)
  mkdirSync(join(projectRoot, 'dist'), { recursive: true })
  const sbom = onlyShipped(readSbom(), packedPackages())
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`${sbom.components.length} parts in ${file}`)
}
