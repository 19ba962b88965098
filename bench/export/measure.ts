import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Candidate } from './candidates.ts'

export type Measured = { cpuMs: number; peakMb: number; sizeMb: number }

const run = promisify(execFile)
const entry = fileURLToPath(new URL('./runOne.ts', import.meta.url))

/** Room for short-lived values in MB, for all alike: about a third of what the app gives to the thread that writes. */
const youngRoom = '--max-semi-space-size=5'

/** One candidate in a fresh process; the file it wrote is gone afterwards. */
export async function measure(name: Candidate, path: string, rows: number): Promise<Measured> {
  try {
    const { stdout } = await run(process.execPath, [youngRoom, entry, name, path, String(rows)])
    return JSON.parse(stdout) as Measured
  } finally {
    rmSync(path, { force: true })
  }
}
