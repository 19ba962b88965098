import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Snaps see no temporary folder of ours, so they come last. */
const linuxNames = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chromium-browser',
]
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const windowsFiles = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/** A browser of Chromium's family that is installed here: that which PATHCLOCK_CHROMIUM names, and no other where it names one; null where there is none. */
export function findBrowser(
  env: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | null {
  const configured = env['PATHCLOCK_CHROMIUM']
  // Another one in place of that which was named would not be noticed.
  if (configured) return isExecutable(configured) ? configured : null
  return usualPaths(env, platform).find(isExecutable) ?? null
}

function usualPaths(env: Environment, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    return folders.flatMap((folder) => (folder ? windowsFiles.map((file) => `${folder}\\${file}`) : []))
  }
  if (platform === 'darwin')
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
      macApps.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    )
  // A folder that is named relative to the one the command runs in could hold anything.
  const folders = [...(env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder)), '/usr/bin']
  return linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
