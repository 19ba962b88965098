import { contextBridge, type IpcRendererEvent, ipcRenderer, webUtils } from 'electron'
import { eventNames, methodNames } from '../shared/contract/methodNames.ts'

type Listener = (payload: unknown) => void

const methods: ReadonlySet<string> = new Set(methodNames)
const listeners = new Map<string, Set<Listener>>(eventNames.map((name) => [name, new Set<Listener>()]))
/** The latest push of each name that arrived before a listener did, such as a file opened at startup. */
const undelivered = new Map<string, unknown>()

ipcRenderer.on('pathclock:event', (_event: IpcRendererEvent, name: string, payload: unknown) => {
  const eventListeners = listeners.get(name)
  if (eventListeners?.size === 0) undelivered.set(name, payload)
  for (const listener of eventListeners ?? []) listener(payload)
})

/**
 * Replaces a dropped File by its path for the main process. The page never sees the path and cannot name one itself.
 */
function toDroppedPath(input: unknown): { path: string } {
  if (input instanceof Object && 'file' in input && input.file instanceof File)
    return { path: webUtils.getPathForFile(input.file) }
  throw new Error('Files are dropped, not named by path.')
}

contextBridge.exposeInMainWorld('pathclock', {
  call: async (name: string, input: unknown): Promise<unknown> => {
    if (!methods.has(name)) throw new Error(`There is no method "${name}".`)
    return ipcRenderer.invoke('pathclock:call', name, name === 'files.adopt' ? toDroppedPath(input) : input)
  },
  listen: (name: string, listener: Listener): (() => void) => {
    const eventListeners = listeners.get(name)
    if (!eventListeners) throw new Error(`There is no event "${name}".`)
    eventListeners.add(listener)
    if (undelivered.has(name)) listener(undelivered.get(name))
    undelivered.delete(name)
    return () => void eventListeners.delete(listener)
  },
})
