import type { Reply } from '../shared/contract/failures.ts'
import { type FirstCall, firstCalls } from '../shared/contract/firstCalls.ts'

/*
 * Inlined into index.html: requests the data of the first screen before the browser has read any file of the page, and
 * leaves the responses on the window for `client`.
 */

/** The header token of this run, which all tabs of this address share. Valid only with the cookie, until the run ends. */
const tokenKey = 'pathclock-token'
/** The launch token of this tab, until the host admits it. */
const launchKey = 'pathclock-launch'

export type Session = { headerToken: string; pushes: number; first: (Reply<unknown> | null)[] }

type FirstRequest = {
  /** In a browser: the session that the host granted, or the reason why it granted none. */
  session?: Promise<Session | 'notLaunched' | 'usedElsewhere'>
  /** Resolves to null if the reply was late or the host cannot be reached. */
  reply(name: FirstCall): Promise<Reply<unknown> | null>
}

declare global {
  interface Window {
    pathclockFirst: FirstRequest
  }
}

window.pathclockFirst = window.pathclock ? askBridge(window.pathclock) : askServer()
// From here on no script that stands in the page is ours.
document.currentScript?.remove()

function askBridge(bridge: NonNullable<Window['pathclock']>): FirstRequest {
  const replies = firstCalls.map((name) => bridge.call(name, {}).catch(() => null))
  return { reply: async (name) => (await replies[firstCalls.indexOf(name)]) ?? null }
}

function askServer(): FirstRequest {
  const session = openSession()
  const first = session.then(
    (opened) => (typeof opened === 'string' ? [] : opened.first),
    () => [],
  )
  return { session, reply: async (name) => (await first)[firstCalls.indexOf(name)] ?? null }
}

/** Exchanges the one-time token of the address for a session. A reload or another tab sends the header token instead. */
async function openSession(): Promise<Session | 'notLaunched' | 'usedElsewhere'> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? ''
  if (token) {
    sessionStorage.setItem(launchKey, JSON.stringify({ token, tab: crypto.randomUUID() }))
    // It leaves the address before anything else can read or keep it.
    history.replaceState(null, '', `${location.pathname}#/`)
  }
  const response = await fetch('/session', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Pathclock-Token': localStorage.getItem(tokenKey) ?? '',
    },
    body: sessionStorage.getItem(launchKey) ?? '{}',
  })
  if (!response.ok) {
    sessionStorage.removeItem(launchKey)
    return token ? 'usedElsewhere' : 'notLaunched'
  }
  const session = (await response.json()) as Session
  localStorage.setItem(tokenKey, session.headerToken)
  // A reload before this line still needs it.
  sessionStorage.removeItem(launchKey)
  return session
}
