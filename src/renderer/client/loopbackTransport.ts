import type { EventName, PushedEvent } from '../../shared/contract/events.ts'
import { Failure, type Reply } from '../../shared/contract/failures.ts'
import { message } from '../../shared/words/message.ts'
import { inOwnTask } from './ownTask.ts'
import type { Transport } from './transport.ts'

type Listener = (payload: unknown) => void

const reconnectAfterMs = 1000
/** Long enough for the browser to begin saving. */
const revokeAfterMs = 60_000

/**
 * Creates the transport of a page in a browser: calls by POST and events by WebSocket, both to the host that served it.
 * `firstRequest` exchanges the one-time token of the address for a cookie and a header token. All tabs share both, so
 * that a reload or a second tab needs no token of its own. A reload before the response repeats the exchange under the
 * id of its tab.
 */
export function createLoopbackTransport(pageLocation: Location = location): Transport {
  const listeners = new Map<EventName, Set<Listener>>()
  /**
   * The latest event of each name that arrived before the first listener, as in the preload script of the installed
   * app.
   */
  const undelivered = new Map<EventName, unknown>()
  const disconnectListeners = new Set<() => void>()
  const reconnectListeners = new Set<() => void>()
  let headerToken = ''

  const post = async (path: string, body: BodyInit, type: string): Promise<Reply<unknown>> => {
    const headers = { 'Content-Type': type, 'X-Pathclock-Token': headerToken }
    const send = () => fetch(path, { method: 'POST', headers, body })
    // Sending takes the browser some milliseconds, and a screen starts with several requests, so they are not sent
    // within the click that opens it. While the page loads there are no clicks, and its scripts would run first.
    const response = await (isLoaded() ? inOwnTask(send) : send()).catch(() => null)
    if (!response) return { ok: false, failure: hostGoneFailure().toData() }
    return (await response.json()) as Reply<unknown>
  }

  /**
   * `pushes`: the number of events when this page was let in; later ones arrive first. Without it some may be missed.
   */
  const openEventSocket = (pushes?: number): void => {
    const protocols = [`pathclock.${headerToken}`, ...(pushes === undefined ? [] : [`after.${pushes}`])]
    const socket = new WebSocket(`ws://${pageLocation.host}/events`, protocols)
    socket.onmessage = ({ data }) => {
      const event = JSON.parse(String(data)) as PushedEvent
      const eventListeners = listeners.get(event.name)
      if (eventListeners) for (const listener of eventListeners) listener(event.payload)
      else undelivered.set(event.name, event.payload)
    }
    let isOpen = false
    socket.onopen = () => {
      isOpen = true
      if (pushes === undefined) for (const listener of reconnectListeners) listener()
    }
    socket.onclose = () => {
      if (isOpen) for (const listener of disconnectListeners) listener()
      setTimeout(openEventSocket, reconnectAfterMs)
    }
  }

  return {
    connect: async () => {
      const session = await window.pathclockFirst.session
      if (session === undefined || session === 'notLaunched') throw notLaunchedFailure()
      if (session === 'usedElsewhere') throw usedElsewhereFailure()
      headerToken = session.headerToken
      openEventSocket(session.pushes)
    },
    call: (name, input) => post(`/call/${name}`, JSON.stringify(input), 'application/json'),
    listen: (name, listener) => {
      const eventListeners = listeners.get(name) ?? new Set()
      listeners.set(name, eventListeners.add(listener as Listener))
      if (undelivered.has(name)) (listener as Listener)(undelivered.get(name))
      undelivered.delete(name)
      return () => eventListeners.delete(listener as Listener)
    },
    whenDisconnected: (listener) => {
      disconnectListeners.add(listener)
      return () => disconnectListeners.delete(listener)
    },
    whenReconnected: (listener) => {
      reconnectListeners.add(listener)
      return () => reconnectListeners.delete(listener)
    },
    adopt: (file) => post(`/files?name=${encodeURIComponent(file.name)}`, file, 'application/octet-stream'),
    hasOpenDialog: false,
    // A link cannot carry the header token, so the page fetches the file and passes it to the browser.
    deliver: async ({ fileId, name }) => {
      const headers = { 'X-Pathclock-Token': headerToken }
      const response = await fetch(`/files/${encodeURIComponent(fileId)}`, { headers }).catch(() => null)
      if (!response) throw hostGoneFailure()
      if (!response.ok) throw fileGoneFailure(name)
      saveAs(await response.blob(), name)
    },
  }
}

const isLoaded = (): boolean => document.readyState === 'complete'

function saveAs(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs)
}

const fileGoneFailure = (name: string) =>
  new Failure('notFound', message('shared.fileNotAnyMore', { name }), { what: message('shared.file') })

const notLaunchedFailure = () => new Failure('notSignedIn', message('shared.pageNeedsWholeAddress'), {})

const usedElsewhereFailure = () => new Failure('notSignedIn', message('app.addressUsedAnotherBrowser'), {})

const hostGoneFailure = () =>
  new Failure('offline', message('shared.pathclockNotRespondStart'), { reason: 'network' })
