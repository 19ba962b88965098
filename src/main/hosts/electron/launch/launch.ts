import { join } from 'node:path'
import { app } from 'electron'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import { parseLink } from '../../../../shared/contract/links.ts'
import type { Files } from '../../../ports.ts'
import { type LaunchArguments, readLaunchArguments } from './launchArguments.ts'

type ReceiveDeps = {
  files: Promise<Pick<Files, 'adopt'>>
  /** Tells the window once its page is loaded. */
  sendEvent(event: PushedEvent): void
  /** A file that could not be opened, to be reported to a person. */
  onFailure(error: unknown): void
  /** Brings a window to the front, where there can be one; on macOS the last may have been closed. */
  focus(): void
}

/** What other programs hand to the app: files and links, at the start, at a second start, and as macOS hands them over. */
export function receiveLaunchRequests(
  launch: LaunchArguments,
  { files, sendEvent, onFailure, focus }: ReceiveDeps,
): void {
  const receiveFile = (path: string): void => {
    files
      .then(({ adopt }) => adopt(path))
      .then((payload) => sendEvent({ name: 'file.received', payload }))
      .catch(onFailure)
  }
  // What cannot be read is not handed on: the page says that it leads nowhere.
  const receiveLink = (link: string): void =>
    sendEvent({ name: 'link.received', payload: { link: parseLink(link) ? link : null } })
  const receive = ({ files: paths, link }: Pick<LaunchArguments, 'files' | 'link'>): void => {
    for (const path of paths) receiveFile(path)
    if (link !== null) receiveLink(link)
  }
  receive(launch)
  app.on('second-instance', (_event, args, folder) => {
    focus()
    receive(readLaunchArguments(args.slice(1), {}, folder))
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    focus()
    receiveFile(path)
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    focus()
    receiveLink(link)
  })
}

export const appName = 'Pathclock'

/** What this process was started with. */
export const parseProcessArguments = (): LaunchArguments =>
  readLaunchArguments(process.argv.slice(1), process.env, process.cwd())

/** The folder of our files: the one that was requested, or the app's own. */
export const appFolder = ({ dataFolder }: LaunchArguments): string =>
  dataFolder ?? join(app.getPath('appData'), appName)
