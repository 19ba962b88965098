import { app } from 'electron'
import type { PushedEvent } from '../../../../shared/contract/events.ts'
import { parseLink } from '../../../../shared/contract/links.ts'
import type { Files } from '../../../ports.ts'
import { defaultDataFolder } from '../../dataFolder.ts'
import { type LaunchArguments, readCommand, readLaunchArguments } from './launchArguments.ts'
import type { Shutdown } from './quit.ts'

export const appName = 'Pathclock'

type ReceiveDeps = {
  files: Promise<Pick<Files, 'adopt'>>
  /** Tells the window once its page is loaded. */
  sendEvent(event: PushedEvent): void
  /** A file that could not be opened, to be reported to a person. */
  onFailure(error: unknown): void
  /** Brings a window to the front, where there can be one; on macOS the last may have been closed. */
  focus(): void
  shutdown: Pick<Shutdown, 'isClosing' | 'startAgain'>
}

/** What other programs hand to the app: files and links, at the start, at a second start, and as macOS hands them over. */
export function receiveLaunchRequests(
  launch: LaunchArguments,
  { files, sendEvent, onFailure, focus, shutdown }: ReceiveDeps,
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
  // A process whose services close can open nothing, and the other start ends because this one holds the lock.
  const startAgainWith = (request: Parameters<Shutdown['startAgain']>[0]): boolean => {
    const isClosing = shutdown.isClosing()
    if (isClosing) shutdown.startAgain(request)
    return isClosing
  }
  receive(launch)
  app.on('second-instance', (_event, args, folder) => {
    const { files: paths, link } = readLaunchArguments(args.slice(1), {}, folder)
    if (startAgainWith({ files: paths, link })) return
    focus()
    receive({ files: paths, link })
  })
  app.on('activate', () => void startAgainWith({}))
  app.on('open-file', (event, path) => {
    event.preventDefault()
    if (startAgainWith({ files: [path] })) return
    focus()
    receiveFile(path)
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    if (startAgainWith({ link })) return
    focus()
    receiveLink(link)
  })
}

const linkScheme = 'pathclock'

/**
 * Has the system hand links to this app. An installer has done so; another copy of the app may have taken them since. Linux
 * goes by the desktop entry of the package.
 */
export function registerLinks(): void {
  if (!app.isPackaged || process.platform === 'linux' || app.isDefaultProtocolClient(linkScheme)) return
  app.setAsDefaultProtocolClient(linkScheme)
}

/** Returns the arguments of this process after the program. In development the app's folder comes first. */
const ownArguments = (): string[] => process.argv.slice(app.isPackaged ? 1 : 2)

/** What this process was started with. */
export const parseProcessArguments = (): LaunchArguments =>
  readLaunchArguments(process.argv.slice(1), process.env, process.cwd())

/** The command line that this process is to run without a window; null for the app. */
export const parseCommand = (): string[] | null => readCommand(ownArguments())

/** The folder of our files: the one that was requested, or that of this account. */
export const appFolder = ({ dataFolder }: LaunchArguments): string =>
  dataFolder ?? defaultDataFolder(process.platform, process.env, app.getPath('home'))
