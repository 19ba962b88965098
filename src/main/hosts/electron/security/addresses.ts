import { isReferenceAddress } from '../../../../shared/domain/drugs/drugReferences.ts'

/** The pages of the app have their own scheme, so that no web page shares their origin. */
export const pageScheme = 'app'
const pageHost = 'pathclock'
/** The host of printed pages. They are not pages of the app, so they cannot make calls. */
export const printHost = 'print'
export const startPage = `${pageScheme}://${pageHost}/index.html`

/** Returns true if `address` is a page of the app, or in development of the dev server. */
export function isOwnPage(address: string, devServer?: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password, origin } = new URL(address)
  if (username || password) return false
  if (protocol === `${pageScheme}:`) return host === pageHost
  return devServer !== undefined && origin === new URL(devServer).origin
}

const isLoopback = (hostname: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

/** Returns the origin of a service address as typed (https if it has no scheme); null if it is invalid. */
export function serviceOrigin(text: string): string | null {
  const typed = text.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).origin : null
}

/**
 * True if the system's browser may open `address`: a drug's reference link, or an https address (or http on this
 * computer) whose exact origin is in `origins`. Others could start a program or lead to a fake site.
 */
export function canOpenExternally(address: string, origins: ReadonlySet<string>): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, origin } = new URL(address)
  if (username || password) return false
  if (isReferenceAddress(address)) return true
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && origins.has(origin)
}
