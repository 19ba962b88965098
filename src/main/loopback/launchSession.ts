import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** `tab`: what the tab made up to be known by, or nothing, which never is. */
type ExchangeRequest = {
  launchToken: string
  tab: string
  cookieHeader: string | undefined
  headerToken: string | undefined
}

/** Who may use this server: the browser that was given the launch token, and nobody else. */
export type LaunchSession = {
  /** Used up by the first exchange, but for the tab that made it: its answer may have been lost to a reload. */
  launchToken: string
  /**
   * The header token, for the launch token or, after a reload, for both halves of an earlier exchange; null otherwise.
   * The cookie alone is not enough: browsers show it to every port of 127.0.0.1, and so to other people's servers.
   * `setCookie` is what the browser is to keep.
   */
  exchange(sent: ExchangeRequest): { headerToken: string; setCookie: string } | null
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

  const hasLaunchToken = (sent: ExchangeRequest): boolean =>
    safeEqual(sent.launchToken, launchToken) &&
    (usedByTab === null || (usedByTab !== '' && safeEqual(sent.tab, usedByTab)))

  return {
    launchToken,
    exchange(sent) {
      if (hasLaunchToken(sent)) usedByTab = sent.tab
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
