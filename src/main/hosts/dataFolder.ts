import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the data folder of this account, the same on every host. On Windows it is the local one: a roaming profile
 * copies its files at each sign-in, which is too much for caches and harms an open database. Earlier versions used the
 * roaming folder; one with profiles in it stays in use, since an empty folder would order the same samples again.
 */
export function defaultDataFolder(platform: NodeJS.Platform, env: Environment, home = homedir()): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pathclock')
  if (platform === 'win32') {
    const local = join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Pathclock')
    const roaming = join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Pathclock')
    return hasProfiles(roaming) && !hasProfiles(local) ? roaming : local
  }
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Pathclock')
}

const hasProfiles = (folder: string): boolean =>
  existsSync(join(folder, 'profiles.json')) || existsSync(join(folder, 'profiles'))

/** Returns the absolute data folder: `--data`, else PATHCLOCK_DATA, else the app's own folder. */
export const chooseDataFolder = (requested: string | undefined, env: Environment): string =>
  resolve(requested || env['PATHCLOCK_DATA'] || defaultDataFolder(process.platform, env))

/** Returns the data folder of a command line that has not been parsed yet. The later parse reports its errors. */
export function dataFolderFromArgs(args: readonly string[], env: Environment): string {
  const terminator = args.indexOf('--')
  const ownArgs = terminator < 0 ? args : args.slice(0, terminator)
  const flagIndex = ownArgs.findLastIndex((arg) => arg === '--data' || arg.startsWith('--data='))
  const dataArgument = ownArgs[flagIndex]?.includes('=')
    ? ownArgs[flagIndex].slice('--data='.length)
    : ownArgs[flagIndex + 1]
  return chooseDataFolder(flagIndex < 0 ? undefined : dataArgument, env)
}
