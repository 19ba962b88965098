import { join } from 'node:path'
import { app } from 'electron'
import { type LaunchArguments, readLaunchArguments } from './launchArguments.ts'

export const appName = 'Pathclock'

/** What this process was started with. */
export const parseProcessArguments = (): LaunchArguments =>
  readLaunchArguments(process.argv.slice(1), process.env, process.cwd())

/** The folder of our files: the one that was asked for, or the app's own. */
export const appFolder = ({ dataFolder }: LaunchArguments): string =>
  dataFolder ?? join(app.getPath('appData'), appName)
