import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSupported } from '../scripts/release/electronLine.mjs'
import { ofLibrary } from '../scripts/release/packing/library.mjs'

type Step = { uses?: string; run?: string; if?: string; env?: Record<string, string>; with?: object }
type Job = {
  'runs-on'?: string
  needs?: string | string[]
  steps?: Step[]
  strategy?: { matrix?: { include?: Record<string, string>[] } }
  permissions?: Record<string, string>
  'timeout-minutes'?: number
}
type Workflow = { on?: object; permissions?: Record<string, string>; jobs: Record<string, Job> }

const root = join(import.meta.dirname, '..')
const folder = join(root, '.github/workflows')
const yaml = ofLibrary('js-yaml') as { load(text: string): unknown }
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, text, workflow: yaml.load(text) as Workflow }
})
const jobs = workflows.flatMap(({ workflow }) => Object.values(workflow.jobs))
const steps = jobs.flatMap((job) => job.steps ?? [])
const release = workflows.find(({ name }) => name === 'release.yml')!.workflow
const scriptsOf = (job: string): string =>
  (release.jobs[job]?.steps ?? []).map(({ run }) => run ?? '').join('\n')

const isPinned = (uses: string): boolean => /^[\w-]+\/[\w./-]+@[0-9a-f]{40}$/.test(uses)

describe('the workflows', () => {
  it('are of the form that their reader takes', () => {
    expect(workflows.map(({ name }) => name)).toEqual(['ci.yml', 'nightly.yml', 'release.yml'])
    for (const { text, workflow } of workflows) {
      expect(workflow.on).toBeTypeOf('object')
      expect(workflow.permissions).toEqual({ contents: 'read' })
      expect(text.match(/\$\{\{/g)?.length).toBe(text.match(/\$\{\{[^{}]*\}\}/g)?.length)
      for (const job of Object.values(workflow.jobs)) {
        expect(job['runs-on']).toBeTypeOf('string')
        expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
        for (const needed of [job.needs ?? []].flat()) expect(Object.keys(workflow.jobs)).toContain(needed)
        for (const step of job.steps ?? []) expect(Number('uses' in step) + Number('run' in step)).toBe(1)
      }
    }
  })

  it('runs pinned actions only', () => {
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((uses) => !isPinned(uses))).toEqual([])
    expect(['actions/checkout@v5', 'actions/checkout@main'].filter(isPinned)).toEqual([])
  })

  it('takes keys from secrets alone', () => {
    const keys = steps.flatMap(({ env }) => Object.entries(env ?? {})).filter(([name]) => name !== 'STAGED')
    expect(keys.length).toBeGreaterThan(7)
    for (const [name, value] of keys) expect(value, name).toMatch(/secrets\.\w+|github\.token/)
    for (const { text } of workflows) expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY|ghp_|AKIA/)
  })

  it('lets only the job that drafts the release write anything, and no step keep the token', () => {
    const writing = Object.entries(release.jobs).filter(([, { permissions }]) => permissions)
    expect(writing.map(([name]) => name)).toEqual(['draft'])
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.length).toBe(9)
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false })
  })

  it('calls the one check that people call', () => {
    expect(workflows[0]?.workflow.jobs['check']?.steps?.at(-1)?.run).toBe('.ci/run')
  })

  it('runs the end-to-end specs on Electron at every push, on three systems, and never without its binary', () => {
    const { electron } = workflows[0]?.workflow.jobs ?? {}
    expect(electron?.strategy?.matrix?.include?.map(({ system }) => system)).toEqual([
      'linux',
      'windows',
      'macos',
    ])
    const [binary, sqlite, specs] = (electron?.steps ?? []).flatMap(({ run }) => run ?? []).slice(-3)
    expect(binary).toBe('node scripts/electronBinary.mjs')
    expect(sqlite).toBe('node scripts/release/electronSqlite.mjs')
    expect(specs).toContain('npm run e2e -- --project electron --trace retain-on-failure')
    expect(electron?.steps?.at(-1)).toMatchObject({ if: 'failure()', with: { path: 'test-results' } })
  })
})

describe('the release workflow', () => {
  it('tests, packs on three systems, starts the packed app on each architecture, and drafts in this order', () => {
    const order = Object.entries(release.jobs).map(([name, { needs }]) => [name, needs])
    expect(order).toEqual([
      ['check', undefined],
      ['pack', 'check'],
      ['smoke', 'pack'],
      ['appimage', 'pack'],
      ['draft', ['smoke', 'appimage']],
    ])
    expect(release.jobs['pack']?.strategy?.matrix?.include?.map(({ system }) => system)).toEqual([
      'linux',
      'windows',
      'macos',
    ])
    expect(release.jobs['smoke']?.strategy?.matrix?.include).toHaveLength(6)
    expect(scriptsOf('check')).toContain('npm test')
    expect(scriptsOf('pack')).toContain('npm run dist -- --x64 --arm64')
    expect(scriptsOf('smoke')).toContain('npm run smoke')
    expect(scriptsOf('draft')).toMatch(/releaseFiles\.mjs release --staged[^]*gh release create[^]*--draft/)
  })

  it('starts the AppImage without libfuse2, and as Ubuntu restricts user namespaces', () => {
    expect(scriptsOf('appimage')).toContain('.AppImage)" --start-only')
    expect(scriptsOf('appimage')).toContain('apt-get remove -y libfuse2t64')
    expect(scriptsOf('appimage')).not.toContain('apparmor_restrict_unprivileged_userns')
  })

  it('names scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const all = steps.map(({ run }) => run ?? '').join('\n')
    const named = [...all.matchAll(/npm run (\w+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !scripts[name])).toEqual([])
    const files = [...all.matchAll(/node (scripts\/[\w./]+)/g)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) expect(readFileSync(join(root, file), 'utf8')).not.toBe('')
  })

  it('stops at a line of Electron that is no longer supported', () => {
    expect(scriptsOf('check')).toContain('node scripts/release/electronLine.mjs')
    expect(isSupported('45.4.1', '45.9.0')).toBe(true)
    expect(isSupported('45.4.1', '47.0.0')).toBe(true)
    expect(isSupported('45.4.1', '48.0.0')).toBe(false)
  })

  it('lets macOS relax the hardened runtime for the compiler alone', () => {
    const plist = ofLibrary('plist') as { parse(text: string): object }
    expect(plist.parse(readFileSync(join(root, 'build/entitlements.mac.plist'), 'utf8'))).toEqual({
      'com.apple.security.cs.allow-jit': true,
    })
  })
})
