import { isReferenceAddress } from '../../../../shared/domain/drugs/drugReferences.ts'

/** The pages of the app: a scheme of their own, so that no web page shares their origin. */
export const pageScheme = 'app'
const pageHost = 'pathclock'
/** Pages that are printed; no page of the app, so they may call nothing. */
export const printHost = 'print'
export const startPage = `${pageScheme}://${pageHost}/index.html`

/** Whether `address` is a page of the app; in development also one of the dev server's. */
export function isOwnPage(address: string, devServer?: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, username, password, origin } = new URL(address)
  if (username || password) return false
  if (protocol === `${pageScheme}:`) return host === pageHost
  return devServer !== undefined && origin === new URL(devServer).origin
}

const isLoopback = (hostname: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

/** The origin a person means by the address of a service; a missing scheme is https. Null when it is none. */
export function serviceOrigin(text: string): string | null {
  const typed = text.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  return URL.canParse(address) ? new URL(address).origin : null
}

/**
 * Whether the system's browser may be sent to `address`: an https address, or an http one on this computer, whose
 * exact origin is listed in `origins`, or just a link of a drug. Anything else could start another program or carry a person off to a look-alike.
 */
export function canOpenExternally(address: string, origins: ReadonlySet<string>): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password, origin } = new URL(address)
  if (username || password) return false
  if (isReferenceAddress(address)) return true
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && origins.has(origin)
}
