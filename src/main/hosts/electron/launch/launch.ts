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
  /** Sends an event to the window once its page is loaded. */
  sendEvent(event: PushedEvent): void
  /** Reports to the user that a file could not be opened. */
  onFailure(error: unknown): void
  /** Brings a window to the front. On macOS, the last one may have been closed. */
  focus(): void
  shutdown: Pick<Shutdown, 'isClosing' | 'startAgain'>
}

/** Receives files and links from other programs: at the start, from a second start, and as macOS delivers them. */
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
  // An invalid link becomes null, and the page reports it.
  const receiveLink = (link: string): void =>
    sendEvent({ name: 'link.received', payload: { link: parseLink(link) ? link : null } })
  const receive = ({ files: paths, link }: Pick<LaunchArguments, 'files' | 'link'>): void => {
    for (const path of paths) receiveFile(path)
    if (link !== null) receiveLink(link)
  }
  // A process whose services are closing cannot open files, and a second start ends because this process holds the
  // lock.
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

/** Registers this app for links, in case another copy replaced it. On Linux the package's desktop entry decides. */
export function registerLinks(): void {
  if (!app.isPackaged || process.platform === 'linux' || app.isDefaultProtocolClient(linkScheme)) return
  app.setAsDefaultProtocolClient(linkScheme)
}

/** Returns the arguments of this process after the program. In development the app's folder comes first. */
const ownArguments = (): string[] => process.argv.slice(app.isPackaged ? 1 : 2)

export const parseProcessArguments = (): LaunchArguments =>
  readLaunchArguments(process.argv.slice(1), process.env, process.cwd())

/** Returns the command line to run without a window. Null for the app. */
export const parseCommand = (): string[] | null => readCommand(ownArguments())

/** Returns the folder of our files: the requested one, or the default of this account. */
export const appFolder = ({ dataFolder }: LaunchArguments): string =>
  dataFolder ?? defaultDataFolder(process.platform, process.env, app.getPath('home'))
