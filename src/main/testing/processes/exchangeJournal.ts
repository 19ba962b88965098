import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { whenEnded } from '../../hosts/cli/testing/runCommand.ts'
import { processFile } from './processFile.ts'

const source = fileURLToPath(new URL('../journalExchanger.ts', import.meta.url))

/**
 * Runs journalExchanger.ts in a process that is killed at its `killAt`-th file change; 0: never. Returns what it printed,
 * or null if it was killed. With a mutant in `env` it runs the source, since a mutant does not change the bundle.
 */
export async function exchangeJournal<T>(
  args: string[],
  killAt: number,
  env: object = {},
): Promise<T | null> {
  const exchanger = 'NODE_OPTIONS' in env ? source : processFile('journalExchanger')
  const child = spawn(process.execPath, [exchanger, ...args, String(killAt)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { code, stdout, stderr } = await whenEnded(child)
  if (code !== null && code !== 0) throw new Error(stderr)
  return code === null ? null : (JSON.parse(stdout) as T)
}
