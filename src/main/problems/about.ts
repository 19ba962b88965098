import { freemem, platform, release, totalmem } from 'node:os'
import { leftOut, sayVersion } from './allowed.ts'

/** Platform, release and architecture. */
export const systemText = (): string =>
  `${platform()} ${/^[\d.]{1,20}/.exec(release())?.[0] ?? '0'} ${process.arch}`

const inMb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** The app, what it runs on, and how much memory there is. */
export function toAboutText({ version, host }: { version: string; host: string }): string {
  const { node, electron, chrome, sqlite } = process.versions
  const lines = {
    Pathclock: sayVersion(version),
    host,
    system: systemText(),
    Node: sayVersion(node),
    ...(electron
      ? { Electron: sayVersion(electron), Chromium: chrome ? chrome.replaceAll(/[^\d.]/g, '') : leftOut }
      : {}),
    SQLite: sqlite ? sayVersion(sqlite) : leftOut,
    'memory of this computer': inMb(totalmem()),
    'free memory': inMb(freemem()),
    'memory of the services': inMb(process.memoryUsage.rss()),
    'running for': `${Math.round(process.uptime())} s`,
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}
