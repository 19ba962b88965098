/** Why an address cannot be that of a proxy: it holds a name or a password, or it is no `http://host:port`. */
export type ProxyProblem = 'credentials' | 'address'

/** Other signs that an address may have, such as `=` and `;`, make rules of it for Chromium, which then asks nobody. */
const isHost = /^(?:[\w.-]+|\[[\da-f:.]+\])$/i

/** The address of a proxy as it is kept: `http://host:port` or `https://host:port`; without a scheme it is `http`. */
export function parseProxyAddress(text: string): { address: string } | { problem: ProxyProblem } {
  const trimmed = text.trim()
  // The sign decides, not what stands before it: a password may not be in any place.
  if (trimmed.includes('@')) return { problem: 'credentials' }
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (!URL.canParse(url)) return { problem: 'address' }
  const { protocol, host, hostname, port, pathname, search, hash } = new URL(url)
  const isPlain = (pathname === '/' || pathname === '') && search === '' && hash === ''
  if (!/^https?:$/.test(protocol) || !isHost.test(hostname) || port === '0' || !isPlain)
    return { problem: 'address' }
  return { address: `${protocol}//${host}` }
}
