/**
 * Chromium goes to no scheme that it does not know, so a page of `app://host/…` lives at an address under a name that
 * can never exist. Its requests never leave: they are answered by the app's own protocol handler.
 */
const suffix = 'electron-sim.invalid'

/** `app://host/x` as the browser sees it. A scheme that is not registered as secure becomes a plain http page. */
export function toBrowser(address: string, secure: boolean): string {
  const { protocol, host, pathname, search, hash } = new URL(address)
  return `${secure ? 'https' : 'http'}://${host}.${protocol.slice(0, -1)}.${suffix}${pathname || '/'}${search}${hash}`
}

/** What a browser's address is in Electron; addresses of the real web stay as they are. */
export function toApp(address: string): string {
  if (!URL.canParse(address)) return address
  const { hostname, pathname, search, hash } = new URL(address)
  if (!hostname.endsWith(`.${suffix}`)) return address
  const name = hostname.slice(0, -suffix.length - 1)
  const dot = name.lastIndexOf('.')
  return `${name.slice(dot + 1)}://${name.slice(0, dot)}${pathname}${search}${hash}`
}

export const isSimulated = (address: string): boolean => toApp(address) !== address
