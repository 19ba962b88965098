import { extname, resolve } from 'node:path'

export type LaunchArguments = {
  /** The data folder asked for with `--data DIR`, `--data=DIR` or PATHCLOCK_DATA; null for the default one. */
  dataFolder: string | null
  offline: boolean
  /** Tables of samples that the app was started with, as absolute paths. */
  files: string[]
}

const tableExtensions = ['.csv', '.tsv', '.txt', '.xlsx']

/**
 * Reads what follows the program's name. Unknown switches are left alone: Chromium and the system add their own.
 * Paths are taken from `folder`, the working folder of whoever started the app.
 */
export function readLaunchArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): LaunchArguments {
  const found: LaunchArguments = { dataFolder: env['PATHCLOCK_DATA'] || null, offline: false, files: [] }
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? ''
    if (argument === '--data') found.dataFolder = args[++index] || found.dataFolder
    else if (argument.startsWith('--data=')) found.dataFolder = argument.slice('--data='.length)
    else if (argument === '--offline') found.offline = true
    else if (!argument.startsWith('-') && tableExtensions.includes(extname(argument).toLowerCase()))
      found.files.push(resolve(folder, argument))
  }
  return { ...found, dataFolder: found.dataFolder && resolve(folder, found.dataFolder) }
}
