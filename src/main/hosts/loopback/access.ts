import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A request for a session. `tab` is a random id chosen by the tab. If it is missing, it matches no tab. */
type ExchangeRequest = {
  launchToken: string
  tab: string
  cookieHeader: string | undefined
  headerToken: string | undefined
  /** Returns true if the request comes from a process of the account that runs this server. */
  isOwnAccount(): Promise<boolean>
}

/** The session control of this server: only the browser with the launch token gets access. */
export type LaunchSession = {
  /**
   * The launch token. The first exchange uses it up, except for the same tab, which may have lost the response to a
   * reload, and for other tabs of the same browser, which send its cookie.
   */
  launchToken: string
  /**
   * The launch token for the browser that Pathclock opens. It is an argument of other programs, which every account of
   * the computer may read, so it is accepted only from a process of this account.
   */
  openedToken: string
  /**
   * Returns the header token in exchange for the launch token or, after a reload, for cookie and header token of an
   * earlier exchange. Null otherwise. The cookie alone is not enough: browsers send it to every port of 127.0.0.1,
   * including servers of other users. `setCookie` is the cookie for the browser.
   */
  exchange(sent: ExchangeRequest): Promise<{ headerToken: string; setCookie: string } | null>
  /** True for both halves of a session: the cookie, which no script reads, and the token, which no form sends. */
  isSignedIn(cookieHeader: string | undefined, headerToken: string | undefined): boolean
}

const newToken = (): string => randomBytes(32).toString('base64url')
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares in constant time, whatever the difference and the lengths. */
const safeEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/** Creates the tokens for one run of the server at `port`. They exist in memory only. */
export function createLaunchSession(port: number): LaunchSession {
  const launchToken = newToken()
  const openedToken = newToken()
  const headerToken = newToken()
  const cookie = newToken()
  const cookieName = `pathclock-${port}`
  let usedByTab: string | null = null

  const hasCookie = (cookieHeader: string | undefined): boolean =>
    safeEqual(readCookie(cookieHeader, cookieName) ?? '', cookie)

  const isSignedIn: LaunchSession['isSignedIn'] = (cookieHeader, sent) => {
    const cookieIsOurs = hasCookie(cookieHeader)
    return safeEqual(sent ?? '', headerToken) && cookieIsOurs
  }

  const mayLaunch = async (sent: ExchangeRequest): Promise<boolean> =>
    safeEqual(sent.launchToken, launchToken) ||
    (safeEqual(sent.launchToken, openedToken) && (await sent.isOwnAccount()))
  const isUnusedBut = (tab: string): boolean =>
    usedByTab === null || (usedByTab !== '' && safeEqual(tab, usedByTab))

  return {
    launchToken,
    openedToken,
    async exchange(sent) {
      const mayUse = await mayLaunch(sent)
      // There is no `await` between the two steps, so only one of two simultaneous requests is admitted.
      if (mayUse && (isUnusedBut(sent.tab) || hasCookie(sent.cookieHeader))) usedByTab ??= sent.tab
      else if (!isSignedIn(sent.cookieHeader, sent.headerToken)) return null
      return { headerToken, setCookie: `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict` }
    },
    isSignedIn,
  }
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}

/** Returns the exact addresses of this server at the bound `port`. */
export function addressesOf(port: number): { origin: string; host: string; events: string } {
  const { origin, host } = new URL(`http://127.0.0.1:${port}`)
  return { origin, host, events: `ws://${host}` }
}

type IncomingRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>

/**
 * Returns true if a request comes from our own page. Every other request is refused before any of it is read.
 * - It has exactly one `Host`, equal to ours, which excludes a foreign name that resolves to 127.0.0.1 (DNS rebinding).
 * - `Origin` equals ours on every write and upgrade, and wherever the browser sends one, which excludes foreign pages.
 * - Its target begins with `/`, which excludes proxy requests.
 */
export function isFromOwnPage(request: IncomingRequest, port: number): boolean {
  const { origin, host } = addressesOf(port)
  if (request.headers.host !== host || countHeader(request, 'host') !== 1) return false
  if (!request.url?.startsWith('/')) return false
  const sent = request.headers.origin
  if (sent !== undefined) return sent === origin && countHeader(request, 'origin') === 1
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return isRead && request.headers.upgrade === undefined
}

/** Counts a header. Node drops the second of two equal headers, so a duplicate would go unnoticed. */
const countHeader = ({ rawHeaders }: IncomingRequest, name: string): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
