import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/** The administrator settings of each system, which users cannot write (docs/deploying.md). */
export type PolicySources = {
  /** Returns the output of `reg.exe` for these arguments; rejects if it fails. */
  queryRegistry(args: readonly string[]): Promise<string>
  /** Returns a value of the managed preferences of macOS as text, or ''. */
  readPreference(name: string): string
  /** Returns the text of a system file. */
  readFile(path: string): Promise<string>
}

const policiesKey = String.raw`HKLM\SOFTWARE\Policies`
const linuxFile = '/etc/pathclock/policy.json'
const policySchema = z.object({ updates: z.string() })

/**
 * Returns true if an administrator has turned updates off. Without a policy they are on. An unreadable policy, or a
 * value other than `on`, turns them off, since an administrator meant to decide.
 */
export async function areUpdatesForbidden(
  platform: NodeJS.Platform,
  sources: PolicySources,
): Promise<boolean> {
  try {
    const value = await readPolicy(platform, sources)
    return value !== null && value !== 'on'
  } catch {
    return true
  }
}

/** Returns the value of the policy, or null without one. */
async function readPolicy(platform: NodeJS.Platform, sources: PolicySources): Promise<string | null> {
  if (platform === 'darwin') return sources.readPreference('Updates') || null
  if (platform === 'win32') return readRegistryPolicy(sources)
  try {
    return policySchema.parse(JSON.parse(await sources.readFile(linuxFile))).updates
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Looks for our key in the list of keys: `reg.exe` fails alike for a missing key and disabled registry tools. */
async function readRegistryPolicy({ queryRegistry }: PolicySources): Promise<string | null> {
  if (!/\\Policies\\Pathclock\s*$/im.test(await queryRegistry(['query', policiesKey]))) return null
  const printed = await queryRegistry(['query', String.raw`${policiesKey}\Pathclock`, '/v', 'Updates'])
  return /\bREG_\w+\s+(.*?)\s*$/m.exec(printed)?.[1] ?? ''
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))

/** Returns the sources of this computer. `readPreference` is Electron's. */
export const systemPolicySources = (readPreference: PolicySources['readPreference']): PolicySources => ({
  queryRegistry: async (args) => {
    const program = join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe')
    return (await promisify(execFile)(program, [...args], { windowsHide: true })).stdout
  },
  readPreference,
  readFile: (path) => readFile(path, 'utf8'),
})
