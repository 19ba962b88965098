import { readFileSync } from 'node:fs'

/**
 * The most memory that this process had at a time. On Linux `maxRSS` begins with what the process had that started it,
 * such as all that a bundler or a run of tests takes.
 */
export function readPeakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
