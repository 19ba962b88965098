import { execFile } from 'node:child_process'
import { readdirSync, renameSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { leaseOwners } from './leaseOwners.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
  vi.stubEnv('TMPDIR', folder)
  vi.stubEnv('TEMP', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Runs a process that ends with the statement `last`, and returns its owner name. */
async function ownerThatRan(last: string): Promise<string> {
  const module = JSON.stringify(join(import.meta.dirname, 'leaseOwners.ts'))
  const program = `import { leaseOwners } from ${module}; console.log(leaseOwners.newOwner()); ${last}`
  const process_ = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const { stdout } = await process_.catch((error: { stdout: string }) => error)
  return stdout.trim()
}

const killed = `process.kill(process.pid, 'SIGKILL')`

it.each([killed, `throw new Error('a bug')`])('detects that a process was ended by %s', async (last) => {
  const owner = await ownerThatRan(last)
  expect(owner).toMatch(/^[\da-f-]{36} [\da-f-]{36}$/)
  expect(leaseOwners.hasEnded(owner)).toBe(true)
})

it('does not judge a process on another computer, even if both share a folder for temporary files', async () => {
  const owner = await ownerThatRan(killed)
  const [ours = ''] = readdirSync(folder)
  expect(ours).toContain(hostname())
  renameSync(join(folder, ours), join(folder, ours.replace(hostname(), 'another')))
  expect(leaseOwners.hasEnded(owner)).toBe(false)
})

it.each(['', 'process.exit(0)'])('leaves no file behind after a regular exit: %j', async (last) => {
  expect(await ownerThatRan(last)).toMatch(/^[\da-f-]{36} /)
  expect(readdirSync(folder)).toEqual([])
})

it('removes the files of killed processes once their leases have expired', async () => {
  await ownerThatRan(killed)
  const [ours = ''] = readdirSync(folder)
  const longAgo = new Date(Date.now() - 11 * 60_000)
  for (const name of readdirSync(join(folder, ours))) utimesSync(join(folder, ours, name), longAgo, longAgo)
  await ownerThatRan('')
  expect(readdirSync(folder)).toEqual([])
})
