import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** `tab`: what the tab made up to be known by, or nothing, which never is. */
type ExchangeRequest = {
  launchToken: string
  tab: string
  cookieHeader: string | undefined
  headerToken: string | undefined
  /** Whether the request comes from a process of the account that runs this server. */
  isOwnAccount(): Promise<boolean>
}

/** Who may use this server: the browser that was given the launch token, and nobody else. */
export type LaunchSession = {
  /**
   * Used up by the first exchange, but for the tab that made it, whose answer may have been lost to a reload, and for
   * other tabs of its browser, which send its cookie.
   */
  launchToken: string
  /**
   * The same for the browser that Pathclock opens. It stands in an argument of other programs, where every account of
   * the computer may read it, so it is taken from a process of this account only.
   */
  openedToken: string
  /**
   * The header token, for the launch token or, after a reload, for both halves of an earlier exchange; null otherwise.
   * The cookie alone is not enough: browsers show it to every port of 127.0.0.1, and so to other people's servers.
   * `setCookie` is what the browser is to keep.
   */
  exchange(sent: ExchangeRequest): Promise<{ headerToken: string; setCookie: string } | null>
  /** Both halves of a session are needed: the cookie, which no script can read, and the token, which no form can send. */
  isSignedIn(cookieHeader: string | undefined, headerToken: string | undefined): boolean
}

const newToken = (): string => randomBytes(32).toString('base64url')
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Takes equally long wherever the two differ, and whatever their lengths. */
const safeEqual = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/** Tokens of one run of the server at `port`; they live in memory only. */
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
      // Nothing is awaited between the two, so that only one of two requests at a time is let in.
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

/** The exact addresses under which this server answers; `port` as it is bound. */
export function addressesOf(port: number): { origin: string; host: string; events: string } {
  const { origin, host } = new URL(`http://127.0.0.1:${port}`)
  return { origin, host, events: `ws://${host}` }
}

type IncomingRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>

/**
 * Whether a request comes from our own page: every other one is refused before anything of it is read.
 * - exactly one `Host`, ours to the letter: a foreign name that resolves to 127.0.0.1 (DNS rebinding) is not heard;
 * - `Origin` ours to the letter on every write and upgrade, and wherever the browser sends one: no foreign page is heard;
 * - a target that begins with `/`: no proxy requests.
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

/** Node keeps the first of two equal headers: a second one would go unseen. */
const countHeader = ({ rawHeaders }: IncomingRequest, name: string): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
