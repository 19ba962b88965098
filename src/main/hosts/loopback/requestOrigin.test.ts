import { describe, expect, it } from 'vitest'
import { isFromOwnPage } from './access.ts'

const port = 49152
const ours = { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` }

/** Hosts that other pages, other users' servers and other names of this computer could send. */
const hosts = [
  ours.host,
  null,
  '',
  '127.0.0.1',
  `127.0.0.1:${port + 1}`,
  `127.0.0.1:0${port}`,
  `127.0.0.1.:${port}`,
  `127.0.0.1:${port}.`,
  `127.0.0.2:${port}`,
  `127.1:${port}`,
  `2130706433:${port}`,
  `0x7f000001:${port}`,
  `0177.0.0.1:${port}`,
  `0.0.0.0:${port}`,
  `[::1]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `localhost:${port}`,
  `localhost.:${port}`,
  `LOCALHOST:${port}`,
  `pathclock.localhost:${port}`,
  `127.0.0.1.evil.example:${port}`,
  `evil.example:${port}`,
  `evil.example`,
  `user@127.0.0.1:${port}`,
  `http://127.0.0.1:${port}`,
]
const origins = [
  ours.origin,
  null,
  '',
  'null',
  `HTTP://127.0.0.1:${port}`,
  `${ours.origin}/`,
  `${ours.origin}.`,
  `${ours.origin} `,
  `${ours.origin}.evil.example`,
  `https://127.0.0.1:${port}`,
  `ws://127.0.0.1:${port}`,
  'http://127.0.0.1',
  `http://127.0.0.1:${port + 1}`,
  `http://127.0.0.1.:${port}`,
  `http://[::1]:${port}`,
  `http://localhost:${port}`,
  `http://user@127.0.0.1:${port}`,
  `http://evil.example`,
  `http://evil.example:${port}`,
  'app://pathclock',
  'file://',
]
const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'get']
const targets = ['/events', `http://127.0.0.1:${port}/`, '*']

type Gate = typeof isFromOwnPage
type IncomingRequest = Parameters<Gate>[0]

/** The variable parts of a request. `twice` names a header that appears twice, which no browser sends. */
type Sent = {
  host: string | null
  origin: string | null
  method: string
  url: string
  upgrade: boolean
  twice: 'host' | 'origin' | undefined
}

function toRequest({ host, origin, method, url, upgrade, twice }: Sent): IncomingRequest {
  const sent = Object.entries({ Host: host, Origin: origin, Upgrade: upgrade ? 'websocket' : null }).flatMap(
    ([name, value]): [string, string][] => (value === null ? [] : [[name, value]]),
  )
  const headers = Object.fromEntries(sent.map(([name, value]) => [name.toLowerCase(), value]))
  const again = twice ? [[twice.toUpperCase(), 'http://evil.example'] as [string, string]] : []
  return { method, url, headers, rawHeaders: [...sent, ...again].flat() }
}

/** Returns all pairs of the values. */
const each = <A, B>(some: readonly A[], others: readonly B[]): [A, B][] =>
  some.flatMap((one) => others.map((other): [A, B] => [one, other]))

const isExact = ({ host, origin, method, url, upgrade, twice }: Sent): boolean =>
  host === ours.host &&
  twice === undefined &&
  url.startsWith('/') &&
  (origin === ours.origin || (origin === null && /^(GET|HEAD)$/.test(method) && !upgrade))

/** Every combination, and whether a gate should admit it. */
const requestVariants = each(
  each(methods, targets),
  each([false, true], [undefined, 'host', 'origin'] as const),
)
const all = each(each(hosts, origins), requestVariants)
  .map(([[host, origin], [[method, url], [upgrade, twice]]]): Sent => {
    return { host, origin, method, url, upgrade, twice }
  })
  // If no browser sends an Origin, a second one is the only one.
  .filter(({ origin, twice }) => twice !== 'origin' || origin !== null)
  .map((sent) => ({ request: toRequest(sent), exact: isExact(sent) }))
const isWrong =
  (gate: Gate) =>
  ({ request, exact }: (typeof all)[number]): boolean =>
    gate(request, port) !== exact

/** Returns a gate that sees a request after `mutate`. */
const after =
  (mutate: (request: IncomingRequest) => IncomingRequest): Gate =>
  (request, at) =>
    isFromOwnPage(mutate(request), at)
const withHeader = (request: IncomingRequest, name: 'host' | 'origin', value: string): IncomingRequest => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})
const normal = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address)

/** Returns a gate that reads this header otherwise. */
const reading = (name: 'host' | 'origin', read: (value: string) => string): Gate =>
  after((request) => {
    const value = request.headers[name]
    return value === undefined ? request : withHeader(request, name, read(value))
  })
/** Returns a gate that takes such a header for its own. */
const taking = (name: 'host' | 'origin', isTaken: (value: string) => boolean): Gate =>
  reading(name, (value) => (isTaken(value) ? ours[name] : value))

const mutants: Record<string, Gate> = {
  'looks at no Host': after((request) => ({
    ...withHeader(request, 'host', ours.host),
    rawHeaders: ['Host', ours.host, ...request.rawHeaders.filter((text) => !/^host$/i.test(text))],
  })),
  'looks at the beginning of a Host': taking('host', (host) => host.startsWith('127.0.0.1')),
  'looks at the port of a Host alone': taking('host', (host) => host.endsWith(`:${port}`)),
  'takes other spellings of 127.0.0.1': reading('host', (host) =>
    normal(`http://${host}`).replace('http://', ''),
  ),
  'takes localhost': taking('host', (host) => host === `localhost:${port}`),
  'drops the dot at the end of a name': reading('host', (host) => host.replace('.:', ':')),
  'takes the first of two headers': after((request) => ({
    ...request,
    rawHeaders: request.rawHeaders.slice(0, Object.keys(request.headers).length * 2),
  })),
  'asks for no Origin of a write': after((request) =>
    request.headers.origin === undefined ? { ...request, method: 'GET' } : request,
  ),
  'asks for no Origin of an upgrade': after((request) => {
    const { upgrade: _unseen, ...headers } = request.headers
    return { ...request, headers }
  }),
  'takes the Origin of a page without one': taking('origin', (origin) => origin === 'null'),
  'looks at the beginning of an Origin': taking('origin', (origin) => origin.startsWith(ours.origin)),
  'takes other spellings of its Origin': reading('origin', normal),
  'looks at no scheme': reading('origin', (origin) => origin.replace('https:', 'http:')),
  'takes whole addresses for targets': after((request) => ({ ...request, url: '/' })),
}

describe('the gate of the loopback host', () => {
  it('admits exactly our own among all combinations of Host, Origin, method, target and upgrade', () => {
    expect(all.filter(isWrong(isFromOwnPage))).toEqual([])
    expect(all.length).toBeGreaterThan(40_000)
  })

  it.each(Object.entries(mutants))('would be found open if it %s', (_what, gate) => {
    expect(all.some(isWrong(gate))).toBe(true)
  })
})
