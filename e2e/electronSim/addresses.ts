/**
 * Chromium loads no unknown scheme, so a page of `app://host/…` gets an address under a reserved domain that cannot
 * exist. Its requests do not leave the computer: the app's own protocol handler answers them.
 */
const suffix = 'electron-sim.invalid'

/** Converts `app://host/x` to the browser's address. A scheme that is not registered as secure becomes plain http. */
export function toBrowser(address: string, secure: boolean): string {
  const { protocol, host, pathname, search, hash } = new URL(address)
  return `${secure ? 'https' : 'http'}://${host}.${protocol.slice(0, -1)}.${suffix}${pathname || '/'}${search}${hash}`
}

/** Converts a browser's address to that in Electron; real web addresses stay unchanged. */
export function toApp(address: string): string {
  if (!URL.canParse(address)) return address
  const { hostname, pathname, search, hash } = new URL(address)
  if (!hostname.endsWith(`.${suffix}`)) return address
  const name = hostname.slice(0, -suffix.length - 1)
  const dot = name.lastIndexOf('.')
  return `${name.slice(dot + 1)}://${name.slice(0, dot)}${pathname}${search}${hash}`
}

export const isSimulated = (address: string): boolean => toApp(address) !== address
