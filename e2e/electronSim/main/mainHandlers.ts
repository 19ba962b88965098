import { createCodec } from '../codec.ts'
import type { MainHandlers, Recorded } from '../messages.ts'
import { createEvent, used } from '../strict.ts'
import type { createElectron, SimulatedWorld } from './electron.ts'
import { answerInvoke, eventOf } from './ipc.ts'
import { clickMenu, SimulatedMenu } from './menu.ts'
import { answerRequest } from './session.ts'

const codec = createCodec()

/** Creates the methods that the test's process may call in the simulated main process. */
export function createMainHandlers(
  world: SimulatedWorld,
  { app, modules, sessions, power }: ReturnType<typeof createElectron>,
): MainHandlers {
  const contentsOf = (windowId: number) => world.windows.get(windowId)?.webContents
  return {
    request: (request) => answerRequest(world, request),
    invoke: (call) => answerInvoke(world, call),
    sent: (message) => {
      const args = codec.decode(message.args) as unknown[]
      modules.ipcMain.emit(message.channel, eventOf(world, message), ...args)
    },
    mayNavigate: ({ windowId, url, isMainFrame }) =>
      contentsOf(windowId)?.mayNavigate(url, isMainFrame) ?? false,
    windowOpened: ({ windowId, url }) => contentsOf(windowId)?.windowOpened(url),
    loadStep: ({ windowId, step, url }) => {
      contentsOf(windowId)?.reached(step, url)
      if (step === 'dom-ready') world.windows.get(windowId)?.pageLoaded()
    },
    preloadFailed: ({ windowId, path, message }) =>
      world.windows.get(windowId)?.preloadFailed(path, new Error(message)),
    blocked: ({ url }) => void world.recorded.blockedRequests.push(url),
    pageClosed: ({ windowId }) => world.windows.get(windowId)?.closedByPerson(),
    recorded: () => record(world, { app, sessions, power }),
    answerDialog: ({ method, answer }) => {
      const waiting = world.dialogAnswers.get(method) ?? []
      world.dialogAnswers.set(method, [...waiting, answer])
    },
    clickMenu: ({ labels }) =>
      clickMenu(world, labels, { quit: () => app.quit(), about: () => app.showAboutPanel() }),
    askPermission: ({ windowId, permission }) => {
      const session = contentsOf(windowId)?.session ?? sessions.session.defaultSession
      return session.checkPermission(permission)
    },
    attachWebview: ({ windowId }) => contentsOf(windowId)?.mayAttachWebview() ?? true,
    secondInstance: ({ args, folder }) =>
      void app.emit('second-instance', {}, [process.execPath, ...args], folder, null),
    openFile: ({ path }) => {
      const event = createEvent()
      app.emit('open-file', event, path)
      return event.defaultPrevented
    },
    leave: () => {
      for (const window of world.windows.values()) window.blurred()
    },
    clickNotification: ({ title }) => {
      const found = [...world.notifications].find((shown) => shown.title === title)
      if (!found) throw new Error(`simulator: no notification is shown with the title "${title}"`)
      found.clicked()
    },
    openUrl: ({ url }) => {
      const event = createEvent()
      app.emit('open-url', event, url)
      return event.defaultPrevented
    },
    wentInPage: ({ windowId, url }) => contentsOf(windowId)?.wentInPage(url),
    contextMenu: ({ windowId, params }) => {
      SimulatedMenu.lastOpened = null
      contentsOf(windowId)?.emit('context-menu', createEvent(), params)
      return (SimulatedMenu.lastOpened as SimulatedMenu | null)?.toRecord() ?? null
    },
    turnWheel: ({ windowId, direction }) => {
      contentsOf(windowId)?.emit('zoom-changed', createEvent(), direction)
    },
    moveWindow: ({ windowId, bounds, maximized }) =>
      world.windows.get(windowId)?.movedByPerson(bounds, maximized),
    endSession: ({ isForced }) => {
      const delayed = [...world.windows.values()].some((window) => !window.endsSession())
      // "Once this event fires, there is no way to prevent the session from ending":
      // https://electronjs.org/docs/api/browser-window#event-session-end-windows
      if (!delayed || isForced)
        for (const window of world.windows.values()) window.emit('session-end', createEvent())
      return delayed
    },
    shutDown: () => {
      const event = createEvent()
      power.monitor.emit('shutdown', event)
      return event.defaultPrevented
    },
    unresponsive: ({ windowId }) => void world.windows.get(windowId)?.emit('unresponsive'),
    throwInMain: ({ message }) => {
      setImmediate(() => {
        throw new Error(message)
      })
    },
    quit: () => {
      // Returns first, because quitting may end this process immediately.
      setImmediate(() => app.quit())
    },
  }
}

function record(
  world: SimulatedWorld,
  { app, sessions, power }: Pick<ReturnType<typeof createElectron>, 'app' | 'sessions' | 'power'>,
): Recorded {
  return {
    ...world.recorded,
    name: app.name,
    userData: app.getPath('userData'),
    sandboxEnabled: app.sandboxEnabled,
    appUserModelId: app.appUserModelId,
    recentDocuments: app.recentDocuments,
    aboutPanels: app.aboutPanels,
    protocolClients: app.protocolClients,
    powerSaveBlockers: [...power.started.values()],
    listeners: app.eventNames().map(String).toSorted(),
    used: [...used].toSorted(),
    singleInstanceLock: app.hasSingleInstanceLock(),
    switches: app.switches,
    secureDnsMode: app.secureDnsMode,
    schemes: world.schemes,
    protocolHandlers: [...world.protocolHandlers.keys()],
    ipcHandlers: [...world.ipcHandlers.keys()],
    windows: [...world.windows.values()].map((window) => window.toRecord()),
    sessions: sessions.all().map((session) => session.toRecord()),
    menu: SimulatedMenu.installed?.toRecord() ?? [],
    menus: SimulatedMenu.titles,
  }
}
