import { expect, it, vi } from 'vitest'

vi.mock('electron', () => ({ net: {} }))
const { loginOf } = await import('./proxyLogin.ts')

const proxy = { host: 'proxy.lab', port: 3128 }
const login = { username: 'ada', password: 'p@ss' }

it.each([
  [{ HTTPS_PROXY: 'http://ada:p%40ss@proxy.lab:3128' }, login],
  [{ http_proxy: 'http://ada:p%40ss@proxy.lab:3128/' }, login],
  [{ HTTPS_PROXY: 'http://proxy.lab:3128', HTTP_PROXY: 'http://ada:p%40ss@proxy.lab:3128' }, login],
  [{ HTTPS_PROXY: 'http://ada:100%@proxy.lab:3128' }, { username: 'ada', password: '100%' }],
  [{ HTTPS_PROXY: 'http://ada:p%40ss@proxy.lab:8080' }, null],
  [{ HTTPS_PROXY: 'http://ada:p%40ss@other.lab:3128' }, null],
  [{ HTTPS_PROXY: 'no address' }, null],
  [{}, null],
])('a login is sent only to its own proxy: %j', (env, expected) => {
  expect(loginOf(env, proxy)).toEqual(expected)
})

it.each(['::1', '[::1]'])('a proxy with the IPv6 address %s gets its login', (host) => {
  expect(loginOf({ HTTPS_PROXY: 'http://ada:p%40ss@[::1]:3128' }, { host, port: 3128 })).toEqual(login)
})
