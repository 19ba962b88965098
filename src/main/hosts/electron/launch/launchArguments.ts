import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLink } from '../../../../shared/contract/links.ts'
import { parseOfflineArgument } from '../../../../shared/contract/offlineArgument.ts'
import { kindOfFile } from '../../../../shared/domain/app/fileNames.ts'

export type LaunchArguments = {
  /** The data folder requested with `--data DIR`, `--data=DIR` or PATHCLOCK_DATA, or null for the default. */
  dataFolder: string | null
  /** `--offline` or `--offline=VALUE`. */
  offline: boolean
  /** Tables and capsules to open, as absolute paths. */
  files: string[]
  /** The link to open, not parsed yet. */
  link: string | null
}

/**
 * Parses the arguments after the program's name. Unknown switches are ignored (Chromium's, the system's). Relative
 * paths are resolved from `folder`. Arguments after a link are ignored: they may be part of its text.
 */
export function readLaunchArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  folder: string,
): LaunchArguments {
  const launchArguments: LaunchArguments = {
    dataFolder: env['PATHCLOCK_DATA'] || null,
    offline: false,
    files: [],
    link: args.find(isLink) ?? null,
  }
  const linkIndex = args.findIndex(isLink)
  const ownArgs = linkIndex < 0 ? args : args.slice(0, linkIndex)
  for (let index = 0; index < ownArgs.length; index++) {
    const argument = ownArgs[index] ?? ''
    if (argument === '--data') launchArguments.dataFolder = ownArgs[++index] || launchArguments.dataFolder
    else if (argument.startsWith('--data='))
      launchArguments.dataFolder = argument.slice('--data='.length) || launchArguments.dataFolder
    else if (parseOfflineArgument(argument) !== null)
      launchArguments.offline = parseOfflineArgument(argument) === true
    else if (!argument.startsWith('-') && kindOfFile(argument)) {
      const path = toPath(argument, folder)
      if (path) launchArguments.files.push(path)
    }
  }
  return {
    ...launchArguments,
    dataFolder: launchArguments.dataFolder && resolve(folder, launchArguments.dataFolder),
  }
}

/** Returns arguments that `readLaunchArguments` parses to these values, the link last. */
export const toArguments = ({ dataFolder, offline, files, link }: LaunchArguments): string[] => [
  ...(dataFolder === null ? [] : ['--data', dataFolder]),
  ...(offline ? ['--offline'] : []),
  ...files,
  ...(link === null ? [] : [link]),
]

/** The options of every command. A value is in the next argument or after `=`. */
const globalOption = /^(?:--(?:offline|json)|(--(?:data|profile|service)))(?:=|$)/
const isTextOption = (argument: string): boolean => ['--help', '-h', '--version', '-V'].includes(argument)
/** Returns true for a command. A file has an extension, and a desktop passes its whole path. */
const isCommandWord = (argument: string): boolean => /^[a-z][a-z-]*$/.test(argument)

/**
 * Returns the command line in the arguments of the program, or null for a start of the app. All arguments after `--`
 * are a command line. Our launchers add `--`, since Electron on Windows exits if an argument follows an address, as in
 * `login --service URL …` (shell/app/command_line_args.cc). Without `--`, the first argument that is not an option
 * decides. Chromium's own switches before the command are dropped. Arguments after a link are ignored, since they may
 * come from the link.
 */
export function readCommand(args: readonly string[]): string[] | null {
  const options: string[] = []
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? ''
    if (argument === '--') return index + 1 < args.length ? [...options, ...args.slice(index + 1)] : null
    if (isCommandWord(argument) || isTextOption(argument)) return [...options, ...args.slice(index)]
    if (!argument.startsWith('-')) return null
    const [found, withValue] = globalOption.exec(argument) ?? []
    if (found === undefined) continue
    options.push(argument)
    if (withValue && !argument.includes('=')) options.push(args[++index] ?? '')
  }
  return null
}

/** Resolves a path. Some desktops pass a file URL instead. Returns null for one of another computer. */
function toPath(argument: string, folder: string): string | null {
  if (!/^file:/i.test(argument)) return resolve(folder, argument)
  try {
    return fileURLToPath(argument)
  } catch {
    return null
  }
}
