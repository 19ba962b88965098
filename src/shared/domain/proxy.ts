/** Why an address cannot be that of a proxy: it holds a name or a password, or it is no `http://host:port`. */
export type ProxyProblem = 'credentials' | 'address'

/** The address of a proxy as it is kept: `http://host:port` or `https://host:port`; without a scheme it is `http`. */
export function readProxyAddress(said: string): { address: string } | { problem: ProxyProblem } {
  const trimmed = said.trim()
  // The sign decides, not what stands before it: a password may not be in any place.
  if (trimmed.includes('@')) return { problem: 'credentials' }
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (!URL.canParse(whole)) return { problem: 'address' }
  const { protocol, host, hostname, pathname, search, hash } = new URL(whole)
  const isPlain = (pathname === '/' || pathname === '') && search === '' && hash === ''
  if (!/^https?:$/.test(protocol) || hostname === '' || !isPlain) return { problem: 'address' }
  return { address: `${protocol}//${host}` }
}
