import type { IncomingMessage } from 'node:http'

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
