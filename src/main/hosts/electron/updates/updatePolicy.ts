import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

/** The store of administrator settings on each system; users cannot write there (docs/deploying.md). */
export type PolicySources = {
  /** Returns the output of `reg.exe` for these arguments; rejects if the key is missing. */
  queryRegistry(args: readonly string[]): Promise<string>
  /** A value of the managed preferences of macOS; '' where none is set. */
  readPreference(name: string): string
  /** The text of a file of the system. */
  readFile(path: string): Promise<string>
}

const registryKey = String.raw`HKLM\SOFTWARE\Policies\Pathclock`
const linuxFile = '/etc/pathclock/policy.json'
const policySchema = z.object({ updates: z.enum(['off', 'on']) })

/** True if the administrator of this computer has turned the app's own updates off. Without a policy they are on. */
export async function areUpdatesForbidden(
  platform: NodeJS.Platform,
  sources: PolicySources,
): Promise<boolean> {
  try {
    if (platform === 'darwin') return sources.readPreference('Updates') === 'off'
    if (platform === 'win32')
      return /\bREG_SZ\s+off\s*$/m.test(await sources.queryRegistry(['query', registryKey, '/v', 'Updates']))
    return policySchema.parse(JSON.parse(await sources.readFile(linuxFile))).updates === 'off'
  } catch (error) {
    // A policy that cannot be read was still meant to forbid something.
    return platform === 'linux' && !isMissing(error)
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))

/** The sources of this computer. `readPreference` is Electron's. */
export const systemPolicySources = (readPreference: PolicySources['readPreference']): PolicySources => ({
  queryRegistry: async (args) => {
    const program = join(process.env['SystemRoot'] ?? String.raw`C:\Windows`, 'System32', 'reg.exe')
    return (await promisify(execFile)(program, [...args], { windowsHide: true })).stdout
  },
  readPreference,
  readFile: (path) => readFile(path, 'utf8'),
})
