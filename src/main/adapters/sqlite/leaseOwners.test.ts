import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaseOwners } from './leaseOwners.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-owners-'))
  vi.stubEnv('TMPDIR', folder)
  vi.stubEnv('TEMP', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** The name that a process gave itself which then ended as `last` has it. */
async function ownerThatRan(last: string): Promise<string> {
  const module = JSON.stringify(join(import.meta.dirname, 'leaseOwners.ts'))
  const program = `import { leaseOwners } from ${module}; console.log(leaseOwners.newOwner()); ${last}`
  const process_ = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const { stdout } = await process_.catch((error: { stdout: string }) => error)
  return stdout.trim()
}

const killed = `process.kill(process.pid, 'SIGKILL')`

it.each([killed, `throw new Error('a bug')`])('sees that a process has ended by %s', async (last) => {
  const owner = await ownerThatRan(last)
  expect(owner).toMatch(/^[\da-f-]{36} [\da-f-]{36}$/)
  expect(leaseOwners.hasEnded(owner)).toBe(true)
})

it('says nothing of a process on another computer, though both have their temporary files in one folder', async () => {
  const owner = await ownerThatRan(killed)
  const [ours = ''] = readdirSync(folder)
  expect(ours).toContain(hostname())
  renameSync(join(folder, ours), join(folder, ours.replace(hostname(), 'another')))
  expect(leaseOwners.hasEnded(owner)).toBe(false)
})

it.each(['', 'process.exit(0)'])('leaves nothing behind when it ends in an orderly way: %j', async (last) => {
  expect(await ownerThatRan(last)).toMatch(/^[\da-f-]{36} /)
  expect(readdirSync(folder)).toEqual([])
})

it('removes what killed processes left, once their leases are over', async () => {
  await ownerThatRan(killed)
  const [ours = ''] = readdirSync(folder)
  const longAgo = new Date(Date.now() - 11 * 60_000)
  for (const name of readdirSync(join(folder, ours))) utimesSync(join(folder, ours, name), longAgo, longAgo)
  await ownerThatRan('')
  expect(readdirSync(folder)).toEqual([])
})
