import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The folder that the installed app uses (Electron's `userData`), on each system. */
export function defaultDataFolder(platform: NodeJS.Platform, env: Environment, home = homedir()): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pathclock')
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Pathclock')
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Pathclock')
}

/** `--data`, else PATHCLOCK_DATA, else the app's own folder; absolute. */
export const chooseDataFolder = (asked: string | undefined, env: Environment): string =>
  resolve(asked || env['PATHCLOCK_DATA'] || defaultDataFolder(process.platform, env))

/** The same of a command line that nobody has read yet; what is wrong with it is told by whoever reads it. */
export function askedDataFolder(args: readonly string[], env: Environment): string {
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  const at = own.findLastIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const asked = own[at]?.includes('=') ? own[at].slice('--data='.length) : own[at + 1]
  return chooseDataFolder(at < 0 ? undefined : asked, env)
}
