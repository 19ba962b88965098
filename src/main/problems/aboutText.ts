import { freemem, platform, release, totalmem } from 'node:os'
import { redacted, redactVersion } from './redaction.ts'

/** Platform, release and architecture. */
export const systemText = (): string =>
  `${platform()} ${/^[\d.]{1,20}/.exec(release())?.[0] ?? '0'} ${process.arch}`

const formatMb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** The app, what it runs on, and how much memory there is. */
export function toAboutText({ version, host }: { version: string; host: string }): string {
  const { node, electron, chrome, sqlite } = process.versions
  const lines = {
    Pathclock: redactVersion(version),
    host,
    system: systemText(),
    Node: redactVersion(node),
    ...(electron
      ? { Electron: redactVersion(electron), Chromium: chrome ? chrome.replaceAll(/[^\d.]/g, '') : redacted }
      : {}),
    SQLite: sqlite ? redactVersion(sqlite) : redacted,
    'memory of this computer': formatMb(totalmem()),
    'free memory': formatMb(freemem()),
    'memory of the services': formatMb(process.memoryUsage.rss()),
    'running for': `${Math.round(process.uptime())} s`,
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
